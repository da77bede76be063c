"""Where things can go."""

import numpy as np

from metamer.programs.scene import Scene
from metamer.programs.task import as_grid
from metamer.programs.things.field import Field
from metamer.programs.things.panels import panels
from metamer.programs.things.places import (
    NOWHERE,
    PLACES,
    RELATIVE,
    beyond,
    fallen,
    slid,
    to_contact,
    to_edge,
    to_other,
)
from metamer.programs.things.references import NONE

DOWN, RIGHT = 1, 3


def seen(rows, how="colour4"):
    scene = Scene(as_grid(rows))
    return Field(scene, scene.things(how))


ROW = [[1, 0, 0, 2, 0, 0]]


def test_a_thing_goes_to_the_edge_or_until_it_meets_something():
    field = seen(ROW)
    assert to_edge(field)[:, RIGHT].tolist() == [5, 2]
    assert to_contact(field)[:, RIGHT].tolist() == [2, 2]
    assert to_other(field, np.array([1, NONE]))[0, RIGHT] == 2


def test_a_thing_that_slides_comes_to_a_place():
    field = seen(ROW)
    right = np.zeros((2, 8), bool)
    right[:, RIGHT] = True
    assert slid(field, right, to_contact(field)).tolist() == [[0, 2], [0, 5]]
    assert slid(field, np.ones((2, 8), bool), to_edge(field)).min() == NOWHERE


def test_things_that_fall_lie_on_each_other():
    field = seen([[1, 0], [2, 0], [0, 0], [0, 3]])
    assert fallen(field, np.ones(3, bool))[:, DOWN].tolist() == [2, 2, 0]


def test_what_stays_holds_up_what_falls():
    field = seen([[1, 2], [0, 0], [3, 0]])
    moving = np.array([True, True, False])
    assert fallen(field, moving)[:, DOWN].tolist() == [1, 2, 0]


def test_places_in_the_grid():
    field = seen([[0, 1, 0, 0, 0], [0] * 5, [0] * 5])
    assert PLACES["the middle of the grid"][1](field).tolist() == [[1, 2]]
    mirrored = PLACES["its mirror image left and right"][1](field)
    assert mirrored.tolist() == [[0, 3]]


def test_places_by_another_thing():
    field = seen([[1, 0, 0, 0], [0, 2, 2, 2], [0, 2, 2, 2], [0, 2, 2, 2]])
    others = np.array([[1, 1]])
    middle = beyond(RELATIVE["the middle of {}"][1], field, others)
    assert middle.tolist() == [[[2, 2], [NOWHERE, NOWHERE]]]
    above = beyond(RELATIVE["right above {}"][1], field, others)
    assert above[0, 0].tolist() == [0, 0]
    across = beyond(RELATIVE["the opposite side of {}"][1], field, others)
    assert across[0, 0].tolist() == [4, 4]


def test_panels_lie_between_full_lines():
    rows = [[1, 0, 5, 0, 2], [0, 0, 5, 0, 0], [5, 5, 5, 5, 5], [0, 3, 5, 0, 0]]
    found = panels(Scene(as_grid(rows)))
    assert [(it.top, it.left, it.height, it.width) for it in found] == [
        (0, 0, 2, 2),
        (0, 3, 2, 2),
        (3, 0, 1, 2),
        (3, 3, 1, 2),
    ]
    assert panels(Scene(as_grid([[1, 0], [0, 0]]))) == []
