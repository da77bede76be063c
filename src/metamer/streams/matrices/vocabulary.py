"""What matrices are made of: attributes, relations, triples, and the codes of a panel.

A panel is 15 whole numbers: nine cells of a grid (0 is empty, else 1 + 100 type +
10 size + colour of its shape), then six lines (0 is absent, else 1 + colour). What a
panel shows of an attribute is the set of values in it, as the bits of one number.

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


class Attribute(NamedTuple):
    """Something that objects of one kind have."""

    kind: str
    """`shape` or `line`."""
    name: str
    values: int
    """How many different values there are."""
    relations: tuple[int, ...]
    """Which relations it can follow."""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


SETS = (XOR, OR, AND)
"""Relations of sets; the two others are about single values."""

ATTRIBUTES = (
    Attribute("shape", "size", 10, (PROGRESSION, *SETS, UNION)),
    Attribute("shape", "color", 10, (PROGRESSION, *SETS, UNION)),
    Attribute("shape", "number", 10, (PROGRESSION, UNION)),
    Attribute("shape", "position", 9, SETS),
    Attribute("shape", "type", 7, (PROGRESSION, *SETS, UNION)),
    Attribute("line", "color", 10, (PROGRESSION, *SETS, UNION)),
    Attribute("line", "type", 6, (*SETS, UNION)),
)
"""The number 0 to 9 is a value of its own; positions are the cells of a 3 by 3 grid."""

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

META = (
    "shape",
    "line",
    "color",
    "number",
    "position",
    "size",
    "type",
    *RELATIONS,
)
"""What each bit of a meta-target stands for. Source: the released files."""


@dataclass(frozen=True)
class Triple:
    """A relation of an attribute of a kind of object."""

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
        """Its row of a meta-target: three ones among twelve."""
        return np.array([word in self.words for word in META], np.uint8)


TRIPLES = tuple(
    Triple(place, relation)
    for place, attribute in enumerate(ATTRIBUTES)
    for relation in attribute.relations
)
"""All 29."""

MOST = 4
"""The most triples of one matrix. Source: barrett2018, Sec. 2.1."""


def compatible(one: Triple, other: Triple) -> bool:
    """Whether both can hold in one matrix.

    Each attribute follows one relation, number and position exclude each other, and
    several colours need several lines where a union of line types has one. Source:
    barrett2018, App. A, for number and position; the rest follows from sets.
    """
    attributes = {one.attribute, other.attribute}
    if len(attributes) == 1 or attributes == {NUMBER, POSITION}:
        return False
    relations = {it.attribute: it.relation for it in (one, other)}
    return not (
        attributes == {LINE_COLOUR, LINE_TYPE}
        and relations[LINE_COLOUR] in SETS
        and relations[LINE_TYPE] == UNION
    )


def conflicts() -> Bool[np.ndarray, "triple triple"]:
    """Which triples exclude each other."""
    return np.array([[not compatible(a, b) for b in TRIPLES] for a in TRIPLES])


def pairs() -> list[tuple[int, int]]:
    """All 347 pairs of triples that one matrix can have, as places in `TRIPLES`."""
    every = combinations(range(len(TRIPLES)), 2)
    return [(a, b) for a, b in every if compatible(TRIPLES[a], TRIPLES[b])]


class Facts(NamedTuple):
    """What is known of some matrices beyond their panels."""

    triples: Int[np.ndarray, "item 4"]
    """Places in `TRIPLES`; -1 where there are fewer."""
    directions: Int[np.ndarray, "item 4"]
    """0 along rows, 1 along columns; -1 where there are fewer."""
    distracting: Bool[np.ndarray, "item 7"]
    """Which attributes vary without a rule."""


def facts(features: Integer[np.ndarray, "item 15"]) -> Facts:
    """The features of items, by name."""
    triples, directions, distracting = np.split(features, [MOST, 2 * MOST], axis=1)
    return Facts(triples, directions, distracting.astype(bool))


def meta_targets(
    triples: Int[np.ndarray, "item 4"],
) -> Integer[np.ndarray, "item 12"]:
    """Which objects, attributes and relations the triples of each matrix name."""
    rows = np.array(
        [*(triple.meta for triple in TRIPLES), np.zeros(len(META), np.uint8)]
    )
    return rows[triples].max(axis=1)


def told(triples: Int[np.ndarray, " 4"]) -> str:
    """The triples of one matrix in words."""
    return ", ".join(str(TRIPLES[it]) for it in sorted(triples) if it >= 0)
