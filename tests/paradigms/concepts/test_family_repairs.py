"""Cleaning, completing, copying and counting, in grids by hand."""

import pytest
from written_grids import grid

from metamer.paradigms.concepts.families.clean_up import (
    RemoveSpecks,
    RestoreTheWallpaper,
)
from metamer.paradigms.concepts.families.complete_shape import (
    FourthCorner,
    MirrorTheRest,
)
from metamer.paradigms.concepts.families.copying import CopyAcrossTheLine, CopyOntoDots
from metamer.paradigms.concepts.families.count import (
    BarOfTheCommonest,
    CountIntoASquare,
)
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import same


def test_specks_take_the_colour_about_them():
    given = grid("5......", "..222..", "..252..", "..222.5", ".......")
    expected = grid(".......", "..222..", "..222..", "..222..", ".......")
    assert same(RemoveSpecks().answer(given), expected)


def test_what_is_no_rectangle_after_cleaning_is_unfit():
    with pytest.raises(Unfit):
        RemoveSpecks().answer(grid("22....", "222...", "222..5"))


def test_patches_on_a_wallpaper_are_filled():
    given = grid("123123", "231231", "155123", "255231")
    expected = grid("123123", "231231", "123123", "231231")
    assert same(RestoreTheWallpaper(5).answer(given), expected)


def test_a_wallpaper_that_could_go_on_in_two_ways_is_unfit():
    # Rows of 1 and 2, or columns of 1 and 2?
    with pytest.raises(Unfit):
        RestoreTheWallpaper(5).answer(grid("1555", "5255", "5555", "5555"))


def test_left_and_right_halves_get_what_the_other_has():
    given = grid("..2..", "22222", "2....")
    expected = grid("..2..", "22222", "2...2")
    assert same(MirrorTheRest("left and right").answer(given), expected)


def test_upper_and_lower_halves_get_what_the_other_has():
    given = grid("33.", ".34", "3..")
    expected = grid("33.", ".34", "33.")
    assert same(MirrorTheRest("above and below").answer(given), expected)


def test_halves_of_different_colours_are_no_mirror_images():
    with pytest.raises(Unfit):
        MirrorTheRest("left and right").answer(grid("223"))


@pytest.mark.parametrize(
    "added, expected",
    [
        ("corner", grid("4..4", "....", "4..4")),
        ("outline", grid("4444", "4..4", "4444")),
    ],
)
def test_three_corners_become_a_rectangle(added, expected):
    given = grid("4..4", "....", "4...")
    assert same(FourthCorner(added).answer(given), expected)


def test_two_cells_are_not_three_corners():
    with pytest.raises(Unfit):
        FourthCorner().answer(grid("4..4", "...."))


@pytest.mark.parametrize(
    "colour, expected",
    [
        ("own", grid(".2...2..", "222.222.", ".2...2..")),
        ("of the dot", grid(".2...5..", "222.555.", ".2...5..")),
    ],
)
def test_a_thing_is_copied_onto_a_dot(colour, expected):
    given = grid(".2......", "222..5..", ".2......")
    assert same(CopyOntoDots(colour).answer(given), expected)


def test_a_copy_that_would_leave_the_grid_is_unfit():
    with pytest.raises(Unfit):
        CopyOntoDots().answer(grid("222..5"))


@pytest.mark.parametrize(
    "manner, expected",
    [
        ("as it is", grid("2.52.", ".25.2")),
        ("mirrored", grid("2.5.2", ".252.")),
    ],
)
def test_one_side_is_copied_across_the_line(manner, expected):
    given = grid("2.5..", ".25..")
    assert same(CopyAcrossTheLine(manner).answer(given), expected)


def test_a_line_that_lies_is_crossed_upwards():
    given = grid("..", "..", "55", "23", "..")
    expected = grid("..", "23", "55", "23", "..")
    assert same(CopyAcrossTheLine("mirrored").answer(given), expected)


def test_the_bar_is_as_long_as_the_commonest_colour_has_things():
    given = grid("2.2.3", ".....", "2.333")
    assert same(BarOfTheCommonest("lies").answer(given), grid("222"))
    assert same(BarOfTheCommonest("stands").answer(given), grid("2", "2", "2"))


def test_two_colours_with_as_many_things_are_a_tie():
    with pytest.raises(Unfit):
        BarOfTheCommonest().answer(grid("2.3"))


def test_a_square_counts_hollow_or_filled_things():
    given = grid("333.444.2", "3.3.4.4..", "333.444.2", ".........", "66.......")
    hollow, filled = grid("22.", "...", "..."), grid("222", "...", "...")
    assert same(CountIntoASquare("hollow", 2).answer(given), hollow)
    assert same(CountIntoASquare("filled", 2).answer(given), filled)
