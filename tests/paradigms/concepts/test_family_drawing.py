"""Ways to draw that families share, and what their rules see."""

import numpy as np
import pytest
from written_grids import grid

from metamer.paradigms.concepts.controls import recolouring
from metamer.paradigms.concepts.families import drawing
from metamer.paradigms.concepts.families.things import clumps, enclosed, things
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import Pair, same

SOLID = np.ones((3, 4), bool)


def test_a_picture_is_placed_where_it_touches_nothing(keys):
    # The first two columns are at or beside the 2 and the 3.
    given = grid("2....", ".....", ".....", "3....")
    made = drawing.put_anywhere(keys().numpy, given, grid("4", "4", "4", "4"))
    assert (made[:, :2] == given[:, :2]).all()
    assert (made == 4).sum() == 4


def test_a_picture_without_room_is_unfit(keys):
    with pytest.raises(Unfit):
        drawing.put_anywhere(keys().numpy, grid("...", ".2.", "..."), grid("4"))


def test_a_picture_larger_than_the_grid_is_unfit(keys):
    with pytest.raises(Unfit):
        drawing.put_anywhere(keys().numpy, grid("..."), grid("4", "4"))


def test_a_picture_stays_within_an_area(keys):
    area = grid("..1", "...") > 0
    made = drawing.put_anywhere(keys().numpy, grid("...", "..."), grid("4"), area)
    assert same(made, grid("..4", "..."))


def test_a_blob_is_one_thing_of_the_wanted_size(keys):
    rng = keys().numpy
    blobs = [drawing.picture_of(drawing.blob(rng, 7, 7), 3) for _ in range(20)]
    assert all(len(things(blob)) == 1 for blob in blobs)
    assert {int((blob > 0).sum()) for blob in blobs} == {7}


def test_the_edge_of_a_shape_has_a_side_to_the_outside():
    assert (drawing.edge(SOLID) == (grid("1111", "1..1", "1111") > 0)).all()


def test_a_diamond_stands_on_a_corner(keys):
    diamond = drawing.diamond(keys().numpy, 1, 1)
    assert (diamond == (grid(".1.", "111", ".1.") > 0)).all()


def test_colours_are_different_and_none_of_those_left_out(keys):
    assert sorted(drawing.colours(keys().numpy, 7, 4, 9)) == [1, 2, 3, 5, 6, 7, 8]


def test_things_are_of_one_colour_and_clumps_of_any():
    given = grid("23..", "...3")
    assert [thing.colour for thing in things(given)] == [2, 3, 3]
    assert [clump.size for clump in clumps(given)] == [2, 1]


def test_things_that_touch_by_corners_are_one():
    assert [thing.size for thing in things(grid("2.", ".2"))] == [2]


def test_enclosed_is_what_no_step_leads_out_of():
    ring = grid(".1..", "1.1.", ".1..") > 0
    assert (enclosed(ring) == (grid("....", ".1..", "....") > 0)).all()


def test_cropping_leaves_what_is_not_black():
    assert same(drawing.crop(grid("....", ".2..", "..3.")), grid("2.", ".3"))


def test_recolouring_is_learned_from_what_is_shown():
    rule = recolouring([Pair(grid("12"), grid("3."))])
    assert same(rule(grid("1245")), grid("3.45"))
