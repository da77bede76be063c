"""What is said of objects by how they lie to each other."""

import pytest

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import as_grid


def values(name, rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return ATTRIBUTES[name].of_all(scene.objects(how), scene)


BOWL = [[3, 0, 0, 3, 0], [3, 1, 0, 3, 2], [3, 3, 3, 3, 0]]
"""Objects in reading order: the bowl, what it holds, and what is beside it."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sides_of_one", [1, 3, 1]),
        ("straight_left", [0, 1, 2]),
        ("between_same_colour", [0, 1, 0]),
        ("spans_grid", [1, 0, 0]),
    ],
)
def test_a_bowl_has_something_inside_and_something_beside(name, expected):
    assert values(name, BOWL) == expected


def test_a_line_under_another_is_hidden_in_part():
    rows = [[0, 5, 0], [2, 5, 2], [0, 5, 0]]
    assert values("hidden_cells", rows, "colours") == [0, 1]


def test_stripes_lie_or_stand():
    rows = [[1, 1, 0, 1, 2], [2, 2, 0, 1, 2]]
    assert values("striped_rows", rows, "any4") == [1, 0]
    assert values("striped_columns", rows, "any4") == [0, 1]
