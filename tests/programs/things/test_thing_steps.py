"""Kinds of things, and acts that are done to them."""

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.scene import NOTHING
from metamer.programs.task import Pair, Task, as_grid
from metamer.programs.things.arrange import sortings
from metamer.programs.things.crowd import number_of, seen
from metamer.programs.things.paint import erasing, paintings
from metamer.programs.things.steps import done, gather, join, kinds, kinds_of_two
from metamer.programs.view import View


def crowd_of(grid, output, how="colour4"):
    shown = Pair(as_grid(grid), as_grid(output))
    return seen(View(Task((shown,), (as_grid(grid),))), how)


THREE = [[1, 1, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]]


def test_a_set_of_cells_is_a_number():
    assert number_of(np.array([[True, False], [False, True]])) == 0b1001


def test_erasing_takes_all_cells_of_the_chosen_things():
    crowd = crowd_of(THREE, [[1, 1, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0]])
    act = erasing(crowd)
    assert act.new.tolist() == [False, True, False]
    tall = next(
        kind
        for alike in kinds(crowd).alike
        for kind in alike
        if kind.words == "with the most height"
    )
    effect = done(act, tall, "colour4").effect(0)
    assert effect.erased.tolist() == (as_grid(THREE) == 2).tolist()
    assert (effect.painted == NOTHING).all()


def test_a_painting_fits_where_the_output_has_its_colour():
    crowd = crowd_of(THREE, [[5, 5, 0, 5], [0, 0, 0, 5], [3, 0, 0, 0]])
    acts = [
        it for it in paintings(crowd, []) if it.words == "paint all of it in colour 5"
    ]
    assert [act.fits.tolist() for act in acts] == [[True, True, False]]


def test_an_act_goes_with_kinds_that_it_fits():
    crowd = crowd_of(THREE, [[5, 5, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]])
    acts = [
        it for it in paintings(crowd, []) if it.words == "paint all of it in colour 5"
    ]
    groups = gather(crowd, acts, kinds(crowd), Budget())
    (group,) = groups.values()
    assert group.paints == 0b11
    words = (
        "for each thing of one colour with the most width: paint all of it in colour 5"
    )
    assert words in [step.words for step in group.steps()]


def test_groups_that_do_the_same_are_joined():
    crowd = crowd_of(THREE, [[5, 5, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]])
    acts = list(paintings(crowd, []))
    groups = gather(crowd, acts, kinds(crowd), Budget())
    more = gather(crowd, acts, kinds(crowd), Budget())
    (key,) = [key for key in groups if key == (0b11, 0)]
    before = len(groups[key].parts)
    join(groups, more)
    assert len(groups[key].parts) == 2 * before


def test_two_properties_tell_what_one_does_not():
    grid = [[1, 0, 1, 0, 2], [0, 0, 0, 0, 0], [2, 0, 1, 0, 1], [0] * 5, [1, 0, 2, 0, 1]]
    crowd = crowd_of(grid, grid)
    alone, both = kinds(crowd), kinds_of_two(crowd)
    assert both.things
    assert not set(both.things) & set(alone.things)
    for alike in both.alike:
        assert all(" and " in kind.words for kind in alike)


def test_sorting_packs_things_with_the_gaps_that_were_there():
    rows = [[1, 1, 1, 0, 2, 0, 0, 3, 3]]
    crowd = crowd_of(rows, rows)
    by_size = next(it for it in sortings(crowd) if "rising size" in it.words)
    assert by_size.corners[0].tolist() == [[0, 6], [0, 0], [0, 2]]
