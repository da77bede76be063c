"""The ends of the scale: learners that find the rule, keep statistics, or guess."""

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
from metamer.paradigms.pointers.rules.rule import AGGREGATES, Boundary, PointerRule

RULE_ITEMS = 2000
"""Taught items from which the rule is inferred. Source: ours."""

FIRST_ITEMS = 50
"""Items that a rule must explain before it is tried on the others. Source: ours."""

CHUNK = 1024
"""Taught items compared at a time."""


@learner.add("pointer-rule")
@dataclass(frozen=True)
class Induction:
    """Tries all rules of the family, and uses the simplest that explains everything.

    It sees the digits themselves and knows nothing of the rule; what training left out
    makes no difference to it. `fit` returns the rule that it found.

    Source: ours; the rule end of the scale of zhang2021.
    """

    @property
    def name(self) -> str:
        return "pointer-rule"

    def fit(self, items: Items, key: Any) -> PointerRule:
        return infer_rule(items)

    def answer(self, fitted: PointerRule, items: Items) -> Int[np.ndarray, " item"]:
        pointer, values = _digits(items)
        return fitted.label(pointer, values.astype(int))


class SeenWindows(NamedTuple):
    """Every window that was seen, with its label."""

    rule: PointerRule
    keys: np.ndarray
    """Place and digits of each window, sorted."""
    labels: Int[np.ndarray, " window"]
    defaults: Int[np.ndarray, " place"]
    """The most frequent label at each place."""


@learner.add("pointer-lookup")
@dataclass(frozen=True)
class Lookup:
    """Remembers every window that it saw at its place, and nothing else.

    It infers which values a pointer asks for as `pointer-rule` does. To a window that it
    never saw it gives the most frequent label at that place: a perfect learner of the
    statistics. Its expected accuracy is `controls.holdouts.statistics_anchor`.

    Source: ours; the statistics end of the scale of zhang2021.
    """

    @property
    def name(self) -> str:
        return "pointer-lookup"

    def fit(self, items: Items, key: Any) -> SeenWindows:
        rule = infer_rule(items)
        places, keys = _keys(rule, items)
        known, first = np.unique(keys, return_index=True)
        labels = np.asarray(items.labels)
        defaults = _most_frequent(places, labels, rule.length)
        return SeenWindows(rule, known, labels[first], defaults)

    def answer(self, fitted: SeenWindows, items: Items) -> Int[np.ndarray, " item"]:
        places, keys = _keys(fitted.rule, items)
        found = np.searchsorted(fitted.keys, keys) % len(fitted.keys)
        known = fitted.keys[found] == keys
        return np.where(known, fitted.labels[found], fitted.defaults[places])


@learner.add("pointer-marginal")
@dataclass(frozen=True)
class Marginal:
    """Gives the most frequent label of the same pointer.

    Source: ours.
    """

    @property
    def name(self) -> str:
        return "pointer-marginal"

    def fit(self, items: Items, key: Any) -> Int[np.ndarray, " pointer"]:
        pointer, _ = _digits(items)
        return _most_frequent(pointer, np.asarray(items.labels), 256)

    def answer(self, fitted: np.ndarray, items: Items) -> Int[np.ndarray, " item"]:
        pointer, _ = _digits(items)
        return fitted[pointer]


@learner.add("pointer-nearest")
@dataclass(frozen=True)
class Nearest:
    """Gives the label of the most similar taught item, the first of several.

    The similarity of rows is the number of places in which they agree (Hamming distance);
    that of pictures is their Euclidean distance. Answering 2,000 rows after a million
    takes 10 s on one core, and little memory beyond the rows themselves.

    Source: ours.
    """

    @property
    def name(self) -> str:
        return "pointer-nearest"

    def fit(self, items: Items, key: Any) -> Items:
        return Items(np.asarray(items.inputs), np.asarray(items.labels))

    def answer(self, fitted: Items, items: Items) -> Int[np.ndarray, " item"]:
        asked = np.asarray(items.inputs)
        similarity = _agreement if asked.ndim < 3 else _closeness
        best = np.full(len(asked), -np.inf)
        chosen = np.zeros(len(asked), int)
        for start in range(0, len(fitted.inputs), CHUNK):
            found = similarity(asked, fitted.inputs[start : start + CHUNK])
            index = found.argmax(axis=1)
            value = found[np.arange(len(asked)), index]
            better = value > best
            chosen[better] = start + index[better]
            best[better] = value[better]
        return fitted.labels[chosen]


@learner.add("pointer-constant")
@dataclass(frozen=True)
class Constant:
    """Always gives the same label.

    The windows that zhang2021 holds out all have one label, so one such learner is
    perfect on them: with `mod_sum` the one with the label m(m+1)/2 mod 10.

    Source: ours.
    """

    label: int = 0
    """The label. Source: ours; by default that of the window (0) at complexity 0."""

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


def infer_rule(items: Items) -> PointerRule:
    """The simplest rule that explains the first taught items, or the best if none does.

    Source: ours.
    """
    pointer, values = _digits(items.rows(slice(RULE_ITEMS)))
    labels = np.asarray(items.labels)[:RULE_ITEMS]
    # The largest digit is taken from all items, as the first ones may lack it.
    largest = max(
        int(np.asarray(items.features).max()), int(np.asarray(items.labels).max())
    )

    def explained(rule: PointerRule, count: int) -> float:
        answers = rule.label(pointer[:count], values[:count].astype(int))
        return float(np.mean(answers == labels[:count]))

    rules = list(candidates(values.shape[1], largest + 1))
    for rule in rules:
        if explained(rule, FIRST_ITEMS) == 1 and explained(rule, RULE_ITEMS) == 1:
            return rule
    return max(rules, key=lambda rule: explained(rule, RULE_ITEMS))


def candidates(length: int, alphabet: int) -> Iterator[PointerRule]:
    """Every rule of the family, simpler ones first.

    Ordered by the size of the window, then by its aggregate, by its boundary, and by the
    meaning of the pointer: the place of a value, or one of equally long ranges of digits
    for each value. `restrict` is omitted, because its items are explained by `wrap`.

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
        yield PointerRule(complexity, aggregate, boundary, length, alphabet, positions)


def _digits(
    items: Items,
) -> tuple[UInt8[np.ndarray, " item"], UInt8[np.ndarray, "item value"]]:
    digits = np.asarray(items.features)
    return digits[:, 0], digits[:, 1:]


def _keys(
    rule: PointerRule, items: Items
) -> tuple[Int[np.ndarray, " item"], np.ndarray]:
    """The place that each item points at; and this place with the window, as bytes."""
    pointer, values = _digits(items)
    places = rule.places(pointer)[:, 0]
    window, inside = rule.window(pointer, values)
    both = np.column_stack([places, window * inside]).astype(np.uint8)
    return places, both.view(f"S{both.shape[1]}")[:, 0]


def _most_frequent(
    groups: np.ndarray, labels: Int[np.ndarray, " item"], count: int
) -> Int[np.ndarray, " group"]:
    """The most frequent label of each group; ties go to the overall more frequent one."""
    counts = np.zeros((count, labels.max() + 1))
    np.add.at(counts, (groups, labels), 1)
    # The overall shares add less than one count, so they only break ties.
    return (counts + counts.sum(axis=0) / (len(labels) + 1)).argmax(axis=1)


def _agreement(asked: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The number of places in which any two rows agree."""
    agree = np.zeros((len(asked), len(seen)), np.min_scalar_type(asked.shape[1]))
    for one, other in zip(asked.T, seen.T, strict=True):
        agree += one[:, None] == other
    return agree


def _closeness(asked: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The negative squared distances of pictures, up to a constant for each one asked."""
    one, other = (
        pictures.reshape(len(pictures), -1).astype(np.float32)
        for pictures in (asked, seen)
    )
    return 2 * one @ other.T - (other**2).sum(axis=1)
