"""Colours, references and directions by which objects are described."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.objects.colours import COLOURINGS
from metamer.paradigms.concepts.search.objects.directions import DIRECTIONS, towards
from metamer.paradigms.concepts.search.objects.references import NONE, REFERENCES
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.tasks import as_grid

UP, DOWN, LEFT, RIGHT = range(4)


def seen(rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return Stack(scene, scene.objects(how))


FRAME = [
    [3, 3, 3, 0, 0],
    [3, 5, 3, 0, 7],
    [3, 3, 3, 0, 0],
]
"""Objects in reading order: the frame (3), its content (5), and a dot (7) beside."""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("its colour", [3, 5, 7]),
        ("the background colour", [0, 0, 0]),
        ("the colour around it", [0, 3, 0]),
        ("the colour of objects around it", [5, 3, NONE]),
        ("the colour in its box that is not its own", [5, NONE, NONE]),
    ],
)
def test_colours_of_a_frame_and_its_content(words, expected):
    assert COLOURINGS[words].function(seen(FRAME)).tolist() == expected


def test_the_rarest_colour_is_that_of_the_odd_cell():
    stack = seen([[4, 4, 2, 0, 6, 6]], how="any4")
    assert COLOURINGS["its rarest colour"].function(stack).tolist() == [2, NONE]


def test_with_two_colours_each_has_another():
    stack = seen([[4, 0, 2]])
    other = COLOURINGS["the only other colour of the grid"].function(stack)
    assert other.tolist() == [2, 4]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the object around it", [NONE, 0, NONE]),
        ("the object inside it", [1, NONE, NONE]),
        ("the object it touches", [1, 0, NONE]),
        ("the nearest object", [1, 0, 0]),
        ("the only other object", [NONE, NONE, NONE]),
        ("the longest object of another colour", [NONE, 0, 0]),
    ],
)
def test_a_frame_its_content_and_a_dot_refer_to_each_other(words, expected):
    assert REFERENCES[words].function(seen(FRAME)).tolist() == expected


def test_objects_of_one_shape_or_colour_refer_to_each_other():
    stack = seen([[1, 1, 0, 2, 2], [0, 0, 0, 0, 0], [1, 0, 0, 0, 3]])
    same_shape = REFERENCES["the other object of its shape"].function(stack)
    assert same_shape.tolist() == [1, 0, 3, 2]
    same_colour = REFERENCES["the longest other object of its colour"].function(stack)
    assert same_colour.tolist() == [2, NONE, 0, NONE]
    in_columns = REFERENCES["the nearest object in its columns"].function(stack)
    assert in_columns.tolist() == [2, 3, 0, 1]


def test_an_object_goes_towards_or_away_from_another():
    stack = seen([[1, 0, 2]])
    others = np.array([1, 0])
    assert towards(stack, others, False).argmax(1).tolist() == [RIGHT, LEFT]
    assert towards(stack, others, True).argmax(1).tolist() == [LEFT, RIGHT]
    assert not towards(stack, np.array([NONE, NONE]), False).any()


def test_a_long_object_goes_along_itself():
    stack = seen([[1, 1, 0], [0, 0, 2], [0, 0, 2]])
    ways = DIRECTIONS["along its longer side"].function(stack)
    assert np.flatnonzero(ways[0]).tolist() == [LEFT, RIGHT]
    assert np.flatnonzero(ways[1]).tolist() == [UP, DOWN]


def test_a_diagonal_line_goes_on_diagonally():
    stack = seen([[1, 0, 0], [0, 1, 0], [0, 0, 0]], how="colour8")
    ways = DIRECTIONS["along its longer side"].function(stack)
    assert np.flatnonzero(ways[0]).tolist() == [4, 7]


def test_odd_cells_point_to_a_side():
    stack = seen([[4, 4, 2, 0]], how="any4")
    ways = DIRECTIONS["to the side of its odd cells"].function(stack)
    assert np.flatnonzero(ways[0]).tolist() == [RIGHT]


def test_the_nearest_edge_counts_only_where_it_is_one():
    stack = seen([[0] * 5, [0, 0, 0, 1, 0], [0] * 5, [0] * 5])
    ways = DIRECTIONS["towards the nearer of the left and right edges"].function(stack)
    assert np.flatnonzero(ways[0]).tolist() == [RIGHT]
    tie = DIRECTIONS["towards the nearest edge"].function(stack)
    assert not tie.any()
