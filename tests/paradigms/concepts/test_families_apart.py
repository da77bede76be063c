"""One family of each concept apart from the others: its rule, in grids by hand."""

import pytest
from written_grids import grid

from metamer.paradigms.concepts.families.apart.above_below import DotsUnderABar
from metamer.paradigms.concepts.families.apart.center import TheMiddleOne
from metamer.paradigms.concepts.families.apart.clean_up import TrimRectangles
from metamer.paradigms.concepts.families.apart.complete_shape import AsTheWholeOne
from metamer.paradigms.concepts.families.apart.copying import IntoEmptyFrames
from metamer.paradigms.concepts.families.apart.count import CountTheStripes
from metamer.paradigms.concepts.families.apart.extend_to_boundary import OnFromTheTip
from metamer.paradigms.concepts.families.apart.extract_objects import CutOutTheMarked
from metamer.paradigms.concepts.families.apart.filled_not_filled import (
    FillWithTheFilledOne,
)
from metamer.paradigms.concepts.families.apart.horizontal_vertical import JoinTheDots
from metamer.paradigms.concepts.families.apart.inside_outside import OutlinesThatHold
from metamer.paradigms.concepts.families.apart.move_to_boundary import ToTheNearestEdge
from metamer.paradigms.concepts.families.apart.order import ReverseTheColours
from metamer.paradigms.concepts.families.apart.same_different import ColourOfTheModel
from metamer.paradigms.concepts.families.apart.top_bottom_2d import RowsAtBothEnds
from metamer.paradigms.concepts.families.apart.top_bottom_3d import ColourByLayer
from metamer.paradigms.concepts.rules import Unfit, families
from metamer.paradigms.concepts.tasks import same


def test_every_concept_has_one_family_apart():
    concepts = [entry.concept for entry in families()]
    apart = [entry.concept for entry in families() if entry.apart]
    assert sorted(apart) == sorted(set(concepts))


@pytest.mark.parametrize(
    "side, expected",
    [
        ("below", grid("5....", ".....", "333..", ".....", "3...5")),
        ("above", grid("3....", ".....", "333..", ".....", "5...5")),
    ],
)
def test_dots_straight_below_or_above_a_bar_take_its_colour(side, expected):
    given = grid("5....", ".....", "333..", ".....", "5...5")
    assert same(DotsUnderABar(side).answer(given), expected)


def test_a_dot_below_two_bars_is_unfit():
    with pytest.raises(Unfit):
        DotsUnderABar("below").answer(grid("33..5", ".....", "22...", ".....", "5...."))


def test_the_middle_one_of_five_is_marked():
    given = grid("3.3...3....", "3.3.3.3..33")
    expected = grid("3.3...3....", "3.3.8.3..33")
    assert same(TheMiddleOne(8).answer(given), expected)
    assert same(TheMiddleOne(8).answer(given.T), expected.T)


@pytest.mark.parametrize("given", [grid("3.3.3.3"), grid("3.3", "...", "3..")])
def test_four_in_a_row_or_three_in_none_have_no_middle_one(given):
    with pytest.raises(Unfit):
        TheMiddleOne(8).answer(given)


def test_cells_that_stick_out_of_a_rectangle_go():
    given = grid("..2....", ".222..2", ".2222..", ".222...", "2......")
    expected = grid(".......", ".222...", ".222...", ".222...", ".......")
    assert same(TrimRectangles().answer(given), expected)


def test_two_cells_side_by_side_on_a_rectangle_are_no_dirt():
    with pytest.raises(Unfit):
        TrimRectangles().answer(grid(".22.", "222.", "222.", "222."))


@pytest.mark.parametrize(
    "added, expected",
    [
        ("own", grid("222.333", "2.2.3.3", "222.333")),
        ("of the whole", grid("222.332", "2.2.2.3", "222.333")),
    ],
)
def test_a_thing_gets_the_cells_that_it_lacks_of_the_whole_one(added, expected):
    given = grid("222.33.", "2.2...3", "222.333")
    assert same(AsTheWholeOne(added).answer(given), expected)


def test_a_thing_with_a_cell_that_the_whole_one_has_not_is_unfit():
    with pytest.raises(Unfit):
        AsTheWholeOne().answer(grid("222.33.", "2.2..3.", "222.333"))


@pytest.mark.parametrize(
    "colour, expected",
    [
        ("own", grid("5555.6666", "5.25.6.26", "52.5.62.6", "5555.6666")),
        ("of the frame", grid("5555.6666", "5.25.6.66", "52.5.66.6", "5555.6666")),
    ],
)
def test_empty_frames_get_what_the_full_one_holds(colour, expected):
    given = grid("5555.6666", "5.25.6..6", "52.5.6..6", "5555.6666")
    assert same(IntoEmptyFrames(colour).answer(given), expected)


@pytest.mark.parametrize(
    "counted, expected",
    [("lying", grid("33")), ("standing", grid("333")), ("all", grid("33333"))],
)
def test_a_thick_stripe_counts_once(counted, expected):
    given = grid(".3.33.3", "3333333", ".3.33.3", "3333333", "3333333", ".3.33.3")
    assert same(CountTheStripes(counted).answer(given), expected)


def test_a_stripe_that_ends_before_the_edge_is_unfit():
    with pytest.raises(Unfit):
        CountTheStripes().answer(grid("3333", ".3..", ".3.3"))


@pytest.mark.parametrize(
    "paint, expected",
    [
        ("tip", grid("8......", "8228844", "8......", "8......", "2......", "2......")),
        (
            "line",
            grid("2......", "2228244", "2......", "8......", "2......", "2......"),
        ),
    ],
)
def test_a_line_goes_on_from_its_tip_to_the_edge_or_a_wall(paint, expected):
    given = grid(".......", ".228.44", ".......", "8......", "2......", "2......")
    assert same(OnFromTheTip(paint).answer(given), expected)


def test_lines_that_would_cross_are_unfit():
    with pytest.raises(Unfit):
        OnFromTheTip().answer(grid("228...", "......", "....8.", "....2.", "....2."))


@pytest.mark.parametrize(
    "mark, expected",
    [("stays", grid("33", "38", "33")), ("goes", grid("33", "33", "33"))],
)
def test_the_marked_thing_is_cut_out(mark, expected):
    given = grid("33...2", "38..22", "33...2", "......", "8.....")
    assert same(CutOutTheMarked(mark).answer(given), expected)


@pytest.mark.parametrize(
    "filled, expected",
    [
        ("stays", grid("333.22", "323.22", "333...")),
        ("goes", grid("333...", "323...", "333...")),
    ],
)
def test_hollow_things_are_filled_with_the_colour_of_the_filled_one(filled, expected):
    given = grid("333.22", "3.3.22", "333...")
    assert same(FillWithTheFilledOne(filled).answer(given), expected)


def test_two_filled_things_are_unfit():
    with pytest.raises(Unfit):
        FillWithTheFilledOne().answer(grid("333.22", "3.3...", "333.44"))


@pytest.mark.parametrize(
    "joined, expected",
    [
        ("row", grid("2222.", "....3", ".....", "....3")),
        ("column", grid("2..2.", "....3", "....3", "....3")),
    ],
)
def test_dots_in_one_row_or_in_one_column_are_joined(joined, expected):
    given = grid("2..2.", "....3", ".....", "....3")
    assert same(JoinTheDots(joined).answer(given), expected)


def test_a_dot_between_two_others_keeps_them_from_being_joined():
    with pytest.raises(Unfit):
        JoinTheDots("row").answer(grid("2.4.2", ".....", "..4.."))


@pytest.mark.parametrize(
    "kept, expected",
    [
        ("holding", grid("222....", "242....", "222....", ".......")),
        ("empty", grid("....333", "....3.3", "....333", ".......")),
    ],
)
def test_outlines_that_hold_something_or_nothing_stay(kept, expected):
    given = grid("222.333", "242.3.3", "222.333", "4......")
    assert same(OutlinesThatHold(kept).answer(given), expected)


def test_each_thing_moves_to_its_nearest_edge():
    given = grid(".......", "..2....", ".......", "....33.", ".......", ".......")
    expected = grid("..2....", ".......", ".......", ".....33", ".......", ".......")
    assert same(ToTheNearestEdge().answer(given), expected)


@pytest.mark.parametrize(
    "given", [grid("...", ".2.", "..."), grid("..3...", "..2...", "......", "......")]
)
def test_two_nearest_edges_or_a_thing_in_the_way_are_unfit(given):
    with pytest.raises(Unfit):
        ToTheNearestEdge().answer(given)


@pytest.mark.parametrize(
    "change, expected",
    [
        ("all", grid("5.44.3...2", "5....3...2")),
        ("ends", grid("5.33.4...2", "5....4...2")),
    ],
)
def test_colours_in_a_row_come_in_reverse_order(change, expected):
    given = grid("2.33.4...5", "2....4...5")
    assert same(ReverseTheColours(change).answer(given), expected)


def test_things_in_one_order_across_and_another_downwards_are_unfit():
    with pytest.raises(Unfit):
        ReverseTheColours().answer(grid("..3", "4..", ".2."))


@pytest.mark.parametrize(
    "painted, expected",
    [
        ("same", grid("22.22.3", "2..2..3")),
        ("different", grid("22.33.2", "2..3..2")),
    ],
)
def test_things_like_the_model_or_unlike_it_take_its_colour(painted, expected):
    given = grid("22.33.3", "2..3..3")
    assert same(ColourOfTheModel(painted).answer(given), expected)


def test_a_turned_model_is_unfit():
    with pytest.raises(Unfit):
        ColourOfTheModel().answer(grid("22.3.33", "...3..."))


@pytest.mark.parametrize(
    "colour, expected",
    [
        ("nearest", grid("22222", ".2...", ".2.3.", "...3.", "33333")),
        ("other", grid("33333", ".2...", ".2.3.", "...3.", "22222")),
    ],
)
def test_rows_at_both_ends_take_colours_of_top_and_bottom(colour, expected):
    given = grid(".....", ".2...", ".2.3.", "...3.", ".....")
    assert same(RowsAtBothEnds(colour).answer(given), expected)


@pytest.mark.parametrize(
    "given, expected",
    [
        (grid("555..", "5777.", "5777."), grid("111..", "1222.", "1222.")),
        (grid("..6..", "88688", "..6.."), grid("..2..", "11211", "..2..")),
    ],
)
def test_the_whole_rectangle_lies_on_the_other(given, expected):
    assert same(ColourByLayer(above=2, below=1).answer(given), expected)


def test_two_whole_rectangles_are_unfit():
    with pytest.raises(Unfit):
        ColourByLayer().answer(grid("5577", "5577"))
