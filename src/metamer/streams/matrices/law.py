"""Which matrices a regime allows, as arrays: one compiled program draws for them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from metamer.streams.matrices.vocabulary import (
    AND,
    ATTRIBUTES,
    CANDIDATES,
    LINE_COLOUR,
    LINE_TYPE,
    OR,
    POSITION,
    SETS,
    TRIPLES,
    XOR,
    conflicts,
)

STARTS, WAYS = 512, 2048
"""Room for what matrices may have to begin with, and for ways to make sets; regimes that
need less fill it up, so that one program does for all."""

WIDEST = 10
"""The most values of any attribute."""

BUCKETS = CANDIDATES
"""Each matrix belongs to one of so many buckets by what it is. Source: ours."""

SPLITS = {"train": (0, 6), "validation": (6, 7), "test": (7, BUCKETS)}
"""The first bucket of each split, and the first beyond it: so no two splits ever share a
matrix. Source: ours."""


class Bounds(NamedTuple):
    """How many values the sets of a line may have."""

    least: int
    """Of all three sets."""
    most: int
    """Of the first two."""
    most_third: int


USUAL = Bounds(1, 4, 5)
"""Source: the released files, where sets of up to five colours were seen."""

BOUNDS = {
    POSITION: (Bounds(1, 5, 7), Bounds(5, 9, 9)),
    LINE_COLOUR: (USUAL, Bounds(1, 3, 3)),
    LINE_TYPE: (USUAL, Bounds(3, 6, 6)),
}
"""The usual bounds, and those where another attribute of the same objects has sets: five
sizes need five shapes, and three colours need three lines.

Unstated: barrett2018 does not say how such pairs were made.
"""

CROWD = 5
"""The fewest shapes or lines that can show any set. Source: ours."""


class Ways(NamedTuple):
    """In how many ways a third set comes about from two others."""

    rows: Int[Array, "way 3"]
    """How many values are in the first set only, in the second only, and in both."""
    first: Int[Array, "attribute crowded relation size"]
    """Where the rows begin for a third set of this size."""
    many: Int[Array, "attribute crowded relation size"]
    """How many there are."""


class Law(eqx.Module):
    """A regime in numbers."""

    starts: Int[Array, "start 2"]
    """What a matrix has to begin with: one triple (then -1), or two."""
    start_count: Int[Array, ""]
    allowed: Bool[Array, " triple"]
    """Which triples may follow."""
    excluded: Bool[Array, "triple triple"]
    """Which may not stand together."""
    mixture: Float[Array, " many"]
    """The probability of having at most 1, 2, 3, 4 triples."""
    values: Int[Array, "attribute rank"]
    """The values of each attribute in their order; what is beyond its count is not
    looked at."""
    counts: Int[Array, " attribute"]
    subsets: Int[Array, "attribute subset"]
    """All sets of ranks, smaller ones first."""
    subset_first: Int[Array, "attribute size"]
    subset_many: Int[Array, "attribute size"]
    ways: Ways
    distraction: Float[Array, ""]
    """The probability that an attribute without a rule varies."""
    absent: Float[Array, ""]
    """The probability that a kind of object without a rule is not there."""
    bucket: Int[Array, " 2"]
    """The first bucket of the split, and the first that is not of it."""


def law(
    values: Sequence[Sequence[int]],
    starts: Sequence[Sequence[int]],
    allowed: Sequence[int],
    excluded: Sequence[tuple[int, int]],
    mixture: Sequence[float],
    distraction: float,
    absent: float,
    split: str,
) -> Law:
    """A regime from lists: values of each attribute, triples by their places."""
    counts = [len(it) for it in values]
    first, many, subsets = zip(*(_subsets(count) for count in counts), strict=True)
    together = conflicts()
    for one, other in excluded:
        together[one, other] = together[other, one] = True
    return Law(
        starts=jnp.asarray(_padded_starts(starts)),
        start_count=jnp.asarray(len(starts)),
        allowed=jnp.asarray(np.isin(np.arange(len(TRIPLES)), list(allowed))),
        excluded=jnp.asarray(together),
        mixture=jnp.asarray(np.cumsum(mixture), jnp.float32),
        values=jnp.asarray([[*it, *[0] * (WIDEST - len(it))] for it in values]),
        counts=jnp.asarray(counts),
        subsets=jnp.asarray(np.array(subsets)),
        subset_first=jnp.asarray(np.array(first)),
        subset_many=jnp.asarray(np.array(many)),
        ways=_ways(counts),
        distraction=jnp.asarray(distraction, jnp.float32),
        absent=jnp.asarray(absent, jnp.float32),
        bucket=jnp.asarray(SPLITS[split]),
    )


def _padded_starts(starts: Sequence[Sequence[int]]) -> np.ndarray:
    rows = np.full((STARTS, 2), -1)
    for place, start in enumerate(starts):
        rows[place, : len(start)] = start
    return rows


def _subsets(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of all sets of so many ranks, by size: where they begin, how many, and each."""
    every = np.arange(2**count)
    sizes = np.bitwise_count(every).astype(int)
    many = np.bincount(sizes, minlength=WIDEST + 1)
    ordered = every[np.argsort(sizes, kind="stable")]
    room = np.zeros(2**WIDEST, np.int32)
    room[: len(ordered)] = ordered
    return np.cumsum(many) - many, many, room


def _ways(counts: Sequence[int]) -> Ways:
    rows: list[tuple[int, int, int]] = []
    shape = (len(ATTRIBUTES), 2, len(SETS), WIDEST + 1)
    first, many = np.zeros(shape, int), np.zeros(shape, int)
    for attribute, crowded, relation in product(range(len(ATTRIBUTES)), (0, 1), SETS):
        bounds = BOUNDS.get(attribute, (USUAL, USUAL))[crowded]
        for size in range(1, WIDEST + 1):
            at = attribute, crowded, SETS.index(relation), size
            found = list(_possible(relation, size, counts[attribute], bounds))
            first[at], many[at] = len(rows), len(found)
            rows += found
    room = np.zeros((WAYS, 3), int)
    room[: len(rows)] = rows
    return Ways(jnp.asarray(room), jnp.asarray(first), jnp.asarray(many))


def _possible(
    relation: int, size: int, count: int, bounds: Bounds
) -> Iterator[tuple[int, int, int]]:
    """All ways in which two different sets lead to a third one of this size."""
    for one, other, both in product(range(count + 1), repeat=3):
        third = {XOR: one + other, OR: one + other + both, AND: both}[relation]
        smaller, larger = sorted((one + both, other + both))
        if (
            third == size
            and one + other > 0
            and one + other + both <= count
            and bounds.least <= min(smaller, third)
            and larger <= bounds.most
            and third <= bounds.most_third
        ):
            yield one, other, both
