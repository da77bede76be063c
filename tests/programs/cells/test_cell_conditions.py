"""What can be asked of a cell by itself, and of those of a kind."""

import numpy as np
import pytest

from metamer.programs.cells.conditions import CELL, conditions, usual
from metamer.programs.cells.conditions_masks import MASK
from metamer.programs.cells.sight import Sight
from metamer.programs.scene import Scene
from metamer.programs.task import as_grid

BLOB = np.array([[0, 0, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0]], bool)


def asked(
    rows: list[list[int]], colours: tuple[int, ...] = ()
) -> dict[str, np.ndarray]:
    sights = [Sight(Scene(as_grid(rows)))]
    return {it.words: it.values[0] for it in conditions(sights, list(colours))}


@pytest.mark.parametrize(
    "words, holds",
    [
        ("its row has {}", ["....", "####", "...."]),
        ("its column has {}", [".###", ".###", ".###"]),
        ("its row or column has {}", [".###", "####", ".###"]),
        ("its row is all {}", ["....", "....", "...."]),
        ("it touches {} with a side", [".###", "####", ".###"]),
        ("at least 2 of its sides touch {}", ["....", "..#.", "...."]),
        ("at least 3 of its neighbours are {}", ["..#.", "....", "..#."]),
        ("it lies in the box around all {}", ["....", ".###", "...."]),
        ("the next cell right is {}", ["....", "###.", "...."]),
        ("somewhere up there is {}", ["....", "....", ".###"]),
        ("it has {} on both sides left and right", ["....", "..#.", "...."]),
        ("it is in a line of three left and right of {}", ["....", ".###", "...."]),
        ("it is in a line of three up and down of {}", ["....", "....", "...."]),
        ("it lies between {} in a straight line", ["....", "..#.", "...."]),
        ("it lies diagonally in line with {}", ["####", "....", "####"]),
        ("there is {} on at least three of its sides", ["....", "....", "...."]),
    ],
)
def test_a_mask_is_asked(words, holds):
    ask = next(of for told, _, of in MASK if told == words)
    expected = np.array([[cell == "#" for cell in row] for row in holds])
    assert (ask(BLOB) == expected).all()


def test_a_cell_in_a_ring_is_closed_in():
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    ask = next(of for told, _, of in MASK if told == "it is closed in by {}")
    assert np.argwhere(ask(ring)).tolist() == [[1, 1]]


@pytest.mark.parametrize(
    "words, count",
    [
        ("it is background", 5),
        ("it is at the edge", 6),
        ("it is at the edge, looking up", 3),
        ("it lies in the upper half", 3),
        ("it lies in the left half", 2),
        ("it lies in a middle column", 2),
        ("its column is even", 2),
        ("it lies on the diagonal", 2),
        ("it has the usual colour of its row", 5),
        ("its mirror image left to right is background", 5),
    ],
)
def test_a_cell_is_asked_where_it_lies(words, count):
    ask = next(of for told, _, of in CELL if told == words)
    assert ask(Sight(Scene(as_grid([[0, 0, 4], [0, 0, 0]])))).sum() == count


def test_a_condition_of_masks_is_asked_of_anything_of_its_own_colour_and_of_each_colour():
    said = asked([[3, 4, 4], [0, 0, 0]], (4,))
    assert said["its row is all something"][0].all()
    assert not said["its row is all its own colour"][0].any()
    assert said["the next cell right is its own colour"][0].tolist() == [
        False,
        True,
        False,
    ]
    assert said["the next cell right is colour 4"][0].tolist() == [True, True, False]


def test_a_cell_between_two_colours_is_between_them_either_way_round():
    said = asked([[3, 0, 0, 4], [4, 0, 0, 3], [3, 0, 0, 0]], (3, 4))
    between = said["it lies straight between 3 and 4"]
    assert between.tolist()[:2] == [[False, True, True, False]] * 2
    assert not between[2, 1:].any()
    assert said["it lies straight between 3 and the edge"][2, 1:].all()


def test_a_look_is_asked_what_it_meets():
    said = asked([[3, 0, 3, 0]], (3,))
    one = said["looking left and right it meets one colour on both sides"]
    assert one.tolist() == [[False, True, False, False]]
    assert said["looking left it meets 3"].tolist() == [[False, True, True, True]]


def test_the_usual_colour_of_a_row_is_the_lowest_of_the_most_common():
    assert usual(as_grid([[2, 1, 2], [4, 3, 5]])).tolist() == [2, 3]
