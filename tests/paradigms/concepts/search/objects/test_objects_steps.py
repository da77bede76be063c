"""Selections of objects, and acts that are done to them."""

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.cellsets import as_set
from metamer.paradigms.concepts.search.objects.painting import erasing, paintings
from metamer.paradigms.concepts.search.objects.sorting import sortings
from metamer.paradigms.concepts.search.objects.steps import (
    gather,
    join,
    selections,
    selections_by_two,
    step,
)
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid


def segmentation_of(grid, output, how="colour4"):
    shown = Pair(as_grid(grid), as_grid(output))
    return View(Task((shown,), (as_grid(grid),))).segmentation(how)


THREE = [[1, 1, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]]


def test_a_set_of_cells_is_a_number():
    assert as_set(np.array([[True, False], [False, True]])) == 0b1001


def test_erasing_takes_all_cells_of_the_chosen_objects():
    segmentation = segmentation_of(THREE, [[1, 1, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0]])
    act = erasing(segmentation)
    assert act.new.tolist() == [False, True, False]
    tall = next(
        selection
        for alike in selections(segmentation).alike
        for selection in alike
        if selection.words == "whose height is the greatest"
    )
    effect = step(act, tall, segmentation.kind).effect(0)
    assert effect.erased.tolist() == (as_grid(THREE) == 2).tolist()
    assert (effect.painted == NOTHING).all()


def test_a_painting_fits_where_the_output_has_its_colour():
    segmentation = segmentation_of(THREE, [[5, 5, 0, 5], [0, 0, 0, 5], [3, 0, 0, 0]])
    acts = [
        it
        for it in paintings(segmentation, [])
        if it.words == "paint all of it in colour 5"
    ]
    assert [act.fits.tolist() for act in acts] == [[True, True, False]]


def test_an_act_goes_with_selections_that_it_fits():
    segmentation = segmentation_of(THREE, [[5, 5, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]])
    acts = [
        it
        for it in paintings(segmentation, [])
        if it.words == "paint all of it in colour 5"
    ]
    groups = gather(segmentation, acts, selections(segmentation), Budget())
    (group,) = groups.values()
    assert group.paints == 0b11
    words = (
        "for each 4-connected object of one colour whose width is the greatest: "
        "paint all of it in colour 5"
    )
    assert words in [step.words for step in group.steps()]


def test_groups_that_do_the_same_are_joined():
    segmentation = segmentation_of(THREE, [[5, 5, 0, 2], [0, 0, 0, 2], [3, 0, 0, 0]])
    acts = list(paintings(segmentation, []))
    groups = gather(segmentation, acts, selections(segmentation), Budget())
    more = gather(segmentation, acts, selections(segmentation), Budget())
    (key,) = [key for key in groups if key == (0b11, 0)]
    before = len(groups[key].parts)
    join(groups, more)
    assert len(groups[key].parts) == 2 * before


def test_two_properties_tell_what_one_does_not():
    grid = [[1, 0, 1, 0, 2], [0, 0, 0, 0, 0], [2, 0, 1, 0, 1], [0] * 5, [1, 0, 2, 0, 1]]
    segmentation = segmentation_of(grid, grid)
    alone, both = selections(segmentation), selections_by_two(segmentation)
    assert both.objects
    assert not set(both.objects) & set(alone.objects)
    for alike in both.alike:
        assert all(" and " in selection.words for selection in alike)


def test_sorting_packs_objects_with_the_gaps_that_were_there():
    rows = [[1, 1, 1, 0, 2, 0, 0, 3, 3]]
    segmentation = segmentation_of(rows, rows)
    by_size = next(it for it in sortings(segmentation) if "increasing size" in it.words)
    assert by_size.corners[0].tolist() == [[0, 6], [0, 0], [0, 2]]
