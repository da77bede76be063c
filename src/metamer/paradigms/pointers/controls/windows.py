"""Which windows training never points at: families of them, and their controls."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice, permutations
from math import ceil, comb, factorial

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.pointers.rules.rule import PointerRule

Windows = Int[np.ndarray, "_ digit"]

SEED = 2021
"""The seed of every choice of windows: all units and studies leave out the same ones.

Source: ours.
"""

MATCHED = 1000
"""Seen windows asked about beside the held-out ones, approximately. Source: ours."""

LISTED = 10**5
"""Windows among which matched ones are looked for: all there are, or this many random
ones. Source: ours."""


def first_permutations(rule: PointerRule, count: int) -> Windows:
    """The first permutations of (0, 1, ..., m) in lexicographic order, itself first.

    Source: zhang2021, Sec. 7, Fig. 13 (holdout-i).
    Unclear: the text says that holdout-i leaves out (0, ..., m) and i permutations of it,
    but holdout-1 leaves out (0, ..., m) alone, and Fig. 13 goes up to i = (m+1)!. So i
    counts (0, ..., m) itself.
    """
    total = factorial(rule.size)
    if count > total:
        raise Refusal(
            f"holdout-{count} needs {count} permutations; complexity {rule.complexity} has "
            f"{rule.size}! = {total} permutations of {tuple(range(rule.size))}"
        )
    return np.array(list(islice(permutations(range(rule.size)), count)))


def all_orders_of_sets(rule: PointerRule, count: int) -> Windows:
    """Every order of some sets of different digits, with various labels.

    All orders of the same digits have the same label, so the permutations of (0, ..., m)
    have only one. Here sets are taken in turn, one of each label before a second one of
    any, from an order that is shuffled once with `SEED`. So labels have equally many sets
    as far as possible, and a larger holdout contains each smaller one. With `mod_sum` and
    three digits of ten there are 120 sets, 12 of each label: ten sets have the ten labels.

    Source: ours.
    """
    total = comb(rule.alphabet, rule.size)
    if count > total:
        raise Refusal(
            f"multisets-{count} needs {count} sets of {rule.size} different digits; of "
            f"{rule.alphabet} digits there are {total}"
        )
    sets = np.array(list(combinations(range(rule.alphabet), rule.size)))
    sets = root(SEED).stream("multisets").numpy.permutation(sets)
    chosen = sets[np.argsort(_turns(_labels(rule, sets)), kind="stable")[:count]]
    return np.array([order for digits in chosen for order in permutations(digits)])


def random_windows(rule: PointerRule, count: int) -> Windows:
    """Different windows, all equally likely, drawn once with `SEED`.

    On average their labels are distributed like those of all windows.

    Source: ours.
    """
    there = min(count, rule.windows)  # `holdouts` refuses too many
    chance = root(SEED).stream("windows", count).numpy
    return _decode(rule, chance.choice(rule.windows, there, replace=False))


FAMILIES: dict[str, Callable[[PointerRule, int], Windows]] = {
    "holdout": first_permutations,
    "multisets": all_orders_of_sets,
    "windows": random_windows,
}
"""Families of windows that can be left out. Source: see each."""


def matched_windows(
    rule: PointerRule, windows: Windows, held_out: Bool[np.ndarray, " code"]
) -> Windows:
    """Seen windows with the labels of the held-out ones, each label in the same share.

    They distinguish learners that know the held-out windows from those that merely prefer
    their labels: all permutations of (0, ..., m) have one label. Labels that no seen
    window has are omitted.

    Source: ours.
    """
    chance = root(SEED).stream("matched").numpy
    codes = (
        chance.permutation(rule.windows)
        if rule.windows <= LISTED
        else chance.integers(rule.windows, size=LISTED)
    )
    seen = _decode(rule, codes[~held_out[codes]])
    labels, wanted = _labels(rule, seen), _labels(rule, windows)
    each = ceil(MATCHED / len(windows))
    return np.concatenate(
        [
            np.resize(seen[labels == label], (each * count, rule.size))
            for label, count in zip(*np.unique(wanted, return_counts=True), strict=True)
            if label in labels
        ]
        or [seen[:0]]
    )


def _labels(rule: PointerRule, windows: Windows) -> Int[np.ndarray, " window"]:
    return rule.combine(windows, np.ones(windows.shape, bool))


def _decode(rule: PointerRule, codes: Int[np.ndarray, " window"]) -> Windows:
    """The windows that have these codes."""
    weights = rule.alphabet ** np.arange(rule.size)[::-1]
    return codes[:, None] // weights % rule.alphabet


def _turns(labels: Int[np.ndarray, " window"]) -> Int[np.ndarray, " window"]:
    """For each window, how many earlier ones have the same label."""
    order = np.argsort(labels, kind="stable")
    _, first, count = np.unique(labels[order], return_index=True, return_counts=True)
    turns = np.empty(len(labels), int)
    turns[order] = np.arange(len(labels)) - np.repeat(first, count)
    return turns
