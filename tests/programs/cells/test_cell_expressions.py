"""Colours that a cell can be given."""

import pytest

from metamer.programs.cells.expressions import expressions
from metamer.programs.cells.expressions_things import things_expressions
from metamer.programs.cells.sight import Sight
from metamer.programs.task import Pair, Task, as_grid
from metamer.programs.view import View


def given(text: str, words: str) -> str:
    """What an expression gives to the cells of a grid written as digits."""
    grid = as_grid([[int(cell) for cell in row] for row in text.split()])
    view = View(Task((Pair(grid, grid),), ()))
    sights = [Sight(scene) for scene in view.scenes]
    said = [*expressions(sights, [7]), *things_expressions(view, sights)]
    values = next(it.values[0] for it in said if it.words == words)
    return " ".join("".join(map(str, row)) for row in values.tolist())


@pytest.mark.parametrize(
    "words, text, gives",
    [
        ("its own colour", "12", "12"),
        ("background", "102", "000"),
        ("7", "12", "77"),
        ("its mirror image left to right", "123", "321"),
        ("its mirror image up to down", "1 2", "2 1"),
        ("its image upside down", "12 34", "43 21"),
        ("its mirror image over the diagonal", "12 34", "13 24"),
        ("its image by a quarter turn", "12 34", "24 13"),
        ("what is next to it left", "0123", "0012"),
        ("what is there once all cells fall down", "12 00 03", "00 02 13"),
        ("what is there once all cells fall left", "0102", "1200"),
        ("what it meets looking right", "0030", "3330"),
        ("what comes after its own colour right", "3340", "4400"),
        ("what is on both sides of it left and right", "33433", "33333"),
        ("what it meets on both sides left and right", "30030", "33330"),
        ("the nearest colour in its row or column", "300004", "433443"),
        ("the colour of the nearest cell that is not background", "30 00", "33 33"),
        ("the usual colour of its row", "112", "111"),
        ("the usual colour of its column, background aside", "0 0 2", "2 2 2"),
        ("the most common colour but the background", "0122", "2222"),
        ("the least common colour but the background", "0122", "1111"),
        ("the other of the two colours", "0110", "1001"),
        ("the other of the two colours, background aside", "0120", "0210"),
    ],
)
def test_a_cell_is_given_by_itself(words, text, gives):
    assert given(text, words) == gives


@pytest.mark.parametrize(
    "words, text, gives",
    [
        ("the usual colour of a thing it is in", "0223", "0222"),
        ("the rarest colour of a thing it is in", "0223", "0333"),
        ("the other colour of a thing it is in", "0223", "0332"),
        (
            "the colour of a one-coloured thing whose hole it is in",
            "222 202 222",
            "222 222 222",
        ),
        ("the colour of the cells of a colour whose box it is in", "202", "222"),
        (
            "the colour in the hole of a one-coloured thing it is in",
            "0000 2220 2520 2220",
            "0000 5550 5550 5550",
        ),
        ("the colour around a piece it is in", "1111 1211 1111", "1111 1111 1111"),
        ("what a one-coloured thing it is in meets right", "22003", "33003"),
        ("its image left to right in the box of a thing", "0230", "0320"),
        ("the colour of a one-coloured thing with the least size", "0223", "3333"),
        (
            "the colour of a one-coloured thing next from left to right",
            "20304",
            "30402",
        ),
        (
            "the colour of a one-coloured thing at the other end from left to right",
            "20304",
            "40302",
        ),
    ],
)
def test_a_cell_is_given_by_things(words, text, gives):
    assert given(text, words) == gives
