"""The ends of the scale: who finds the rule, who keeps the statistics, who guesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Int, UInt8

from metamer.core.errors import at_least
from metamer.core.items import Items
from metamer.core.registry import learner
from metamer.paradigms.pointers.rules import AGGREGATES, Boundary, Rule

ROWS = 2000
"""Taught items by which a rule is found. Source: ours."""

FIRST = 50
"""Items that a rule must explain before it is tried on the others. Source: ours."""

CHUNK = 1024
"""Taught items that are compared at a time."""


@learner.add("pointer-rule")
@dataclass(frozen=True)
class Induction:
    """Tries all rules of the family, and goes by the simplest that explains everything.

    It sees the digits themselves and is told nothing of the rule; what training left out
    does not matter to it. `fit` gives the rule that it found.

    Source: ours; the rule end of the scale of zhang2021, Sec. 2.
    """

    @property
    def name(self) -> str:
        return "pointer-rule"

    def fit(self, items: Items, key: Any) -> Rule:
        return induced(items)

    def answer(self, fitted: Rule, items: Items) -> Int[np.ndarray, " item"]:
        pointer, values = _digits(items)
        return fitted.label(pointer, values.astype(int))


class Table(NamedTuple):
    """Every window that was seen, and what was right there."""

    rule: Rule
    keys: np.ndarray
    """Place and digits of each window, sorted."""
    labels: Int[np.ndarray, " window"]
    habits: Int[np.ndarray, " place"]
    """What was right most often at each place."""


@learner.add("pointer-lookup")
@dataclass(frozen=True)
class Lookup:
    """Knows every window that it saw at its place, and nothing of any other.

    Which values a pointer asks for it finds as `pointer-rule` does. What it never saw it
    answers by what was right most often at that place: a perfect learner of the
    statistics. Its expected accuracy is `controls.statistics_anchor`.

    Source: ours; the statistics end of the scale of zhang2021, Sec. 2.
    """

    @property
    def name(self) -> str:
        return "pointer-lookup"

    def fit(self, items: Items, key: Any) -> Table:
        rule = induced(items)
        places, keys = _keys(rule, items)
        known, first = np.unique(keys, return_index=True)
        labels = np.asarray(items.labels)
        return Table(rule, known, labels[first], _habits(places, labels, rule.length))

    def answer(self, fitted: Table, items: Items) -> Int[np.ndarray, " item"]:
        places, keys = _keys(fitted.rule, items)
        found = np.searchsorted(fitted.keys, keys) % len(fitted.keys)
        known = fitted.keys[found] == keys
        return np.where(known, fitted.labels[found], fitted.habits[places])


@learner.add("pointer-marginal")
@dataclass(frozen=True)
class Marginal:
    """Says what was right most often with the same pointer.

    Source: ours.
    """

    @property
    def name(self) -> str:
        return "pointer-marginal"

    def fit(self, items: Items, key: Any) -> Int[np.ndarray, " pointer"]:
        pointer, _ = _digits(items)
        return _habits(pointer, np.asarray(items.labels), 256)

    def answer(self, fitted: np.ndarray, items: Items) -> Int[np.ndarray, " item"]:
        pointer, _ = _digits(items)
        return fitted[pointer]


@learner.add("pointer-nearest")
@dataclass(frozen=True)
class Nearest:
    """Says what was right for the most similar taught item; of several, the first.

    Rows are the more similar the more places agree (Hamming), pictures the smaller the
    sum of their squared differences (Euclid). To answer 2,000 rows after a million takes
    10 s on one core, and little memory beyond the rows themselves.

    Source: ours.
    """

    @property
    def name(self) -> str:
        return "pointer-nearest"

    def fit(self, items: Items, key: Any) -> Items:
        return Items(np.asarray(items.inputs), np.asarray(items.labels))

    def answer(self, fitted: Items, items: Items) -> Int[np.ndarray, " item"]:
        asked = np.asarray(items.inputs)
        likeness = _agreement if asked.ndim < 3 else _closeness
        best = np.full(len(asked), -np.inf)
        chosen = np.zeros(len(asked), int)
        for start in range(0, len(fitted.inputs), CHUNK):
            found = likeness(asked, fitted.inputs[start : start + CHUNK])
            place = found.argmax(axis=1)
            value = found[np.arange(len(asked)), place]
            better = value > best
            chosen[better] = start + place[better]
            best[better] = value[better]
        return fitted.labels[chosen]


@learner.add("pointer-constant")
@dataclass(frozen=True)
class Constant:
    """Always says the same.

    The windows that zhang2021 holds out all have one label, so one such learner is
    perfect on them: m(m+1)/2 mod 10 with `mod_sum`.

    Source: ours.
    """

    label: int = 0
    """What it says. Source: ours; the label of the window (0) at complexity 0."""

    def __post_init__(self) -> None:
        at_least("label", self.label, 0)

    @property
    def name(self) -> str:
        """For example `pointer-constant:6`."""
        return f"pointer-constant:{self.label}"

    def fit(self, items: Items, key: Any) -> tuple[()]:
        return ()

    def answer(self, fitted: tuple[()], items: Items) -> Int[np.ndarray, " item"]:
        return np.full(len(items.features), self.label)


def induced(items: Items) -> Rule:
    """The simplest rule that explains the first taught items, or else the best one.

    Source: ours.
    """
    pointer, values = _digits(items.rows(slice(ROWS)))
    labels = np.asarray(items.labels)[:ROWS]
    # Digits are counted over all items: of few, the largest may be missing.
    most = max(
        int(np.asarray(items.features).max()), int(np.asarray(items.labels).max())
    )

    def explained(rule: Rule, many: int) -> float:
        said = rule.label(pointer[:many], values[:many].astype(int))
        return float(np.mean(said == labels[:many]))

    rules = list(candidates(values.shape[1], most + 1))
    for rule in rules:
        if explained(rule, FIRST) == 1 and explained(rule, ROWS) == 1:
            return rule
    return max(rules, key=lambda rule: explained(rule, ROWS))


def candidates(length: int, alphabet: int) -> Iterator[Rule]:
    """Every rule of the family, simpler ones first.

    By the size of the window, then by its aggregate, by what happens at the end, and by
    what the pointer means: a value's own number, or one of equally long ranges of digits
    for each value. `restrict` is not tried: it asks nothing that `wrap` does not.

    Source: ours.
    """
    ends: tuple[Boundary, ...] = ("wrap", "truncate")
    own = tuple(min(digit, length - 1) for digit in range(alphabet))
    ranges = tuple(
        place
        for place, part in enumerate(np.array_split(np.arange(alphabet), length))
        for _ in part
    )
    for complexity, aggregate, boundary, positions in product(
        range(length), AGGREGATES, ends, dict.fromkeys((own, ranges))
    ):
        yield Rule(complexity, aggregate, boundary, length, alphabet, positions)


def _digits(
    items: Items,
) -> tuple[UInt8[np.ndarray, " item"], UInt8[np.ndarray, "item value"]]:
    digits = np.asarray(items.features)
    return digits[:, 0], digits[:, 1:]


def _keys(rule: Rule, items: Items) -> tuple[Int[np.ndarray, " item"], np.ndarray]:
    """The place that each item points at; and it and the window's digits as bytes."""
    pointer, values = _digits(items)
    places = rule.places(pointer)[:, 0]
    window, inside = rule.window(pointer, values)
    both = np.column_stack([places, window * inside]).astype(np.uint8)
    return places, both.view(f"S{both.shape[1]}")[:, 0]


def _habits(
    groups: np.ndarray, labels: Int[np.ndarray, " item"], many: int
) -> Int[np.ndarray, " group"]:
    """The most frequent label in each group; of several, the more frequent one in all."""
    counts = np.zeros((many, labels.max() + 1))
    np.add.at(counts, (groups, labels), 1)
    return (counts + counts.sum(axis=0) / (len(labels) + 1)).argmax(axis=1)


def _agreement(asked: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """At how many places each two rows agree."""
    agree = np.zeros((len(asked), len(seen)), np.min_scalar_type(asked.shape[1]))
    for one, other in zip(asked.T, seen.T, strict=True):
        agree += one[:, None] == other
    return agree


def _closeness(asked: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The squared distance of each two pictures, negative, less what does not matter."""
    one, other = (
        pictures.reshape(len(pictures), -1).astype(np.float32)
        for pictures in (asked, seen)
    )
    return 2 * one @ other.T - (other**2).sum(axis=1)
