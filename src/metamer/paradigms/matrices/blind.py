"""Who looks at the eight candidates only: what the answers give away without a question.

Nobody can know the answer without the context. Whoever is right more often than once in
eight here has found a trace of how the wrong candidates were made from the right one.
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
from metamer.paradigms.matrices.solver import are_pixels, value_sets
from metamer.streams.matrices.vocabulary import CANDIDATES, CONTEXT

PIXELS = 40
"""The width of panels that are drawn to be compared. Source: ours."""

Choices = Int[np.ndarray, " item"]

CHUNK = 256
"""Matrices whose pixels are compared at a time."""


def fit(self: object, items: Items | None, key: Key) -> Key:
    """Learns nothing; the key is for choosing among equally good candidates."""
    return key


@learner.add("blind-medoid")
@dataclass(frozen=True)
class Medoid:
    """Picks the candidate whose pixels differ least from those of all others.

    Where each wrong candidate is the right one with a change, the right one is in their
    midst. Symbols are drawn first.

    Source: ours; it is right in 81 % of RAVEN's matrices and in 13 % of I-RAVEN's.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-medoid"

    fit = fit

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(-_differences(_offered(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-majority")
@dataclass(frozen=True)
class Majority:
    """Picks the candidate that shows what most candidates show.

    Each attribute has a vote: a candidate gets a point for every one that shows the same
    set of values.

    Source: ours; it is right in 88 % of RAVEN's matrices. Foils made as barrett2018 seems
    to have made them give away two thirds of the matrices with two triples.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-majority"

    fit = fit

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(_alike(_sets(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-minority")
@dataclass(frozen=True)
class Minority:
    """Picks the candidate that shows what fewest candidates show.

    With one triple, foils may show the same as each other, and never the same as the
    answer.

    Source: ours.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-minority"

    fit = fit

    def answer(self, fitted: Key, items: Items) -> Choices:
        return _best(-_alike(_sets(self.name, items)).sum(axis=2), fitted)


@learner.add("blind-unique")
@dataclass(frozen=True)
class Unique:
    """Picks the candidate with most attributes that no other candidate shows alike.

    Of pixels, it picks a candidate of which there is no identical picture.

    Source: ours; foils drawn from ten values with replacement, as in barrett2018,
    Fig. 1a, give away a quarter of the matrices.
    """

    innate: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "blind-unique"

    fit = fit

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
    """What each candidate shows of each attribute."""
    offered = _offered(who, items)
    if offered.ndim == 4:
        raise Refusal(
            f"{who} compares what is in the candidates, and these items are only pixels; "
            "allowed: blind-medoid, blind-unique"
        )
    return value_sets(offered)


def _alike(
    sets: Integer[np.ndarray, "item candidate attribute"],
) -> Int[np.ndarray, "item candidate attribute"]:
    """How many candidates show the same as each one, itself among them."""
    return (sets[:, :, None] == sets[:, None]).sum(axis=2)


def _differences(
    offered: Integer[np.ndarray, "item candidate *axes"],
) -> Int[np.ndarray, "item candidate other"]:
    """The absolute differences of all pixels of each two candidates, summed."""
    found = np.empty((len(offered), CANDIDATES, CANDIDATES), int)
    for start in range(0, len(offered), CHUNK):
        here = slice(start, start + CHUNK)
        pictures = _drawn(offered[here])
        pixels = pictures.reshape(*pictures.shape[:2], -1).astype(np.int16)
        for one in range(CANDIDATES):
            found[here, one] = np.abs(pixels - pixels[:, [one]]).sum(axis=2)
    return found


def _drawn(
    offered: Integer[np.ndarray, "item candidate *axes"],
) -> Integer[np.ndarray, "item candidate row col"]:
    from metamer.paradigms.matrices.render import render

    return offered if offered.ndim == 4 else render(offered, PIXELS)


def _best(scores: Int[np.ndarray, "item candidate"], key: Key) -> Choices:
    """The candidate with the highest score; of several, any."""
    luck = key.stream("ties").numpy.random(scores.shape)
    highest = scores == scores.max(axis=1, keepdims=True)
    return np.where(highest, luck, -1.0).argmax(axis=1)
