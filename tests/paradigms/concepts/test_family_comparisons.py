"""Filled, lying, sorted and same: what their rules make of grids by hand."""

import pytest
from written_grids import grid

from metamer.paradigms.concepts.families.filled_not_filled import (
    ColourByFilling,
    KeepTheHollow,
)
from metamer.paradigms.concepts.families.horizontal_vertical import (
    KeepWhatLies,
    TurnTheLines,
)
from metamer.paradigms.concepts.families.order import ListBySize, SortTheBars
from metamer.paradigms.concepts.families.same_different import (
    CompareTwoPanels,
    KeepThoseAlike,
)
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import same


@pytest.mark.parametrize(
    "kept, expected",
    [
        ("hollow", grid("222...", "2.2...", "222...")),
        ("filled", grid("....33", "....33", "......")),
    ],
)
def test_hollow_or_filled_things_stay(kept, expected):
    given = grid("222.33", "2.2.33", "222...")
    assert same(KeepTheHollow(kept).answer(given), expected)


def test_a_diamond_that_touches_only_by_corners_is_hollow():
    given = grid(".5..55", "5.5.55", ".5....")
    expected = grid(".1..44", "1.1.44", ".1....")
    assert same(ColourByFilling(hollow=1, filled=4).answer(given), expected)


def test_things_that_are_all_filled_are_unfit():
    with pytest.raises(Unfit):
        KeepTheHollow().answer(grid("22.33", "22.33"))


@pytest.mark.parametrize(
    "kept, expected",
    [
        ("lying", grid("222..", ".....", ".....")),
        ("standing", grid("....3", "....3", "....3")),
    ],
)
def test_what_lies_or_what_stands_stays(kept, expected):
    given = grid("222.3", "....3", "....3")
    assert same(KeepWhatLies(kept).answer(given), expected)


def test_a_square_neither_lies_nor_stands():
    with pytest.raises(Unfit):
        KeepWhatLies().answer(grid("22.3", "22.3"))


@pytest.mark.parametrize(
    "turned, expected",
    [
        ("all", grid(".2.....", ".2.....", ".2..333", ".......")),
        ("lying", grid(".2.....", ".2...3.", ".2...3.", ".....3.")),
        ("standing", grid(".......", "222....", "....333", ".......")),
    ],
)
def test_lines_turn_about_their_middle(turned, expected):
    given = grid(".......", "222..3.", ".....3.", ".....3.")
    assert same(TurnTheLines(turned).answer(given), expected)


@pytest.mark.parametrize("given", [grid("222"), grid("22", "..")])
def test_a_line_without_room_or_middle_cannot_turn(given):
    with pytest.raises(Unfit):
        TurnTheLines("all").answer(given)


@pytest.mark.parametrize(
    "first, listed, expected",
    [
        ("largest", "across", grid("324")),
        ("smallest", "across", grid("423")),
        ("largest", "down", grid("3", "2", "4")),
    ],
)
def test_colours_are_listed_by_size(first, listed, expected):
    given = grid("22.4", "....", "3333")
    assert same(ListBySize(first, listed).answer(given), expected)


@pytest.mark.parametrize(
    "longest, expected",
    [
        ("left", grid("3....", "32...", "32.4.")),
        ("right", grid("...3.", ".2.3.", "42.3.")),
    ],
)
def test_bars_are_sorted_by_length(longest, expected):
    given = grid(".3...", "23...", "23.4.")
    assert same(SortTheBars(longest).answer(given), expected)


def test_bars_that_hang_are_sorted_too():
    given = grid("2.3", "..3", "...")
    assert same(SortTheBars("left").answer(given), grid("3.2", "3..", "..."))


@pytest.mark.parametrize("given", [grid("2..", ".3."), grid("2.2", "3.2", "333")])
def test_bars_in_the_air_or_of_two_colours_are_unfit(given):
    with pytest.raises(Unfit):
        SortTheBars().answer(given)


@pytest.mark.parametrize(
    "by, kept, expected",
    [
        ("shape", "alike", grid("22....", "......", "33....")),
        ("shape", "single", grid("...3..", "...3..", "......")),
        ("colour", "alike", grid("...3..", "...3..", "33....")),
        ("colour", "single", grid("22....", "......", "......")),
    ],
)
def test_things_alike_or_single_stay(by, kept, expected):
    given = grid("22.3..", "...3..", "33....")
    assert same(KeepThoseAlike(by, kept).answer(given), expected)


@pytest.mark.parametrize(
    "shown, expected",
    [("same", grid("8.", "88")), ("different", grid(".8", ".."))],
)
def test_two_panels_are_compared_cell_by_cell(shown, expected):
    given = grid("2.533", ".25.3")
    assert same(CompareTwoPanels(shown, 8).answer(given), expected)
    assert same(CompareTwoPanels(shown, 8).answer(given.T), expected.T)
