"""Colours, references and directions that things are told by."""

import numpy as np
import pytest

from metamer.programs.scene import Scene
from metamer.programs.task import as_grid
from metamer.programs.things.colours import COLOURINGS
from metamer.programs.things.directions import DIRECTIONS, towards
from metamer.programs.things.field import Field
from metamer.programs.things.references import NONE, REFERENCES

UP, DOWN, LEFT, RIGHT = range(4)


def seen(rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return Field(scene, scene.things(how))


FRAME = [
    [3, 3, 3, 0, 0],
    [3, 5, 3, 0, 7],
    [3, 3, 3, 0, 0],
]
"""Things in reading order: the frame (3), its content (5), and a dot (7) beside."""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("its colour", [3, 5, 7]),
        ("the background colour", [0, 0, 0]),
        ("the colour around it", [0, 3, 0]),
        ("the colour of things around it", [5, 3, NONE]),
        ("the colour in its box that is not its own", [5, NONE, NONE]),
    ],
)
def test_colours_of_a_frame_and_its_content(words, expected):
    assert COLOURINGS[words][1](seen(FRAME)).tolist() == expected


def test_the_rarest_colour_is_that_of_the_odd_cell():
    field = seen([[4, 4, 2, 0, 6, 6]], how="any4")
    assert COLOURINGS["its rarest colour"][1](field).tolist() == [2, NONE]


def test_with_two_colours_each_has_another():
    field = seen([[4, 0, 2]])
    assert COLOURINGS["the only other colour of the grid"][1](field).tolist() == [2, 4]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the thing around it", [NONE, 0, NONE]),
        ("the thing inside it", [1, NONE, NONE]),
        ("the thing it touches", [1, 0, NONE]),
        ("the nearest thing", [1, 0, 0]),
        ("the only other thing", [NONE, NONE, NONE]),
        ("the longest thing of another colour", [NONE, 0, 0]),
    ],
)
def test_a_frame_its_content_and_a_dot_refer_to_each_other(words, expected):
    assert REFERENCES[words](seen(FRAME)).tolist() == expected


def test_things_of_one_form_or_colour_refer_to_each_other():
    field = seen([[1, 1, 0, 2, 2], [0, 0, 0, 0, 0], [1, 0, 0, 0, 3]])
    same_form = REFERENCES["the other thing of its form"](field)
    assert same_form.tolist() == [1, 0, 3, 2]
    same_colour = REFERENCES["the longest other thing of its colour"](field)
    assert same_colour.tolist() == [2, NONE, 0, NONE]
    in_columns = REFERENCES["the nearest thing in its columns"](field)
    assert in_columns.tolist() == [2, 3, 0, 1]


def test_a_thing_goes_towards_or_away_from_another():
    field = seen([[1, 0, 2]])
    others = np.array([1, 0])
    assert towards(field, others, False).argmax(1).tolist() == [RIGHT, LEFT]
    assert towards(field, others, True).argmax(1).tolist() == [LEFT, RIGHT]
    assert not towards(field, np.array([NONE, NONE]), False).any()


def test_a_long_thing_goes_along_itself():
    field = seen([[1, 1, 0], [0, 0, 2], [0, 0, 2]])
    ways = DIRECTIONS["along its longer side"][1](field)
    assert np.flatnonzero(ways[0]).tolist() == [LEFT, RIGHT]
    assert np.flatnonzero(ways[1]).tolist() == [UP, DOWN]


def test_a_diagonal_line_goes_on_diagonally():
    field = seen([[1, 0, 0], [0, 1, 0], [0, 0, 0]], how="colour8")
    ways = DIRECTIONS["along its longer side"][1](field)
    assert np.flatnonzero(ways[0]).tolist() == [4, 7]


def test_odd_cells_point_to_a_side():
    field = seen([[4, 4, 2, 0]], how="any4")
    ways = DIRECTIONS["to the side where its odd cells are"][1](field)
    assert np.flatnonzero(ways[0]).tolist() == [RIGHT]


def test_the_nearest_edge_counts_only_where_it_is_one():
    field = seen([[0] * 5, [0, 0, 0, 1, 0], [0] * 5, [0] * 5])
    ways = DIRECTIONS["towards the nearer of the left and right edges"][1](field)
    assert np.flatnonzero(ways[0]).tolist() == [RIGHT]
    tie = DIRECTIONS["towards the edge that is nearest"][1](field)
    assert not tie.any()
