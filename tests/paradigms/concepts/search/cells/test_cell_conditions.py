"""Conditions on a cell by itself, and on a cell and a mask."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.cells.conditions import (
    CONDITIONS,
    conditions,
    most_common,
)
from metamer.paradigms.concepts.search.cells.conditions_masks import MASK_CONDITIONS
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import as_grid

BLOB = np.array([[0, 0, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0]], bool)


def asked(
    rows: list[list[int]], colours: tuple[int, ...] = ()
) -> dict[str, np.ndarray]:
    surroundings = [Surroundings(Scene(as_grid(rows)))]
    found = conditions(surroundings, list(colours))
    return {feature.words: feature.values[0] for feature in found}


@pytest.mark.parametrize(
    "words, holds",
    [
        ("its row has {}", ["....", "####", "...."]),
        ("its column has {}", [".###", ".###", ".###"]),
        ("its row or column has {}", [".###", "####", ".###"]),
        ("its row is all {}", ["....", "....", "...."]),
        ("it touches {} at a side", [".###", "####", ".###"]),
        ("at least 2 of its sides touch {}", ["....", "..#.", "...."]),
        ("at least 3 of its neighbours are {}", ["..#.", "....", "..#."]),
        ("it lies in the box around all {}", ["....", ".###", "...."]),
        ("the next cell right is {}", ["....", "###.", "...."]),
        ("somewhere up there is {}", ["....", "....", ".###"]),
        ("it has {} on both sides left and right", ["....", "..#.", "...."]),
        (
            "it is in a line of three cells left and right of {}",
            ["....", ".###", "...."],
        ),
        ("it is in a line of three cells up and down of {}", ["....", "....", "...."]),
        ("it lies between {} in a straight line", ["....", "..#.", "...."]),
        ("it lies diagonally in line with {}", ["####", "....", "####"]),
        ("there is {} on at least three of its sides", ["....", "....", "...."]),
    ],
)
def test_a_mask_is_asked(words, holds):
    expected = np.array([[cell == "#" for cell in row] for row in holds])
    assert (MASK_CONDITIONS[words].function(BLOB) == expected).all()


def test_a_cell_in_a_ring_is_enclosed():
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    holds = MASK_CONDITIONS["it is enclosed by {}"].function(ring)
    assert np.argwhere(holds).tolist() == [[1, 1]]


@pytest.mark.parametrize(
    "words, count",
    [
        ("it is background", 5),
        ("it is at the edge", 6),
        ("it is at the edge in the direction up", 3),
        ("it lies in the upper half", 3),
        ("it lies in the left half", 2),
        ("it lies in a middle column", 2),
        ("its column is even", 2),
        ("it lies on the diagonal", 2),
        ("it has the most common colour of its row", 5),
        ("its mirror image left to right is background", 5),
    ],
)
def test_a_cell_is_asked_where_it_lies(words, count):
    around = Surroundings(Scene(as_grid([[0, 0, 4], [0, 0, 0]])))
    assert CONDITIONS[words].function(around).sum() == count


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


def test_a_cell_is_asked_what_is_first_seen_from_it():
    said = asked([[3, 0, 3, 0]], (3,))
    one = said["what is first seen left and right has one colour"]
    assert one.tolist() == [[False, True, False, False]]
    assert said["what is first seen left is 3"].tolist() == [[False, True, True, True]]


def test_the_most_common_colour_of_a_row_is_the_lowest_of_the_most_common():
    assert most_common(as_grid([[2, 1, 2], [4, 3, 5]])).tolist() == [2, 3]
