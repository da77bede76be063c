"""Colours that a cell can get."""

import pytest

from metamer.paradigms.concepts.search.cells.expressions import expressions
from metamer.paradigms.concepts.search.cells.expressions_objects import (
    object_expressions,
)
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid


def given(text: str, words: str) -> str:
    """What an expression gives to the cells of a grid written as digits."""
    grid = as_grid([[int(cell) for cell in row] for row in text.split()])
    view = View(Task((Pair(grid, grid),), ()))
    around = [Surroundings(scene) for scene in view.scenes]
    found = [*expressions(around, [7]), *object_expressions(view, around)]
    values = next(one.values[0] for one in found if one.words == words)
    return " ".join("".join(map(str, row)) for row in values.tolist())


@pytest.mark.parametrize(
    "words, text, gives",
    [
        ("its own colour", "12", "12"),
        ("background", "102", "000"),
        ("7", "12", "77"),
        ("its mirror image left to right", "123", "321"),
        ("its mirror image upside down", "1 2", "2 1"),
        ("its image in the grid turned by 180 degrees", "12 34", "43 21"),
        ("its mirror image about the diagonal", "12 34", "13 24"),
        (
            "its image in the grid turned by 90 degrees counter-clockwise",
            "12 34",
            "24 13",
        ),
        ("the next cell left", "0123", "0012"),
        ("what is there once all cells have fallen down", "12 00 03", "00 02 13"),
        ("what is there once all cells have fallen left", "0102", "1200"),
        ("what is first seen right", "0030", "3330"),
        ("what follows its own colour right", "3340", "4400"),
        ("what follows its own colour on both sides left and right", "33433", "33333"),
        ("what is first seen on both sides left and right", "30030", "33330"),
        ("the nearest colour in its row or column", "300004", "433443"),
        ("the colour of the nearest cell that is not background", "30 00", "33 33"),
        ("the most common colour of its row", "112", "111"),
        ("the most common colour of its column but the background", "0 0 2", "2 2 2"),
        ("the most common colour but the background", "0122", "2222"),
        ("the least common colour but the background", "0122", "1111"),
        ("the other of the two colours", "0110", "1001"),
        ("the other of the two colours but the background", "0120", "0210"),
    ],
)
def test_a_cell_gets_a_colour_by_itself(words, text, gives):
    assert given(text, words) == gives


@pytest.mark.parametrize(
    "words, text, gives",
    [
        ("the most common colour of the object it is in", "0223", "0222"),
        ("the least common colour of the object it is in", "0223", "0333"),
        ("the other colour of the object it is in", "0223", "0332"),
        (
            "the colour of the object of one colour whose hole it is in",
            "222 202 222",
            "222 222 222",
        ),
        (
            "the colour of the set of all cells of one colour whose box it is in",
            "202",
            "222",
        ),
        (
            "the colour in the hole of the object of one colour it is in",
            "0000 2220 2520 2220",
            "0000 5550 5550 5550",
        ),
        (
            "the colour around the 4-connected object of one colour it is in",
            "1111 1211 1111",
            "1111 1111 1111",
        ),
        (
            "what is first seen right from the object of one colour it is in",
            "22003",
            "33003",
        ),
        ("its image in the box of the object flipped left to right", "0230", "0320"),
        (
            "the colour of the object of one colour whose size is the smallest",
            "0223",
            "3333",
        ),
        (
            "the colour of the object of one colour that comes next from left to right",
            "20304",
            "30402",
        ),
        (
            "the colour of the object of one colour at the other end from left to right",
            "20304",
            "40302",
        ),
    ],
)
def test_a_cell_gets_a_colour_from_objects(words, text, gives):
    assert given(text, words) == gives
