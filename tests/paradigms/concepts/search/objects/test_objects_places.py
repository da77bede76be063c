"""Where objects can go."""

import numpy as np

from metamer.paradigms.concepts.search.objects.places import (
    NOWHERE,
    PLACES,
    RELATIVE_PLACES,
    relative_to,
)
from metamer.paradigms.concepts.search.objects.references import NONE
from metamer.paradigms.concepts.search.objects.slides import (
    fall,
    slide,
    to_contact,
    to_edge,
    to_other,
)
from metamer.paradigms.concepts.search.panels import at_lines
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.tasks import as_grid

DOWN, RIGHT = 1, 3


def seen(rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return Stack(scene, scene.objects(how))


ROW = [[1, 0, 0, 2, 0, 0]]


def test_an_object_goes_to_the_edge_or_until_it_meets_something():
    stack = seen(ROW)
    assert to_edge(stack)[:, RIGHT].tolist() == [5, 2]
    assert to_contact(stack)[:, RIGHT].tolist() == [2, 2]
    assert to_other(stack, np.array([1, NONE]))[0, RIGHT] == 2


def test_an_object_that_slides_comes_to_a_place():
    stack = seen(ROW)
    right = np.zeros((2, 8), bool)
    right[:, RIGHT] = True
    assert slide(stack, right, to_contact(stack)).tolist() == [[0, 2], [0, 5]]
    assert slide(stack, np.ones((2, 8), bool), to_edge(stack)).min() == NOWHERE


def test_objects_that_fall_lie_on_each_other():
    stack = seen([[1, 0], [2, 0], [0, 0], [0, 3]])
    assert fall(stack, np.ones(3, bool))[:, DOWN].tolist() == [2, 2, 0]


def test_what_stays_holds_up_what_falls():
    stack = seen([[1, 2], [0, 0], [3, 0]])
    moving = np.array([True, True, False])
    assert fall(stack, moving)[:, DOWN].tolist() == [1, 2, 0]


def test_places_in_the_grid():
    stack = seen([[0, 1, 0, 0, 0], [0] * 5, [0] * 5])
    assert PLACES["the middle of the grid"].function(stack).tolist() == [[1, 2]]
    mirrored = PLACES["its mirror image, left to right"].function(stack)
    assert mirrored.tolist() == [[0, 3]]


def test_places_by_another_object():
    stack = seen([[1, 0, 0, 0], [0, 2, 2, 2], [0, 2, 2, 2], [0, 2, 2, 2]])
    others = np.array([[1, 1]])
    middle = relative_to(RELATIVE_PLACES["the middle of {}"].function, stack, others)
    assert middle.tolist() == [[[2, 2], [NOWHERE, NOWHERE]]]
    above = relative_to(
        RELATIVE_PLACES["the place just above {}"].function, stack, others
    )
    assert above[0, 0].tolist() == [0, 0]
    across = relative_to(
        RELATIVE_PLACES["the opposite side of {}"].function, stack, others
    )
    assert across[0, 0].tolist() == [4, 4]


def test_panels_lie_between_full_lines():
    rows = [[1, 0, 5, 0, 2], [0, 0, 5, 0, 0], [5, 5, 5, 5, 5], [0, 3, 5, 0, 0]]
    panels = at_lines(Scene(as_grid(rows)))
    assert panels is not None
    assert panels.rows == [(0, 2), (3, 4)]
    assert panels.columns == [(0, 2), (3, 5)]
    assert at_lines(Scene(as_grid([[1, 0], [0, 0]]))) is None
