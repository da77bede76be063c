"""The distribution of right answers, exactly.

A window is read digit by digit. Two unfinished windows are of the same *kind* if they end
with the same answer whatever digits follow: all that matters of a sum is its remainder,
and of a median a few middle digits. So there are few kinds, and the distribution is
computed from the transitions between kinds instead of from all windows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from jaxtyping import Float, Int

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.rules.rule import PointerRule

MAX_MULTISETS = 10**6
"""Multisets in one table, at most: a few hundred megabytes."""

Transition = Int[np.ndarray, "_ digit"]
"""For each kind of unfinished window, the kind that it becomes with one more digit."""


def majority_share(rule: PointerRule) -> float:
    """The accuracy of always giving the most frequent answer.

    Source: ours. Accuracies of different aggregates (zhang2021, Fig. 15) can only be
    compared relative to this baseline.
    """
    return float(label_distribution(rule).max())


def label_distribution(rule: PointerRule) -> Float[np.ndarray, " label"]:
    """The probability of each answer, for uniform pointers and digits.

    Source: zhang2021, App. A, for the distribution of the items.
    """
    check_window("the distribution of answers", rule, is_countable)
    uniform = np.full(rule.alphabet, 1 / rule.alphabet)
    places = rule.places(np.arange(rule.pointers))
    sizes = (places < rule.length).sum(axis=1).tolist()
    return np.mean(
        [label_probabilities(transitions(rule, size), uniform)[0] for size in sizes],
        axis=0,
    )


def label_probabilities(
    remaining: Sequence[Transition], digits: Float[np.ndarray, " digit"]
) -> Float[np.ndarray, "kind label"]:
    """The probability of each answer, for each kind of window with these digits to come.

    Computed backwards: after the last digit, each kind is an answer.
    """
    probabilities = np.eye(len(digits))
    for transition in reversed(remaining):
        probabilities = digits @ probabilities[transition]
    return probabilities


@lru_cache
def transitions(rule: PointerRule, size: int) -> tuple[Transition, ...]:
    """The transitions from an empty window to one of `size` digits, digit by digit.

    The kinds after the last digit are the answers. Going backwards, windows are of the
    same kind if every next digit leads to the same kind.
    """
    windows = multisets(size, rule.alphabet)
    kind = rule.combine(windows, np.ones_like(windows, dtype=bool))
    backwards = []
    for length in reversed(range(size)):
        following = kind[supersets(length, rule.alphabet)]
        transition, kind = np.unique(following, axis=0, return_inverse=True)
        backwards.append(transition)
        kind = kind.reshape(-1)  # NumPy 2.0 alone returns a column.
    return tuple(reversed(backwards))


@lru_cache
def multisets(size: int, alphabet: int) -> Int[np.ndarray, "multiset digit"]:
    """All windows of `size` digits in ascending order: aggregates ignore the order."""
    windows = list(combinations_with_replacement(range(alphabet), size))
    return np.array(windows, dtype=np.int64)


@lru_cache
def supersets(size: int, alphabet: int) -> Int[np.ndarray, "multiset digit"]:
    """The index of the multiset that each one of `size` digits becomes with one more."""
    before = np.repeat(multisets(size, alphabet), alphabet, axis=0)
    digits = np.tile(np.arange(alphabet), len(before) // alphabet)
    after = np.sort(np.column_stack([before, digits]), axis=1)
    weights = alphabet ** np.arange(size + 1)[::-1]
    known = multisets(size + 1, alphabet) @ weights
    return np.searchsorted(known, after @ weights).reshape(-1, alphabet)


def is_countable(rule: PointerRule, size: int) -> bool:
    """Whether a table can hold all multisets of `size` digits, and 64 bits their codes."""
    count = comb(size + rule.alphabet - 1, size)
    return count <= MAX_MULTISETS and rule.alphabet**size < 2**63


def check_window(
    what: str, rule: PointerRule, fits: Callable[[PointerRule, int], bool]
) -> None:
    """Refuse windows whose tables do not fit into memory."""
    if not fits(rule, rule.size):
        largest = max(size for size in range(rule.size) if fits(rule, size))
        raise Refusal(
            f"{what} needs too much memory for windows of {rule.size} digits with "
            f"{rule.aggregate!r}; allowed: at most {largest} digits"
        )
