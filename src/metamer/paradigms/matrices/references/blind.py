"""Learners that see the eight candidates only: what these give away without the context.

Without the context the answer cannot be known. A learner that is right more often than
once in eight has found a trace of how the foils were made from the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from jaxtyping import Int, Integer

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.paradigms.matrices.references.solver import are_pixels, value_sets
from metamer.paradigms.matrices.rules.vocabulary import CANDIDATES, CONTEXT

PIXELS = 40
"""The width of panels that are drawn for comparison. Source: ours."""

Choices = Int[np.ndarray, " item"]

CHUNK = 256
"""Matrices compared at a time."""


@learner.add("blind-medoid")
@dataclass(frozen=True)
class Medoid:
    """Picks the candidate whose pixels differ least from those of all others.

    If each foil is the answer with one change, the answer is the most central candidate.
    Symbols are drawn as pixels first.

    Source: ours; it is right in 81 % of RAVEN's matrices and in 13 % of I-RAVEN's.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-medoid"

    def fit(self, items: Items | None, key: Key) -> Key:
        """Learn nothing; the key later decides between equally good candidates."""
        return key

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(-_differences(_offered(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-majority")
@dataclass(frozen=True)
class Majority:
    """Picks the candidate that shows what most candidates show.

    Each attribute votes: a candidate gets a point for every candidate that shows the same
    set of values.

    Source: ours; it is right in 88 % of RAVEN's matrices. Foils made as barrett2018 seems
    to have made them give away two thirds of the matrices with two triples.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-majority"

    def fit(self, items: Items | None, key: Key) -> Key:
        """Learn nothing; the key later decides between equally good candidates."""
        return key

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(_alike(_sets(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-minority")
@dataclass(frozen=True)
class Minority:
    """Picks the candidate that shows what the fewest candidates show.

    With one triple, foils may equal one another, but never the answer.

    Source: ours.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-minority"

    def fit(self, items: Items | None, key: Key) -> Key:
        """Learn nothing; the key later decides between equally good candidates."""
        return key

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(-_alike(_sets(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-unique")
@dataclass(frozen=True)
class Unique:
    """Picks the candidate with the most attributes in which it equals no other.

    Of pixels, it picks a candidate to which no other is identical.

    Source: ours; foils drawn from ten values with replacement, as in barrett2018,
    Fig. 1a, give away a quarter of the matrices.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-unique"

    def fit(self, items: Items | None, key: Key) -> Key:
        """Learn nothing; the key later decides between equally good candidates."""
        return key

    def answer(self, fitted: Key, items: Items) -> Choices:
        offered = _offered(self.name, items)
        if offered.ndim == 4:
            copies = (_differences(offered) == 0).sum(axis=2)
            return _best((copies == 1).astype(int), fitted)
        return _best((_alike(_sets(self.name, items)) == 1).sum(axis=2), fitted)


def _offered(who: str, items: Items) -> Integer[np.ndarray, "item candidate *axes"]:
    """The eight candidates of each item, as symbols or as pixels."""
    inputs = np.asarray(items.inputs)
    are_pixels(who, inputs)
    return inputs[:, CONTEXT:]


def _sets(who: str, items: Items) -> Integer[np.ndarray, "item candidate attribute"]:
    """The set of values of each attribute in each candidate."""
    offered = _offered(who, items)
    if offered.ndim == 4:
        raise Refusal(
            f"{who} compares the attributes of candidates, and these items are pixels; "
            "allowed: blind-medoid, blind-unique"
        )
    return value_sets(offered)


def _alike(
    sets: Integer[np.ndarray, "item candidate attribute"],
) -> Int[np.ndarray, "item candidate attribute"]:
    """How many candidates show the same as each candidate, counting itself."""
    return (sets[:, :, None] == sets[:, None]).sum(axis=2)


def _differences(
    offered: Integer[np.ndarray, "item candidate *axes"],
) -> Int[np.ndarray, "item candidate other"]:
    """The sum of absolute differences of pixels between any two candidates."""
    found = np.empty((len(offered), CANDIDATES, CANDIDATES), int)
    for start in range(0, len(offered), CHUNK):
        chunk = slice(start, start + CHUNK)
        pictures = _pixels(offered[chunk])
        pixels = pictures.reshape(*pictures.shape[:2], -1).astype(np.int16)
        for one in range(CANDIDATES):
            found[chunk, one] = np.abs(pixels - pixels[:, [one]]).sum(axis=2)
    return found


def _pixels(
    offered: Integer[np.ndarray, "item candidate *axes"],
) -> Integer[np.ndarray, "item candidate row col"]:
    from metamer.paradigms.matrices.pixels.render import render

    return offered if offered.ndim == 4 else render(offered, PIXELS)


def _best(scores: Int[np.ndarray, "item candidate"], key: Key) -> Choices:
    """The candidate with the highest score, or a random one of several."""
    luck = key.stream("ties").numpy.random(scores.shape)
    highest = scores == scores.max(axis=1, keepdims=True)
    return np.where(highest, luck, -1.0).argmax(axis=1)
