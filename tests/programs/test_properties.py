"""What can be said of things."""

import numpy as np

from metamer.programs.attributes import ATTRIBUTES, beside, numbers, within
from metamer.programs.properties import properties
from metamer.programs.scene import Scene
from metamer.programs.task import as_grid

GRID = as_grid(
    [
        [2, 2, 2, 0, 0, 4],
        [2, 0, 2, 0, 0, 0],
        [2, 2, 2, 0, 4, 4],
    ]
)
OTHER = as_grid([[0, 6, 0, 7, 7, 7], [0, 0, 0, 0, 0, 0], [5, 5, 0, 0, 0, 0]])


def said(words, how="colour4"):
    table = numbers(Scene(GRID), how)
    return table[:, list(ATTRIBUTES).index(words)].tolist()


def test_numbers_are_said_of_each_thing():
    assert said("size") == [8, 1, 2]
    assert said("holes") == [1, 0, 0]
    assert said("things of its colour") == [1, 2, 2]
    assert said("distance to the nearest edge") == [0, 0, 0]
    assert said("cells in holes") == [1, 0, 0]


def test_flags_are_said_of_each_thing():
    assert said("is a hollow rectangle") == [1, 0, 0]
    assert said("is one cell") == [0, 1, 0]
    assert said("is wide") == [0, 0, 1]
    assert said("touches the bottom edge") == [1, 0, 1]


def test_things_can_touch_and_lie_within_each_other():
    ring, dot, bar = Scene(GRID).things("colour4")
    assert not beside(ring, bar)
    hole = Scene(GRID).things("regions")[1]
    assert beside(ring, hole) and beside(hole, ring)
    assert within(hole, hole)
    assert not within(dot, ring)


def column(found, words):
    place = found.words.index(words)
    return [holds[:, place].tolist() for holds in found.holds]


def test_properties_have_the_same_columns_in_every_scene():
    found = properties([Scene(GRID), Scene(OTHER)], "colour4", known=1)
    assert column(found, "with the most size") == [
        [True, False, False],
        [False, True, False],
    ]
    assert len(found.words) == len(found.costs) == found.holds[0].shape[1]


def test_properties_that_tell_no_two_things_apart_are_left_out():
    found = properties([Scene(GRID), Scene(OTHER)], "colour4", known=1)
    demonstrated = found.holds[0]
    assert demonstrated.any(axis=0).all()
    assert not demonstrated.all(axis=0).any()
    whole = np.concatenate(found.holds)
    assert len(np.unique(whole, axis=1).T) == whole.shape[1]


def test_constants_come_from_the_demonstrations_only():
    found = properties([Scene(GRID), Scene(OTHER)], "colour4", known=1)
    assert not any(words.endswith("colour 6") for words in found.words)


def test_colours_have_no_order():
    found = properties([Scene(GRID), Scene(OTHER)], "colour4", known=1)
    assert not any(
        words.endswith(("most colour", "least colour")) for words in found.words
    )
    assert any("colour" in words for words in found.words)
