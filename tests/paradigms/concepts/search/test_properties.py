"""What can be said of objects."""

import numpy as np

from metamer.paradigms.concepts.search.attributes import (
    numbers,
    touches,
    within,
)
from metamer.paradigms.concepts.search.properties import properties
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import as_grid

GRID = as_grid(
    [
        [2, 2, 2, 0, 0, 4],
        [2, 0, 2, 0, 0, 0],
        [2, 2, 2, 0, 4, 4],
    ]
)
OTHER = as_grid([[0, 6, 0, 7, 7, 7], [0, 0, 0, 0, 0, 0], [5, 5, 0, 0, 0, 0]])

SCENES = Scene(GRID), Scene(OTHER)
NUMBERS = [numbers(scene.objects("colour4"), scene) for scene in SCENES]


def said(name, how="colour4"):
    scene = Scene(GRID)
    return numbers(scene.objects(how), scene)[name].tolist()


def test_numbers_are_said_of_each_object():
    assert said("size") == [8, 1, 2]
    assert said("holes") == [1, 0, 0]
    assert said("same_colour") == [1, 2, 2]
    assert said("edge_distance") == [0, 0, 0]
    assert said("hole_cells") == [1, 0, 0]


def test_flags_are_said_of_each_object():
    assert said("hollow_rectangle") == [1, 0, 0]
    assert said("one_cell") == [0, 1, 0]
    assert said("wide") == [0, 0, 1]
    assert said("at_bottom") == [1, 0, 1]


def test_objects_can_touch_and_lie_within_each_other():
    ring, dot, bar = Scene(GRID).objects("colour4")
    assert not touches(ring, bar)
    hole = Scene(GRID).objects("regions")[1]
    assert touches(ring, hole) and touches(hole, ring)
    assert within(hole, hole)
    assert not within(dot, ring)


def holding(found, words):
    place = found.words.index(words)
    return [holds[:, place].tolist() for holds in found.holds]


def test_properties_have_the_same_columns_in_every_scene():
    found = properties(NUMBERS, known=1)
    assert holding(found, "whose size is the greatest") == [
        [True, False, False],
        [False, True, False],
    ]
    assert len(found) == len(found.costs) == found.holds[0].shape[1]


def test_properties_that_tell_no_two_objects_apart_are_left_out():
    found = properties(NUMBERS, known=1)
    demonstrated = found.holds[0]
    assert demonstrated.any(axis=0).all()
    assert not demonstrated.all(axis=0).any()
    whole = np.concatenate(found.holds)
    assert len(np.unique(whole, axis=1).T) == whole.shape[1]


def test_constants_come_from_the_demonstrations_only():
    found = properties(NUMBERS, known=1)
    assert not any(words.endswith("colour is 6") for words in found.words)


def test_colours_have_no_order():
    found = properties(NUMBERS, known=1)
    assert not any(
        words.startswith("whose colour is the greatest") for words in found.words
    )
    assert any("colour" in words for words in found.words)
