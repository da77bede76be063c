"""What is said of things by how they lie to each other."""

import pytest

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.scene import Scene
from metamer.programs.task import as_grid


def said(words, rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return ATTRIBUTES[words].says(scene.things(how), scene)


BOWL = [[3, 0, 0, 3, 0], [3, 1, 0, 3, 2], [3, 3, 3, 3, 0]]
"""Things in reading order: the bowl, what it holds, and what is beside it."""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sides on which one other thing lies", [1, 3, 1]),
        ("things straight left of it", [0, 1, 2]),
        ("lies between two things of one colour", [0, 1, 0]),
        ("spans the grid", [1, 0, 0]),
    ],
)
def test_a_bowl_has_something_inside_and_something_beside(words, expected):
    assert said(words, BOWL) == expected


def test_a_line_under_another_is_hidden_in_part():
    rows = [[0, 5, 0], [2, 5, 2], [0, 5, 0]]
    assert said("cells that others seem to hide", rows, "colours") == [0, 1]


def test_stripes_lie_or_stand():
    rows = [[1, 1, 0, 1, 2], [2, 2, 0, 1, 2]]
    assert said("has rows of one colour each", rows, "any4") == [1, 0]
    assert said("has columns of one colour each", rows, "any4") == [0, 1]
