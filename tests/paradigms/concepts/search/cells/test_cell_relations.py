"""How cells lie to objects, and conditions on them by their objects."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.cells.conditions_objects import (
    lift,
    object_conditions,
    weighted_properties,
)
from metamer.paradigms.concepts.search.cells.features import Feature, stack
from metamer.paradigms.concepts.search.cells.relations import relations
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid

RING = as_grid(
    [
        [0, 0, 0, 0, 0],
        [0, 2, 2, 2, 0],
        [0, 2, 0, 2, 0],
        [0, 2, 2, 2, 0],
        [0, 0, 0, 0, 0],
    ]
)


@pytest.mark.parametrize(
    "words, count",
    [
        ("in", 8),
        ("in a hole of", 1),
        ("in the centre of", 1),
        ("in the box of", 9),
        ("on the outline of the box of", 8),
        ("in the rows of", 15),
        ("in the rows or columns of", 21),
        ("above", 5),
        ("to the right of", 5),
        ("straight below", 3),
        ("in the top row of", 3),
        ("in the middle row of", 3),
        ("level with the middle of", 5),
        ("in the upper half of", 3),
        ("in a corner of the box of", 4),
        ("on a diagonal of the box of", 3),
        ("next to", 17),
        ("next to a side of", 13),
        ("in the outer part of", 8),
        ("in the inner part of", 0),
        ("looking down at", 9),
    ],
)
def test_cells_lie_to_a_ring(words, count):
    cells = relations(Surroundings(Scene(RING)), "colour8")[words][1]
    assert cells.shape == (1, 5, 5)
    assert cells.sum() == count


def view(*grids: list[list[int]]) -> View:
    shown = tuple(Pair(as_grid(grid), as_grid(grid)) for grid in grids)
    return View(Task(shown, (as_grid(grids[0]),)))


def said(of: View) -> dict[str, np.ndarray]:
    parts = object_conditions(of, [Surroundings(scene) for scene in of.scenes])
    return {
        words: row
        for part in parts
        for words, row in zip(part.words, part.values, strict=True)
    }


def test_a_property_of_an_object_is_asked_of_its_cells():
    of = said(view([[3, 3, 0, 4]]))
    largest = of["it is in an object of one colour whose size is the greatest"]
    assert largest[:4].tolist() == [True, True, False, False]


def test_a_property_of_an_object_is_asked_of_cells_in_relation_to_it():
    of = said(view([[3, 3], [0, 0], [4, 0]]))
    above = of["it is above an object of one colour whose size is the smallest"]
    assert above[:6].tolist() == [True, True, True, True, False, False]


def test_a_cell_between_objects_of_two_kinds_is_between():
    of = said(view([[3, 0, 0, 4], [3, 0, 0, 0]]))
    between = of[
        "it is between an object of one colour whose size is the greatest and another"
    ]
    assert between[:8].tolist() == [False, True, True, False] + [False] * 4


def test_scenes_without_objects_have_no_properties():
    empty = view([[0, 0]])
    assert weighted_properties(empty, "colour8").words == []
    assert not any(
        row.any() for words, row in said(empty).items() if "region" not in words
    )


def test_what_holds_of_a_cell_is_asked_of_the_whole_object():
    around = [Surroundings(Scene(as_grid([[3, 3, 0, 4]])))]
    first = stack(
        [Feature("it is first", 1.0, [np.array([[True, False, False, False]])])]
    )
    some, every = lift(first, around, "colour8")
    assert some.values.tolist() == [[True, True, False, False]]
    assert not every.values.any()
