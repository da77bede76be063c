"""Held-out lists: which triples, pairs of triples and pairs of attributes training lacks.

Source: barrett2018, Sec. 2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    TRIPLES,
    compatible_pairs,
)

SEED = 2018
"""The seed of the lists that every study uses unless a user brings others.

Source: ours; barrett2018 never published its lists.
"""

SIZES = {"triples": len(ATTRIBUTES), "triple_pairs": 40, "attribute_pairs": 4}
"""How many of each are held out. Source: barrett2018, Sec. 2.2."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class HeldOut:
    """What training never has, for the three regimes that go by lists.

    Source: barrett2018, Sec. 2.2 (held-out triples, triple pairs, attribute pairs).
    """

    triples: tuple[int, ...]
    """Indices into `TRIPLES`."""
    triple_pairs: tuple[Pair, ...]
    """Pairs of indices into `TRIPLES`, the lower one first."""
    attribute_pairs: tuple[Pair, ...]
    """Pairs of indices into `ATTRIBUTES`, the lower one first."""


def attribute_pairs() -> list[Pair]:
    """All 20 pairs of attributes that can follow relations in one matrix, in order."""
    return sorted({attributes_of(pair) for pair in compatible_pairs()})


def attributes_of(pair: Pair) -> Pair:
    """The attributes of a pair of triples."""
    one, other = pair
    return TRIPLES[one].attribute, TRIPLES[other].attribute


def triples_by_attribute() -> list[list[int]]:
    """The indices of the triples of each attribute."""
    return [
        [index for index, triple in enumerate(TRIPLES) if triple.attribute == attribute]
        for attribute in range(len(ATTRIBUTES))
    ]


def derive(seed: int = SEED) -> HeldOut:
    """Lists that anybody can draw again: the entries with the smallest random numbers.

    `Generator(PCG64(seed)).random` gives a number to each of the 29 triples, then to each
    of their 347 pairs, then to each of the 20 pairs of attributes, in the order of
    `TRIPLES`, `compatible_pairs()` and `attribute_pairs()`. Held out are the triple with
    the smallest number of each attribute, and the 40 and 4 pairs with the smallest ones.

    Source: barrett2018, Sec. 2.2, for how many there are, and one triple per attribute.
    Unstated: which ones they are.
    Differs: 40 of the 347 pairs that a matrix can have, not of 400: the others ask for two
    relations of one attribute, or for several colours of a single line.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    numbers = generator.random(len(TRIPLES))
    return HeldOut(
        tuple(min(own, key=numbers.__getitem__) for own in triples_by_attribute()),
        _smallest(generator, compatible_pairs(), SIZES["triple_pairs"]),
        _smallest(generator, attribute_pairs(), SIZES["attribute_pairs"]),
    )


def _smallest(
    generator: np.random.Generator, pairs: Sequence[Pair], count: int
) -> tuple[Pair, ...]:
    chosen = np.argsort(generator.random(len(pairs)))[:count]
    return tuple(pairs[index] for index in sorted(chosen))


def sort(
    triples: set[int], triple_pairs: set[Pair], attribute_pairs: set[Pair]
) -> HeldOut:
    """Lists from sets, in ascending order."""
    return HeldOut(
        tuple(sorted(triples)),
        tuple(sorted(triple_pairs)),
        tuple(sorted(attribute_pairs)),
    )


def merge(parts: Sequence[HeldOut]) -> HeldOut:
    """The lists of several folders as one."""
    return sort(
        {triple for part in parts for triple in part.triples},
        {pair for part in parts for pair in part.triple_pairs},
        {pair for part in parts for pair in part.attribute_pairs},
    )
