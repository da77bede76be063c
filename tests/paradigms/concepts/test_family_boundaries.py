"""Extending, moving, inside, outside and cutting out, in grids by hand."""

import pytest
from written_grids import grid

from metamer.paradigms.concepts.families.extend_to_boundary import (
    LinesGoOn,
    RaysFromDots,
)
from metamer.paradigms.concepts.families.extract_objects import (
    CutOutTheLargest,
    WhatTheFrameHolds,
)
from metamer.paradigms.concepts.families.inside_outside import (
    ColourFromInside,
    KeepDotsInside,
)
from metamer.paradigms.concepts.families.move_to_boundary import (
    FallToTheEdge,
    ToItsWall,
)
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import same


@pytest.mark.parametrize(
    "step, expected",
    [
        ((0, 1), grid("222244", ".....4", "..3333")),
        ((0, -1), grid("2...44", ".....4", "333...")),
        ((-1, 0), grid("2.3.44", "..3..4", "..3...")),
        ((1, 0), grid("2...44", "2....4", "2.3...")),
    ],
)
def test_dots_become_lines_up_to_the_edge_or_what_is_in_their_way(step, expected):
    given = grid("2...44", ".....4", "..3...")
    assert same(RaysFromDots(step).answer(given), expected)


def test_a_slanted_line_goes_on_to_the_edge():
    given = grid("......", ".2....", "..2...", "......")
    expected = grid("2.....", ".2....", "..2...", "...2..")
    assert same(LinesGoOn().answer(given), expected)


def test_a_standing_line_goes_on_to_both_edges():
    given = grid("....", ".3..", ".3..", "....")
    expected = grid(".3..", ".3..", ".3..", ".3..")
    assert same(LinesGoOn().answer(given), expected)


@pytest.mark.parametrize(
    "given", [grid(".2...", ".2...", "...33"), grid("22...", "2....")]
)
def test_lines_of_two_colours_that_cross_and_angles_are_unfit(given):
    with pytest.raises(Unfit):
        LinesGoOn().answer(given)


def test_the_largest_or_the_smallest_thing_is_cut_out():
    given = grid("2.....", "22..3.", "....3.")
    assert same(CutOutTheLargest("largest").answer(given), grid("2.", "22"))
    assert same(CutOutTheLargest("smallest").answer(given), grid("3", "3"))


def test_two_largest_things_are_a_tie():
    with pytest.raises(Unfit):
        CutOutTheLargest("largest").answer(grid("22.33", "....."))


def test_what_the_frame_holds_is_cut_out():
    given = grid("2.5555", "..52.5", ".25..5", "..5555")
    assert same(WhatTheFrameHolds("without").answer(given), grid("2.", ".."))
    framed = grid("5555", "52.5", "5..5", "5555")
    assert same(WhatTheFrameHolds("with").answer(given), framed)


@pytest.mark.parametrize(
    "kept, expected",
    [
        ("inside", grid("......", ".4444.", ".4..4.", ".42.4.", ".4444.")),
        ("outside", grid("2.....", ".4444.", ".4..4.", ".4..42", ".4444.")),
    ],
)
def test_dots_stay_on_one_side_of_an_outline(kept, expected):
    given = grid("2.....", ".4444.", ".4..4.", ".42.42", ".4444.")
    assert same(KeepDotsInside(kept).answer(given), expected)


@pytest.mark.parametrize(
    "spreads, expected",
    [
        ("inside", grid("4444.3", "4224..", "4224..", "4444..")),
        ("outline", grid("2222.3", "2..2..", "22.2..", "2222..")),
    ],
)
def test_the_colour_of_a_dot_inside_spreads(spreads, expected):
    given = grid("4444.3", "4..4..", "42.4..", "4444..")
    assert same(ColourFromInside(spreads).answer(given), expected)


@pytest.mark.parametrize(
    "towards, expected",
    [
        ("bottom", grid("....", "....", "22..", "3.4.")),
        ("top", grid("224.", "3...", "....", "....")),
        ("left", grid("22..", "....", "3...", "4...")),
        ("right", grid("..22", "....", "...3", "...4")),
    ],
)
def test_things_fall_to_the_edge_or_onto_another(towards, expected):
    given = grid("22..", "....", "3...", "..4.")
    assert same(FallToTheEdge(towards).answer(given), expected)


def test_things_that_hook_into_each_other_fall_together():
    given = grid(".333", ".223", "..33", "....")
    expected = grid("....", ".333", ".223", "..33")
    assert same(FallToTheEdge("bottom").answer(given), expected)


@pytest.mark.parametrize(
    "wall, expected",
    [
        ("own", grid("22...3", "2....3", "2...33")),
        ("other", grid("2...23", "2....3", "23...3")),
    ],
)
def test_things_move_to_the_wall_of_their_colour_or_to_the_other(wall, expected):
    given = grid("2..2.3", "2....3", "2.3..3")
    assert same(ToItsWall(wall).answer(given), expected)


def test_walls_may_be_above_and_below():
    given = grid("222", ".3.", "...", "333")
    expected = grid("222", "...", ".3.", "333")
    assert same(ToItsWall("own").answer(given), expected)


def test_two_things_in_one_row_are_in_each_others_way():
    with pytest.raises(Unfit):
        ToItsWall("own").answer(grid("2.3.2.3", "2.....3"))
