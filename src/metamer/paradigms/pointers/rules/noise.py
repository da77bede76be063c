"""The noise sensitivity of a rule: how often noise in an item's bits changes its answer.

Every digit consists of uniform random bits and is read modulo the number of digits, the
pointer modulo the number of pointers; then each bit flips with probability delta.

Source: zhang2021, Sec. 5.1, Fig. 10 and App. C.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int, UInt

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.paradigms.pointers.rules.answers import (
    Transition,
    check_window,
    is_countable,
    label_probabilities,
    transitions,
)
from metamer.paradigms.pointers.rules.rule import PointerRule

DELTAS = tuple(exp(power) for power in range(-7, 0))
"""Probabilities that a bit flips. Source: zhang2021, Fig. 10 (from e^-7 to e^-1).

Unstated: which values lie between. Ours are the whole exponents, seven in all.
"""
RUNS, PAIRS = 10, 10_000
"""Runs of an estimate, and pairs of items in each. Source: zhang2021, Fig. 10."""
CHUNK = 10_000
"""Pairs drawn at a time: their bits take a few megabytes."""
MAX_TABLE = 5 * 10**7
"""Pairs of kinds in one table, at most: two tables fit into one gigabyte."""


class Estimate(NamedTuple):
    """A mean over runs, and its standard error."""

    value: float
    error: float


def joint_digits(alphabet: int, delta: float) -> Float[np.ndarray, "before after"]:
    """The joint probability of each digit before the noise and each digit after it.

    Ten digits take four bits, so 0 to 5 are twice as probable as 6 to 9.

    Source: zhang2021, App. C.
    """
    bits = _bits(alphabet)
    bit = np.array([[1 - delta, delta], [delta, 1 - delta]]) / 2
    codes: np.ndarray = np.ones((1, 1))
    for _ in range(bits):
        codes = np.kron(codes, bit)
    digit = np.eye(alphabet)[np.arange(2**bits) % alphabet]
    return digit.T @ codes @ digit


def mean_over(rule: PointerRule, deltas: Sequence[float] = DELTAS) -> float:
    """The mean noise sensitivity over some deltas.

    Source: zhang2021, Fig. 10b.
    Unstated: which deltas the mean is over, and it depends on them. Ours are the seven
    whole exponents, e^-7 to e^-1: the sum of two digits has .342 on these, .325 on 61
    deltas evenly spaced in the logarithm, .712 on 25 evenly spaced in delta.
    """
    return float(np.mean([exact(rule, delta) for delta in deltas]))


def exact(rule: PointerRule, delta: float) -> float:
    """The probability that noise changes the answer, without sampling.

    The pointers before and after the noise point at two windows, and all that matters of
    these is how they overlap. So the answer stays with the mean, over the ways to
    overlap, of the probability that two such windows have the same answer.

    Source: zhang2021, Fig. 10.
    Differs: the paper samples (see `protocol`); the value can be computed.
    """
    _check(rule, delta)
    check_window("the exact noise sensitivity", rule, _fits)
    joint = joint_digits(rule.alphabet, delta)
    overlaps = _overlaps(rule, delta).items()
    return 1 - sum(
        chance * _agreement(rule, overlap, joint) for overlap, chance in overlaps
    )


def protocol(rule: PointerRule, delta: float, key: Key) -> Estimate:
    """The noise sensitivity as the paper estimates it.

    Source: zhang2021, Fig. 10.
    """
    runs = [
        sample(rule, delta, PAIRS, key.stream("run", run).numpy) for run in range(RUNS)
    ]
    return Estimate(float(np.mean(runs)), float(np.std(runs, ddof=1) / RUNS**0.5))


def sample(
    rule: PointerRule, delta: float, pairs: int, generator: np.random.Generator
) -> float:
    """The share of random items whose answer the noise changes."""
    at_least("pairs", pairs, 1)
    changed = 0
    for start in range(0, pairs, CHUNK):
        count = min(CHUNK, pairs - start)
        rows = (row.astype(int) for row in draw_pairs(rule, delta, count, generator))
        before, after = (rule.label(row[:, 0], row[:, 1:]) for row in rows)
        changed += int((before != after).sum())
    return changed / pairs


def draw_pairs(
    rule: PointerRule, delta: float, pairs: int, generator: np.random.Generator
) -> tuple[UInt[np.ndarray, "pair digit"], UInt[np.ndarray, "pair digit"]]:
    """Random rows, the pointer first, and the same rows after the noise.

    Source: zhang2021, App. C.
    """
    _check(rule, delta)
    pointer = _draw_digits((pairs, 1), rule.pointers, delta, generator)
    values = _draw_digits((pairs, rule.length), rule.alphabet, delta, generator)
    small = np.min_scalar_type(max(rule.pointers, rule.alphabet) - 1)
    before, after = map(np.hstack, zip(pointer, values, strict=True))
    return before.astype(small), after.astype(small)


def _check(rule: PointerRule, delta: float) -> None:
    if not 0 <= delta <= 1:
        raise Refusal(f"delta must be a probability from 0 to 1, not {delta}")
    if rule.boundary == "restrict":
        raise Refusal(
            "noise sensitivity needs the boundary 'wrap' or 'truncate', not 'restrict': "
            "a pointer that is read from noisy bits can be any digit"
        )


def _bits(alphabet: int) -> int:
    """The number of bits that one digit needs: four for ten digits."""
    return (alphabet - 1).bit_length()


def _draw_digits(
    shape: tuple[int, ...], alphabet: int, delta: float, generator: np.random.Generator
) -> tuple[Int[np.ndarray, "*shape"], Int[np.ndarray, "*shape"]]:
    """Random digits, and the same digits after the noise."""
    bits = _bits(alphabet)
    codes = generator.integers(2**bits, size=shape)
    flips = generator.random((*shape, bits)) < delta
    noise = flips @ (1 << np.arange(bits))
    return codes % alphabet, (codes ^ noise) % alphabet


class _Overlap(NamedTuple):
    """How many values each of two windows has, and how many they share."""

    smaller: int
    larger: int
    shared: int


def _overlaps(rule: PointerRule, delta: float) -> dict[_Overlap, float]:
    """The probability of each way in which the windows before and after overlap."""
    places = rule.places(np.arange(rule.pointers))
    windows = [set(row[row < rule.length].tolist()) for row in places]
    found: defaultdict[_Overlap, float] = defaultdict(float)
    for pointers, chance in np.ndenumerate(joint_digits(rule.pointers, delta)):
        # Which window comes first does not matter: the noise is symmetric.
        smaller, larger = sorted((windows[pointer] for pointer in pointers), key=len)
        found[_Overlap(len(smaller), len(larger), len(smaller & larger))] += chance
    return found


def _agreement(
    rule: PointerRule, overlap: _Overlap, joint: Float[np.ndarray, "before after"]
) -> float:
    """The probability that two windows that overlap in this way have the same answer.

    Aggregates ignore the order of digits, so the shared values may be read first. After
    them the windows are independent. Working backwards from there, a table holds the
    probability of agreeing for each kind of the one window and each kind of the other.
    """
    one, other = transitions(rule, overlap.smaller), transitions(rule, overlap.larger)
    digits = joint.sum(axis=1)
    after = overlap.shared
    ends = [label_probabilities(side[after:], digits) for side in (one, other)]
    table = ends[0] @ ends[1].T
    for digit in reversed(range(overlap.shared)):
        table = _step_back(table, one[digit], other[digit], joint)
    return float(table[0, 0])


def _step_back(
    table: Float[np.ndarray, "kind other"],
    one: Transition,
    other: Transition,
    joint: Float[np.ndarray, "before after"],
) -> Float[np.ndarray, "kind_before other_before"]:
    """The table one shared value earlier, computed row by row to save memory."""
    digits = np.arange(len(joint))
    rows = [(joint.T @ table[after])[digits, other].sum(axis=1) for after in one]
    return np.stack(rows)


def _fits(rule: PointerRule, size: int) -> bool:
    if not is_countable(rule, size):
        return False
    return max(map(len, transitions(rule, size)), default=1) ** 2 <= MAX_TABLE
