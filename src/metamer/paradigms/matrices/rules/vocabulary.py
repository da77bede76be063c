"""What matrices are made of: attributes, relations, triples, and the codes of a panel.

A panel is 15 whole numbers: nine cells of a grid (0 is empty, else 1 + 100 type +
10 size + colour of its shape), then six lines (0 is absent, else 1 + colour). What a
panel shows of an attribute is a set of values.

Source: barrett2018, App. A; the released files, for sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int, Integer

RELATIONS = ("progression", "XOR", "OR", "AND", "consistent_union")
"""Spelled as in the released files."""

PROGRESSION, XOR, OR, AND, UNION = range(len(RELATIONS))

SET_RELATIONS = (XOR, OR, AND)
"""Relations between sets of values; the other two relate single values."""


class Attribute(NamedTuple):
    """A property of one kind of object."""

    kind: str
    """`shape` or `line`."""
    name: str
    values: int
    """The number of different values."""
    relations: tuple[int, ...]
    """The relations that it can follow."""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


ATTRIBUTES = (
    Attribute("shape", "size", 10, (PROGRESSION, *SET_RELATIONS, UNION)),
    Attribute("shape", "color", 10, (PROGRESSION, *SET_RELATIONS, UNION)),
    Attribute("shape", "number", 10, (PROGRESSION, UNION)),
    Attribute("shape", "position", 9, SET_RELATIONS),
    Attribute("shape", "type", 7, (PROGRESSION, *SET_RELATIONS, UNION)),
    Attribute("line", "color", 10, (PROGRESSION, *SET_RELATIONS, UNION)),
    Attribute("line", "type", 6, (*SET_RELATIONS, UNION)),
)
"""Numbers of shapes are the values 0 to 9; positions are the cells of a 3 by 3 grid."""

SIZE, COLOUR, NUMBER, POSITION, TYPE, LINE_COLOUR, LINE_TYPE = range(len(ATTRIBUTES))

SHAPES = ("circle", "triangle", "square", "pentagon", "hexagon", "octagon", "star")
LINES = (
    "falling diagonal",
    "rising diagonal",
    "vertical",
    "horizontal",
    "diamond",
    "circle",
)
DIRECTIONS = ("rows", "columns")

CELLS, PANELS, CONTEXT, CANDIDATES = 9, 16, 8, 8
SLOTS = CELLS + len(LINES)

META_BITS = (
    "shape",
    "line",
    "color",
    "number",
    "position",
    "size",
    "type",
    *RELATIONS,
)
"""What each bit of a meta-target stands for. Source: barrett2018, Sec. 3.1."""


@dataclass(frozen=True)
class Triple:
    """A relation that an attribute of one kind of object follows."""

    attribute: int
    relation: int

    @property
    def words(self) -> tuple[str, str, str]:
        """Object, attribute, relation, as in the released files."""
        kind, name, *_ = ATTRIBUTES[self.attribute]
        return kind, name, RELATIONS[self.relation]

    def __str__(self) -> str:
        return " ".join(self.words)

    @property
    def meta(self) -> np.ndarray:
        """Its row of a meta-target: three ones among twelve bits."""
        return np.array([word in self.words for word in META_BITS], np.uint8)


TRIPLES = tuple(
    Triple(index, relation)
    for index, attribute in enumerate(ATTRIBUTES)
    for relation in attribute.relations
)
"""All 29. Source: barrett2018, Sec. 2.2, for their number."""

META_ROWS = np.array(
    [*(triple.meta for triple in TRIPLES), [0] * len(META_BITS)], np.uint8
)
"""The meta-target of each triple; the last row, index -1, belongs to a missing triple."""

MAX_TRIPLES = 4
"""Triples in one matrix, at most. Source: barrett2018, Sec. 2.1."""


def compatible(one: Triple, other: Triple) -> bool:
    """Whether both can hold in one matrix.

    Each attribute follows one relation, and number and position exclude each other. A
    consistent union of line types shows a single line in each panel, so line colours
    cannot follow a relation between sets there.

    Source: barrett2018, App. A, for number and position; the rest follows from sets.
    """
    attributes = {one.attribute, other.attribute}
    if len(attributes) == 1 or attributes == {NUMBER, POSITION}:
        return False
    relations = {triple.attribute: triple.relation for triple in (one, other)}
    return not (
        attributes == {LINE_COLOUR, LINE_TYPE}
        and relations[LINE_COLOUR] in SET_RELATIONS
        and relations[LINE_TYPE] == UNION
    )


def conflicts() -> Bool[np.ndarray, "triple triple"]:
    """Which triples exclude each other."""
    return np.array([[not compatible(a, b) for b in TRIPLES] for a in TRIPLES])


def compatible_pairs() -> list[tuple[int, int]]:
    """All 347 pairs of triples that one matrix can have, as indices into `TRIPLES`."""
    pairs = combinations(range(len(TRIPLES)), 2)
    return [(a, b) for a, b in pairs if compatible(TRIPLES[a], TRIPLES[b])]


class Facts(NamedTuple):
    """What is known about some matrices beyond their panels."""

    triples: Int[np.ndarray, "item 4"]
    """Indices into `TRIPLES`; -1 fills the row of a matrix with fewer triples."""
    directions: Int[np.ndarray, "item 4"]
    """0 along rows, 1 along columns; -1 as for triples."""
    distracting: Bool[np.ndarray, "item 7"]
    """Which attributes vary without a rule."""


def facts(features: Integer[np.ndarray, "item 15"]) -> Facts:
    """The features of items, by name."""
    bounds = [MAX_TRIPLES, 2 * MAX_TRIPLES]
    triples, directions, distracting = np.split(features, bounds, axis=1)
    return Facts(triples, directions, distracting.astype(bool))


def describe(triples: Int[np.ndarray, " 4"]) -> str:
    """The triples of one matrix in words."""
    return ", ".join(str(TRIPLES[index]) for index in sorted(triples) if index >= 0)
