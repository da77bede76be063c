"""What a program can ask of an object: whether it is the largest, has colour 3 ..."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES, Attribute, Numbers

MAX_CONSTANTS = 12
"""How many of the values that an attribute has are asked for one by one."""


class PropertyTest(NamedTuple):
    """A question about the value that an attribute has for an object."""

    words: str
    """`{attribute}` stands for the words of the attribute, `{value}` for a constant."""
    cost: float


TESTS: dict[str, PropertyTest] = {
    "true": PropertyTest("that {attribute}", 1.0),
    "false": PropertyTest("that {attribute}", 1.2),
    "greatest": PropertyTest("whose {attribute} is the greatest", 1.0),
    "smallest": PropertyTest("whose {attribute} is the smallest", 1.0),
    "not greatest": PropertyTest("whose {attribute} is not the greatest", 1.4),
    "not smallest": PropertyTest("whose {attribute} is not the smallest", 1.4),
    "unique": PropertyTest("whose {attribute} is unique", 1.3),
    "shared": PropertyTest("whose {attribute} is also that of another", 1.3),
    "most common": PropertyTest("whose {attribute} is the most common", 1.4),
    "not most common": PropertyTest("whose {attribute} is not the most common", 1.4),
    "equal": PropertyTest("whose {attribute} is {value}", 1.8),
    "not equal": PropertyTest("whose {attribute} is not {value}", 2.0),
    "above": PropertyTest("whose {attribute} is above {value}", 2.2),
    "at most": PropertyTest("whose {attribute} is at most {value}", 2.2),
    "median": PropertyTest("whose {attribute} is in the middle", 1.1),
    "second smallest": PropertyTest("whose {attribute} is the second smallest", 1.5),
    "second greatest": PropertyTest("whose {attribute} is the second greatest", 1.5),
}


class Property(NamedTuple):
    """A test of one attribute."""

    attribute: str
    """A key of `ATTRIBUTES`."""
    test: str
    """A key of `TESTS`."""
    value: int = 0

    @property
    def words(self) -> str:
        """What follows the name of an object: `whose size is 3`."""
        attribute = ATTRIBUTES[self.attribute]
        words = attribute.negation if self.test == "false" else attribute.words
        return TESTS[self.test].words.format(attribute=words, value=self.value)


@dataclass(frozen=True)
class Properties:
    """Which properties the objects of several scenes have: the same columns for all."""

    each: list[Property]
    costs: np.ndarray
    holds: list[np.ndarray]
    """For each scene [object, property]."""

    def __len__(self) -> int:
        return len(self.each)

    @property
    def words(self) -> list[str]:
        """The words of every property."""
        return [asked.words for asked in self.each]


class PropertyColumn(NamedTuple):
    """A property, and of which objects of each scene it holds."""

    asks: Property
    holds: list[np.ndarray]

    @property
    def cost(self) -> float:
        """What it costs to ask."""
        return TESTS[self.asks.test].cost


def properties(numbers: Sequence[Numbers], known: int) -> Properties:
    """What holds of the objects of each scene, given their attributes.

    Constants are those of the first `known` scenes (the demonstrations). A property that
    tells no two objects of these apart is left out; of equal columns, equal over all
    scenes, only the cheapest is kept.
    """
    columns: list[PropertyColumn] = []
    for name, attribute in ATTRIBUTES.items():
        values = [table[name] for table in numbers]
        columns += _columns(name, attribute, values, known)
    # Stable and by cost, so that the cheapest of equal columns comes first and is kept.
    columns.sort(key=lambda column: column.cost)
    distinct: dict[bytes, PropertyColumn] = {}
    for column in columns:
        shown = np.concatenate([np.zeros(0, bool), *column.holds[:known]])
        if shown.any() and not shown.all():
            # Over the asked scenes too: properties that agree on the demonstrations are
            # rival explanations if they differ there.
            key = np.packbits(np.concatenate(column.holds)).tobytes()
            distinct.setdefault(key, column)
    return tabulate(list(distinct.values()), numbers)


def tabulate(columns: list[PropertyColumn], numbers: Sequence[Numbers]) -> Properties:
    """Columns side by side, of objects with some attributes."""
    sizes = [len(table["size"]) for table in numbers]
    return Properties(
        [column.asks for column in columns],
        np.array([column.cost for column in columns]),
        [
            np.array([column.holds[scene] for column in columns], bool)
            .reshape(len(columns), size)
            .T
            for scene, size in enumerate(sizes)
        ],
    )


def _columns(
    name: str, attribute: Attribute, values: list[np.ndarray], known: int
) -> Iterator[PropertyColumn]:
    if attribute.flag:
        true = [column.astype(bool) for column in values]
        yield PropertyColumn(Property(name, "true"), true)
        yield PropertyColumn(Property(name, "false"), [~column for column in true])
        return
    for test, of in COMPARISONS.items():
        if attribute.ordered or test not in ORDERED:
            yield PropertyColumn(
                Property(name, test), [of(column) for column in values]
            )
    shown = np.unique(np.concatenate([np.zeros(0, int), *values[:known]]))
    for value in shown[:MAX_CONSTANTS].tolist():
        for test, compare in CONSTANTS.items():
            if attribute.ordered or test not in ORDERED:
                holds = [compare(column, value) for column in values]
                yield PropertyColumn(Property(name, test, value), holds)


def _greatest(column: np.ndarray) -> np.ndarray:
    return column == column.max() if len(column) else column.astype(bool)


def _smallest(column: np.ndarray) -> np.ndarray:
    return column == column.min() if len(column) else column.astype(bool)


def _unique(column: np.ndarray) -> np.ndarray:
    return (column[:, None] == column).sum(1) == 1


def _most_common(column: np.ndarray) -> np.ndarray:
    if not len(column):
        return column.astype(bool)
    values, counts = np.unique(column, return_counts=True)
    return column == values[counts.argmax()]


COMPARISONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "greatest": _greatest,
    "smallest": _smallest,
    "not greatest": lambda column: ~_greatest(column),
    "not smallest": lambda column: ~_smallest(column),
    "unique": _unique,
    "shared": lambda column: ~_unique(column),
    "most common": _most_common,
    "not most common": lambda column: ~_most_common(column),
}
"""Tests of an object's value against those of the other objects of its scene."""

CONSTANTS: dict[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "equal": lambda column, value: column == value,
    "not equal": lambda column, value: column != value,
    "above": lambda column, value: column > value,
    "at most": lambda column, value: column <= value,
}
"""Tests of an object's value against a constant."""

ORDERED = {
    "greatest",
    "smallest",
    "not greatest",
    "not smallest",
    "above",
    "at most",
}
"""Tests that mean nothing where values have no order, as colours have none."""
