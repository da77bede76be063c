"""Further properties to choose by: the one in the middle of an order, the second of it."""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.attributes import Numbers
from metamer.paradigms.concepts.search.properties import (
    Properties,
    Property,
    PropertyColumn,
    tabulate,
)

ORDERED = ("size", "height", "width", "top", "left", "length")
"""The attributes in whose order people see objects."""

ORDINALS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "median": lambda values: values == np.median(values),
    "second smallest": lambda values: values == np.unique(values)[1],
    "second greatest": lambda values: values == np.unique(values)[-2],
}
"""Tests of the values of one scene."""

MIN_OBJECTS = 3
"""Among fewer objects there is no middle and no second."""


def with_ordinals(known: Properties, numbers: list[Numbers]) -> Properties:
    """The properties, and the ordinal ones of scenes whose objects all differ."""
    columns = []
    for name in ORDERED:
        values = [table[name] for table in numbers]
        for test, compare in ORDINALS.items():
            holds = [_ordinal(scene, compare) for scene in values]
            if any(scene.any() for scene in holds):
                columns.append(PropertyColumn(Property(name, test), holds))
    more = tabulate(columns, numbers)
    return Properties(
        [*known.each, *more.each],
        np.concatenate([known.costs, more.costs]),
        [np.hstack(scenes) for scenes in zip(known.holds, more.holds, strict=True)],
    )


def _ordinal(values: np.ndarray, of: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    # Among equal values it would be open which object is the second.
    different = len(values) >= MIN_OBJECTS and len(np.unique(values)) == len(values)
    return of(values) if different else np.zeros(len(values), bool)
