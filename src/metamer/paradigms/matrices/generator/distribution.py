"""Which matrices a regime allows, as arrays: one compiled program draws for all regimes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from metamer.paradigms.matrices.generator.sets import ATTRIBUTE_COUNT, MAX_VALUES
from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    CANDIDATES,
    LINE_COLOUR,
    LINE_TYPE,
    OR,
    POSITION,
    SET_RELATIONS,
    TRIPLES,
    XOR,
    conflicts,
)

STARTS_ROOM, WAYS_ROOM = 512, 2048
"""The lengths of the arrays of starts and of ways to make sets. Regimes that need fewer
rows are padded, so that all have the same shapes and share one program."""

BUCKETS = CANDIDATES
"""Buckets among which matrices are divided by their content. Source: ours."""

SPLITS = {"train": (0, 6), "validation": (6, 7), "test": (7, BUCKETS)}
"""The first bucket of each split, and the first beyond it: so no two splits ever share a
matrix. Source: ours; barrett2018, Sec. 2.2, for disjoint splits."""


class Bounds(NamedTuple):
    """How many values the sets of a line may have."""

    lowest: int
    """For all three sets."""
    highest: int
    """For the first two."""
    highest_third: int


USUAL = Bounds(1, 4, 5)
"""Source: the released files, where sets of up to five colours were seen."""

BOUNDS = {
    POSITION: (Bounds(1, 5, 7), Bounds(5, 9, 9)),
    LINE_COLOUR: (USUAL, Bounds(1, 3, 3)),
    LINE_TYPE: (USUAL, Bounds(3, 6, 6)),
}
"""Bounds of an attribute alone, and of a crowded one: one that shares its objects with
another attribute that has sets. Five sizes need five shapes, and three colours need three
lines.

Unstated: barrett2018 does not say how such pairs were made.
"""

CROWD = 5
"""The fewest shapes or lines that can show any set. Source: ours."""


class Ways(NamedTuple):
    """The ways in which two sets lead to a third one by XOR, OR or AND."""

    rows: Int[Array, "way 3"]
    """How many values are in the first set only, in the second only, and in both."""
    first: Int[Array, "attribute crowded relation size"]
    """The first of the rows that lead to a third set of this size."""
    counts: Int[Array, "attribute crowded relation size"]
    """The number of these rows."""


class Distribution(eqx.Module):
    """The distribution of the matrices of one regime and split."""

    starts: Int[Array, "start 2"]
    """What a matrix starts from: one triple (then -1), or two."""
    start_count: Int[Array, ""]
    allowed: Bool[Array, " triple"]
    """Which triples may follow."""
    excluded: Bool[Array, "triple triple"]
    """Which triples may not occur together."""
    mixture: Float[Array, " many"]
    """The probability of having at most 1, 2, 3, 4 triples."""
    values: Int[Array, "attribute rank"]
    """The values of each attribute in ascending order, padded beyond its count."""
    counts: Int[Array, " attribute"]
    subsets: Int[Array, "attribute subset"]
    """All sets of ranks, smaller ones first."""
    subset_first: Int[Array, "attribute size"]
    """The index of the first set of each size."""
    subset_count: Int[Array, "attribute size"]
    ways: Ways
    distraction: Float[Array, ""]
    """The probability that an attribute without a rule varies."""
    absent: Float[Array, ""]
    """The probability that a kind of object without a rule is absent."""
    buckets: Int[Array, " 2"]
    """The first bucket of the split, and the first beyond it."""


def distribution(
    values: Sequence[Sequence[int]],
    starts: Sequence[Sequence[int]],
    allowed: Sequence[int],
    excluded: Sequence[tuple[int, int]],
    mixture: Sequence[float],
    distraction: float,
    absent: float,
    split: str,
) -> Distribution:
    """A distribution from the values of each attribute, and triples by their indices."""
    counts = [len(own) for own in values]
    first, count, subsets = zip(*(_subsets(number) for number in counts), strict=True)
    exclusive = conflicts()
    for first_triple, second_triple in excluded:
        exclusive[first_triple, second_triple] = exclusive[
            second_triple, first_triple
        ] = True
    return Distribution(
        starts=jnp.asarray(_pad_starts(starts)),
        start_count=jnp.asarray(len(starts)),
        allowed=jnp.asarray(np.isin(np.arange(len(TRIPLES)), list(allowed))),
        excluded=jnp.asarray(exclusive),
        mixture=jnp.asarray(np.cumsum(mixture), jnp.float32),
        values=jnp.asarray([[*own, *[0] * (MAX_VALUES - len(own))] for own in values]),
        counts=jnp.asarray(counts),
        subsets=jnp.asarray(np.array(subsets)),
        subset_first=jnp.asarray(np.array(first)),
        subset_count=jnp.asarray(np.array(count)),
        ways=_ways(counts),
        distraction=jnp.asarray(distraction, jnp.float32),
        absent=jnp.asarray(absent, jnp.float32),
        buckets=jnp.asarray(SPLITS[split]),
    )


def _pad_starts(starts: Sequence[Sequence[int]]) -> np.ndarray:
    rows = np.full((STARTS_ROOM, 2), -1)
    for index, start in enumerate(starts):
        rows[index, : len(start)] = start
    return rows


def _subsets(values: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All sets of this many ranks, ordered by size, after each size's first and count."""
    every = np.arange(2**values)
    sizes = np.bitwise_count(every).astype(int)
    count = np.bincount(sizes, minlength=MAX_VALUES + 1)
    ordered = every[np.argsort(sizes, kind="stable")]
    padded = np.zeros(2**MAX_VALUES, np.int32)
    padded[: len(ordered)] = ordered
    return np.cumsum(count) - count, count, padded


def _ways(counts: Sequence[int]) -> Ways:
    rows: list[tuple[int, int, int]] = []
    shape = (ATTRIBUTE_COUNT, 2, len(SET_RELATIONS), MAX_VALUES + 1)
    first, count = np.zeros(shape, int), np.zeros(shape, int)
    for attribute, crowded, relation in product(
        range(ATTRIBUTE_COUNT), (0, 1), SET_RELATIONS
    ):
        bounds = BOUNDS.get(attribute, (USUAL, USUAL))[crowded]
        for size in range(1, MAX_VALUES + 1):
            index = attribute, crowded, SET_RELATIONS.index(relation), size
            divisions = list(_divisions(relation, size, counts[attribute], bounds))
            first[index], count[index] = len(rows), len(divisions)
            rows += divisions
    padded = np.zeros((WAYS_ROOM, 3), int)
    padded[: len(rows)] = rows
    return Ways(jnp.asarray(padded), jnp.asarray(first), jnp.asarray(count))


def _divisions(
    relation: int, size: int, values: int, bounds: Bounds
) -> Iterator[tuple[int, int, int]]:
    """All ways in which two different sets lead to a third one of this size."""
    # All sizes are tried: there are at most 11^3, once for each regime. Two sets differ
    # if a value is in only one of them.
    for first_only, second_only, common in product(range(values + 1), repeat=3):
        third = {
            XOR: first_only + second_only,
            OR: first_only + second_only + common,
            AND: common,
        }[relation]
        smaller, larger = sorted((first_only + common, second_only + common))
        if (
            third == size
            and first_only + second_only > 0
            and first_only + second_only + common <= values
            and bounds.lowest <= min(smaller, third)
            and larger <= bounds.highest
            and third <= bounds.highest_third
        ):
            yield first_only, second_only, common
