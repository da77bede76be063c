"""How often each answer is right: what a learner scores that knows nothing else.

Unfinished windows are of one *kind* if whatever digits are still to come, they end with
the same answer. Of a sum only the remainder matters, of a median a few middle digits, so
there are few kinds, and everything about windows is computed from how they follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from jaxtyping import Float, Int

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.rules import Rule

MOST = 10**6
"""Multisets in one table: their digits fit into a few hundred megabytes."""

Step = Int[np.ndarray, "_ digit"]
"""For each kind of unfinished window the kind that it becomes with one more digit."""


def majority_share(rule: Rule) -> float:
    """What always giving the most frequent answer scores.

    Source: ours. Accuracies of different aggregates (zhang2021, Fig. 15) compare only
    against this line.
    """
    return float(label_law(rule).max())


def label_law(rule: Rule) -> Float[np.ndarray, " label"]:
    """The probability of each answer; pointers and digits are uniform.

    Source: zhang2021, Sec. 3.2 (the law of the items).
    """
    check_window("the law of answers", rule, countable)
    uniform = np.full(rule.alphabet, 1 / rule.alphabet)
    places = rule.places(np.arange(rule.pointers))
    sizes = (places < rule.length).sum(axis=1).tolist()
    return np.mean([outlook(steps(rule, size), uniform)[0] for size in sizes], axis=0)


def outlook(
    remaining: Sequence[Step], digits: Float[np.ndarray, " digit"]
) -> Float[np.ndarray, "kind label"]:
    """The law of the answer for each kind of window that lacks these steps."""
    law = np.eye(len(digits))
    for step in reversed(remaining):
        law = digits @ law[step]
    return law


@lru_cache
def steps(rule: Rule, size: int) -> tuple[Step, ...]:
    """The steps of a window from no digit to `size`; its last kinds are the answers."""
    windows = multisets(size, rule.alphabet)
    kind = rule.combine(windows, np.ones_like(windows, dtype=bool))
    backwards = []
    for many in reversed(range(size)):
        following = kind[larger(many, rule.alphabet)]
        step, kind = np.unique(following, axis=0, return_inverse=True)
        backwards.append(step)
        kind = kind.reshape(-1)  # NumPy 2.0 alone gives a column.
    return tuple(reversed(backwards))


@lru_cache
def multisets(size: int, alphabet: int) -> Int[np.ndarray, "multiset digit"]:
    """Every window of `size` digits in ascending order: to aggregates order is nothing."""
    windows = list(combinations_with_replacement(range(alphabet), size))
    return np.array(windows, dtype=np.int64)


@lru_cache
def larger(size: int, alphabet: int) -> Int[np.ndarray, "multiset digit"]:
    """Which multiset each one of `size` digits becomes when one more digit joins it."""
    before = np.repeat(multisets(size, alphabet), alphabet, axis=0)
    digits = np.tile(np.arange(alphabet), len(before) // alphabet)
    joined = np.sort(np.column_stack([before, digits]), axis=1)
    weights = alphabet ** np.arange(size + 1)[::-1]
    known = multisets(size + 1, alphabet) @ weights
    return np.searchsorted(known, joined @ weights).reshape(-1, alphabet)


def countable(rule: Rule, size: int) -> bool:
    """Whether the multisets of `size` digits fit, and the number of each into 64 bits."""
    many = comb(size + rule.alphabet - 1, size)
    return many <= MOST and rule.alphabet**size < 2**63


def check_window(what: str, rule: Rule, fits: Callable[[Rule, int], bool]) -> None:
    """Refuse windows whose tables do not fit into memory."""
    if not fits(rule, rule.size):
        largest = max(size for size in range(rule.size) if fits(rule, size))
        raise Refusal(
            f"{what} needs too much memory for windows of {rule.size} digits with "
            f"{rule.aggregate!r}; they may have at most {largest}"
        )
