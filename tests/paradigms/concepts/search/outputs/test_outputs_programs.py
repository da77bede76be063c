"""What each family of programs finds on a small task."""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.amounts import amounts
from metamer.paradigms.concepts.search.outputs.bars import bars
from metamer.paradigms.concepts.search.outputs.cases import branches, lookups
from metamer.paradigms.concepts.search.outputs.cleanings import clean
from metamer.paradigms.concepts.search.outputs.counting import (
    diagonals,
    lit_cells,
    solids,
)
from metamer.paradigms.concepts.search.outputs.crops import crops
from metamer.paradigms.concepts.search.outputs.find import find
from metamer.paradigms.concepts.search.outputs.lattices import as_cells, rearrangements
from metamer.paradigms.concepts.search.outputs.lists import lists
from metamer.paradigms.concepts.search.outputs.overlays import combinations, overlays
from metamer.paradigms.concepts.search.outputs.segmentations import segmentations
from metamer.paradigms.concepts.search.outputs.whole import whole_changes
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.tasks import Grid, Pair, Task, as_grid

Pairs = list[tuple[str, str]]


def rows(text: str) -> Grid:
    """A grid from rows of digits."""
    return as_grid([[int(cell) for cell in row] for row in text.split()])


def seen(pairs: Pairs, asked: str) -> View:
    demonstrations = tuple(Pair(rows(given), rows(made)) for given, made in pairs)
    return View(Task(demonstrations, (rows(asked),)))


def kind(view: View, words: str) -> Segmentation:
    return next(it for it in segmentations(view) if it.kind.singular == words)


def by_kind(family: Callable, words: str, pairs: Pairs, asked: str) -> list[list]:
    """The answers of one family with objects seen in one way, the cheapest first."""
    view = seen(pairs, asked)
    return answers(family(kind(view, words), Budget()))


def by_number(family: Callable, pairs: Pairs, asked: str) -> list[list]:
    """The answers of one family that shows numbers of objects."""
    view = seen(pairs, asked)
    kinds = [kind(view, "object of one colour")]
    return answers(family(view, kinds, amounts(view, kinds), Budget()))


def answers(programs: list[Program]) -> list[list]:
    cheapest = sorted(programs, key=lambda it: it.cost)
    return [it.answers[0].tolist() for it in cheapest if it.answers[0] is not None]


def test_the_largest_object_is_cropped():
    pairs = [("1000 0022 0022", "22 22"), ("3300 3300 0004", "33 33")]
    made = by_kind(crops, "object of one colour", pairs, "60055 00055 00055")
    assert made[0] == [[5, 5], [5, 5], [5, 5]]


def test_a_object_is_chosen_by_two_properties_and_flipped():
    pairs = [
        ("110022 100002 000000 330000 300000", "33 03"),
        ("440000 400000 000000 005505 005555", "44 04"),
    ]
    made = by_kind(crops, "object of one colour", pairs, "660000 600000 000000 777000")
    assert [[6, 6], [0, 6]] in made


def test_the_panel_unlike_the_others_is_cropped():
    pairs = [("10501510 01510501", "01 10"), ("22522502 02502522", "02 22")]
    made = by_kind(crops, "panel between lines", pairs, "30530503 33533530")
    assert [[0, 3], [3, 0]] in made


def test_objects_are_counted_into_a_bar():
    pairs = [("1010 0000 0100", "888"), ("0010 0000 1000", "88")]
    assert by_number(solids, pairs, "10101 00000 10101")[0] == [[8] * 6]


def test_objects_are_counted_into_a_square():
    pairs = [("1010 0000 0100", "222 222 222"), ("0010 0000 1000", "22 22")]
    assert by_number(solids, pairs, "10101 00000 00100")[0] == [[2] * 4] * 4


def test_objects_are_counted_into_cells_of_a_frame():
    pairs = [("1000 0010", "770 000"), ("1010 0000 0100", "777 000")]
    assert by_number(lit_cells, pairs, "1010 0000 1010")[0] == [[7, 7, 7], [7, 0, 0]]


def test_a_diagonal_has_a_cell_for_each_object():
    pairs = [("3030 0000", "30 03"), ("3030 0000 3000", "300 030 003")]
    made = by_number(diagonals, pairs, "3030 0000 3030")
    assert made[0] == (3 * np.eye(4, dtype=int)).tolist()


def test_a_number_tells_which_plain_grid_is_shown():
    pairs = [("1000 0000", "3"), ("1010 0000", "2"), ("0100", "3"), ("0101", "2")]
    view = seen(pairs, "1010 0000 0000")
    found = amounts(view, [kind(view, "object of one colour")])
    assert answers(lookups(view, found, Budget()))[0] == [[2]]


def test_one_case_may_be_a_plain_grid():
    pairs = [("12 34", "21 43"), ("55 50", "0"), ("40 50", "04 05")]
    view = seen(pairs, "60 07")
    found = amounts(view, [kind(view, "set of all cells of one colour")])
    made = branches(
        view, found, lambda part: list(whole_changes(part, Budget())), Budget()
    )
    assert [[0, 6], [7, 0]] in answers(made)


def test_colours_are_listed_from_top_to_bottom():
    pairs = [("0010 0000 0200", "12"), ("3000 0000 0440 0000 0005", "345")]
    made = by_kind(lists, "object of one colour", pairs, "006 000 700 000 080")
    assert made[0] == [[6, 7, 8]]


def test_objects_are_joined_by_size():
    pairs = [("2200 2200 0001", "122 022"), ("0033 4033 0000", "433 033")]
    made = by_kind(lists, "object of one colour", pairs, "0000 5506 5500")
    assert made[0] == [[6, 5, 5], [0, 5, 5]]


def test_a_bar_is_drawn_for_each_colour():
    pairs = [("1010 0000 0200", "11 20"), ("3040 0000 0404", "444 300")]
    made = by_kind(bars, "object of one colour", pairs, "5050 0000 6050")
    assert made[0] == [[5, 5, 5], [6, 0, 0]]


def test_cells_that_are_on_in_both_panels_stay():
    pairs = [("11510 01511", "20 02"), ("10501 11511", "00 22")]
    made = by_kind(combinations, "panel between lines", pairs, "01511 11510")
    assert made[0] == [[0, 2], [2, 0]]


def test_panels_are_laid_over_each_other():
    pairs = [("1022 0122", "12 21"), ("0130 1003", "31 13")]
    made = by_kind(overlays, "left or right half", pairs, "1044 0140")
    assert made == [[[1, 4], [4, 1]]]


def test_panels_are_put_in_the_order_of_how_full_they_are():
    pairs = [
        ("11510500 11500500", "00510511 00500511"),
        ("01500511 00500511", "00501511 00500511"),
    ]
    made = by_kind(rearrangements, "panel between lines", pairs, "22502500 20500500")
    assert made[0] == rows("00502522 00500520").tolist()


def test_each_panel_becomes_a_cell_that_says_whether_it_is_full():
    pairs = [("11510 11510", "30"), ("01511511 01511511", "033")]
    made = by_kind(as_cells, "panel between lines", pairs, "11501500 11511501")
    assert [[3, 0, 0]] in made


def test_each_panel_becomes_a_cell_of_its_colour():
    pairs = [("11520 01502", "12"), ("30540533 30544503", "343")]
    assert by_kind(as_cells, "panel between lines", pairs, "60577 06507")[0] == [[6, 7]]


def test_two_changes_of_the_whole_grid_are_found():
    pairs = [("12 30", "2211 2211 0033 0033"), ("40 05", "0044 0044 5500 5500")]
    made = answers(whole_changes(seen(pairs, "60 70"), Budget()))
    assert made[0] == rows("0066 0066 0077 0077").tolist()


def test_what_a_colour_hides_is_found():
    pairs = [("1221 3443 1299", "21"), ("1221 9943 1221", "34")]
    view = seen(pairs, "5665 7899")
    assert answers(whole_changes(view, Budget()))[0] == [[8, 7]]


def test_a_search_without_steps_finds_nothing():
    assert find(seen([("12", "1"), ("34", "3")], "56"), Budget(steps=0)) == []


def test_programs_come_cheapest_first_and_explain_themselves():
    programs = find(seen([("12", "21"), ("40", "04")], "60"), Budget())
    assert programs[0].words == "take the grid, flipped left to right"
    assert [it.cost for it in programs] == sorted(it.cost for it in programs)


def test_cleaning_leaves_the_outputs_and_changes_every_input():
    pairs = [("101 000 555 100", "66"), ("100 555 001 100", "6")]
    cleaned = clean(seen(pairs, "101 000 010 555 001"))
    views = {words: view for words, _, view in cleaned}
    tidy = views["take the first panel between lines"]
    assert [it.tolist() for it in tidy.task.seen] == [
        [[1, 0, 1], [0, 0, 0]],
        [[1, 0, 0]],
        [[1, 0, 1], [0, 0, 0], [0, 1, 0]],
    ]
    assert "remove single cells" in views
    assert "take the inside of the largest rectangle" not in views
