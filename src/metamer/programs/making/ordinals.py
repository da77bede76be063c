"""Further properties to choose by: the one in the middle of an order, the second of it."""

from collections.abc import Callable

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.properties import Properties

ORDERED = ("size", "height", "width", "top row", "left column", "longer side")
"""The attributes in whose order things are thought to stand."""

ORDINALS: dict[str, tuple[float, Callable[[np.ndarray], np.ndarray]]] = {
    "in the middle by {}": (1.1, lambda column: column == np.median(column)),
    "second by rising {}": (1.5, lambda column: column == np.unique(column)[1]),
    "second by falling {}": (1.5, lambda column: column == np.unique(column)[-2]),
}


def with_ordinals(known: Properties, tables: list[np.ndarray]) -> Properties:
    """The properties, and the ordinal ones of things that all differ."""
    words, costs = list(known.words), known.costs.tolist()
    holds = list(known.holds) or [np.zeros((len(table), 0), bool) for table in tables]
    places = {name: place for place, name in enumerate(ATTRIBUTES)}
    for name in ORDERED:
        columns = [table[:, places[name]] for table in tables]
        for said, (cost, of) in ORDINALS.items():
            true = [_ordinal(column, of) for column in columns]
            if any(it.any() for it in true):
                words.append(said.format(name))
                costs.append(cost)
                holds = [
                    np.column_stack([old, new])
                    for old, new in zip(holds, true, strict=True)
                ]
    return Properties(words, np.array(costs), holds)


def _ordinal(column: np.ndarray, of: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    different = len(column) > 2 and len(np.unique(column)) == len(column)
    return of(column) if different else np.zeros(len(column), bool)
