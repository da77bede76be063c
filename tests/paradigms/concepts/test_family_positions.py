"""Above, below, top, bottom and center: what their rules make of grids by hand."""

import pytest
from written_grids import grid

from metamer.paradigms.concepts.families.above_below import KeepOneSide, StackedParts
from metamer.paradigms.concepts.families.center import MarkTheMiddle, MoveToTheMiddle
from metamer.paradigms.concepts.families.top_bottom_2d import (
    ColoursOfTopAndBottom,
    PaintTheTopRow,
)
from metamer.paradigms.concepts.families.top_bottom_3d import ListThePile, LowerOneOnTop
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import same


@pytest.mark.parametrize(
    "kept, line, expected",
    [
        ("above", "stays", grid("2..", "555", "...", "...")),
        ("above", "goes", grid("2..", "...", "...", "...")),
        ("below", "stays", grid("...", "555", "...", ".33")),
        ("below", "goes", grid("...", "...", "...", ".33")),
    ],
)
def test_one_side_of_a_line_stays(kept, line, expected):
    given = grid("2..", "555", "...", ".33")
    assert same(KeepOneSide(kept, line).answer(given), expected)


def test_two_lines_have_no_one_side_above():
    with pytest.raises(Unfit):
        KeepOneSide().answer(grid("2..", "555", "...", "444"))


@pytest.mark.parametrize(
    "becomes, expected",
    [
        ("changed", grid("33...", "22..4", "22..1")),
        ("upper", grid("22...", "22..1", "22..1")),
        ("lower", grid("33...", "33..4", "33..4")),
    ],
)
def test_the_parts_of_stacked_things_change_colours(becomes, expected):
    given = grid("22...", "33..1", "33..4")
    assert same(StackedParts(becomes).answer(given), expected)


def test_parts_side_by_side_are_not_stacked():
    with pytest.raises(Unfit):
        StackedParts().answer(grid("23", "23"))


def test_the_middle_of_each_thing_is_marked():
    given = grid("333....", "3.3.444", "333....")
    expected = grid("333....", "383.484", "333....")
    assert same(MarkTheMiddle(8).answer(given), expected)


def test_two_cells_have_no_middle():
    with pytest.raises(Unfit):
        MarkTheMiddle(8).answer(grid("44.", "..."))


def test_a_thing_moves_to_the_middle_of_its_frame():
    given = grid("55555.", "52..5.", "5...5.", "5...5.", "55555.")
    expected = grid("55555.", "5...5.", "5.2.5.", "5...5.", "55555.")
    assert same(MoveToTheMiddle("frame").answer(given), expected)


def test_a_thing_moves_to_the_middle_of_the_grid():
    given = grid("44..", "....", "....")
    expected = grid("....", ".44.", "....")
    assert same(MoveToTheMiddle("grid").answer(given), expected)


@pytest.mark.parametrize(
    "change, expected",
    [
        ("both", grid("3..", ".2.", "..1")),
        ("top", grid("3..", ".2.", "..3")),
        ("bottom", grid("1..", ".2.", "..1")),
    ],
)
def test_top_and_bottom_change_colours(change, expected):
    given = grid("1..", ".2.", "..3")
    assert same(ColoursOfTopAndBottom(change).answer(given), expected)


def test_two_things_equally_high_have_no_topmost():
    with pytest.raises(Unfit):
        ColoursOfTopAndBottom().answer(grid("1.2", "...", "..3"))


def test_the_top_row_of_each_thing_is_painted():
    given = grid("33...", "3..55", "...5.")
    expected = grid("88...", "3..88", "...5.")
    assert same(PaintTheTopRow("top", 8).answer(given), expected)
    expected = grid("33...", "8..55", "...8.")
    assert same(PaintTheTopRow("bottom", 8).answer(given), expected)


def test_the_covered_rectangle_comes_to_lie_on_top():
    given = grid("222.", "2333", "2333", ".333")
    expected = grid("222.", "2223", "2223", ".333")
    assert same(LowerOneOnTop().answer(given), expected)


def test_two_rectangles_side_by_side_have_no_lower_one():
    with pytest.raises(Unfit):
        LowerOneOnTop().answer(grid("2233", "2233"))


def test_the_colours_of_a_pile_are_listed_from_the_top_down():
    # 3 lies on 2, and 4 lies on 3.
    given = grid("222...", "2333..", "23344.", ".3344.")
    assert same(ListThePile("top", "across").answer(given), grid("432"))
    assert same(ListThePile("bottom", "down").answer(given), grid("2", "3", "4"))
