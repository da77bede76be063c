"""How often noise in an item's bits changes its answer: the noise sensitivity of a rule.

Every digit is drawn as uniform bits and read modulo the number of digits, the pointer
modulo the number of pointers; then each bit flips with probability delta.

Source: zhang2021, Sec. 3.3 and Fig. 10.
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
from metamer.paradigms.pointers.baselines import (
    Step,
    check_window,
    countable,
    outlook,
    steps,
)
from metamer.paradigms.pointers.rules import Rule

DELTAS = tuple(exp(power) for power in range(-7, 0))
"""How probably a bit flips. Source: zhang2021, Fig. 10 (from e^-7 to e^-1).

Unstated: which values lie between. The whole exponents, seven in all.
"""
RUNS, PAIRS = 10, 10_000
"""Runs of an estimate, and pairs of items in each. Source: zhang2021, Fig. 10."""
CHUNK = 10_000
"""Pairs drawn at a time: their bits stay within a few megabytes."""
MOST = 5 * 10**7
"""Pairs of kinds in one table: two tables fit into one gigabyte."""


class Estimate(NamedTuple):
    """A mean over runs, and its standard error."""

    value: float
    error: float


def digit_law(alphabet: int, delta: float) -> Float[np.ndarray, "before after"]:
    """How probable each digit is before the noise together with each one after it.

    Of ten digits in four bits, 0 to 5 are twice as probable as 6 to 9.

    Source: zhang2021, Fig. 10.
    """
    bits = _bits(alphabet)
    bit = np.array([[1 - delta, delta], [delta, 1 - delta]]) / 2
    codes: np.ndarray = np.ones((1, 1))
    for _ in range(bits):
        codes = np.kron(codes, bit)
    digit = np.eye(alphabet)[np.arange(2**bits) % alphabet]
    return digit.T @ codes @ digit


def mean_over(rule: Rule, deltas: Sequence[float] = DELTAS) -> float:
    """The mean noise sensitivity over some deltas.

    Source: zhang2021, Fig. 10b.
    Unstated: which deltas the mean is over, and it depends on them. Ours are the seven
    whole exponents, e^-7 to e^-1: the sum of two digits has .342 on these, .325 on 61
    deltas evenly spaced in the logarithm, .712 on 25 evenly spaced in delta.
    """
    return float(np.mean([exact(rule, delta) for delta in deltas]))


def exact(rule: Rule, delta: float) -> float:
    """The probability that noise changes the answer, without any sampling.

    Source: zhang2021, Fig. 10.
    Differs: the paper samples (see `protocol`); the value can be computed.
    """
    _check(rule, delta)
    check_window("the exact noise sensitivity", rule, _fits)
    law = digit_law(rule.alphabet, delta)
    overlaps = _overlaps(rule, delta).items()
    return 1 - sum(
        chance * _agreement(rule, overlap, law) for overlap, chance in overlaps
    )


def protocol(rule: Rule, delta: float, key: Key) -> Estimate:
    """The noise sensitivity as the paper estimates it.

    Source: zhang2021, Fig. 10.
    """
    runs = [
        sampled(rule, delta, PAIRS, key.stream("run", run).numpy) for run in range(RUNS)
    ]
    return Estimate(float(np.mean(runs)), float(np.std(runs, ddof=1) / RUNS**0.5))


def sampled(
    rule: Rule, delta: float, pairs: int, generator: np.random.Generator
) -> float:
    """The share of random pairs, an item and itself with noise, that differ in answer."""
    at_least("pairs", pairs, 1)
    differing = 0
    for start in range(0, pairs, CHUNK):
        many = min(CHUNK, pairs - start)
        rows = (row.astype(int) for row in noisy(rule, delta, many, generator))
        before, after = (rule.label(row[:, 0], row[:, 1:]) for row in rows)
        differing += int((before != after).sum())
    return differing / pairs


def noisy(
    rule: Rule, delta: float, pairs: int, generator: np.random.Generator
) -> tuple[UInt[np.ndarray, "pair digit"], UInt[np.ndarray, "pair digit"]]:
    """Random rows, the pointer first, and the same rows after the noise.

    Source: zhang2021, Sec. 3.3.
    """
    _check(rule, delta)
    pointer = _flipped((pairs, 1), rule.pointers, delta, generator)
    values = _flipped((pairs, rule.length), rule.alphabet, delta, generator)
    small = np.min_scalar_type(max(rule.pointers, rule.alphabet) - 1)
    before, after = map(np.hstack, zip(pointer, values, strict=True))
    return before.astype(small), after.astype(small)


def _check(rule: Rule, delta: float) -> None:
    if not 0 <= delta <= 1:
        raise Refusal(f"delta must be a probability from 0 to 1, not {delta}")
    if rule.boundary == "restrict":
        raise Refusal(
            "noise sensitivity needs the boundary 'wrap' or 'truncate', not 'restrict': "
            "a pointer that is read from noisy bits can be any digit"
        )


def _bits(alphabet: int) -> int:
    """Bits that one digit needs: four for ten digits."""
    return (alphabet - 1).bit_length()


def _flipped(
    shape: tuple[int, ...], alphabet: int, delta: float, generator: np.random.Generator
) -> tuple[Int[np.ndarray, "*shape"], Int[np.ndarray, "*shape"]]:
    """Digits before and after the noise."""
    bits = _bits(alphabet)
    codes = generator.integers(2**bits, size=shape)
    flipped = generator.random((*shape, bits)) < delta
    noise = flipped @ (1 << np.arange(bits))
    return codes % alphabet, (codes ^ noise) % alphabet


class _Overlap(NamedTuple):
    """How many values the windows of two pointers have, and how many both of them."""

    smaller: int
    larger: int
    shared: int


def _overlaps(rule: Rule, delta: float) -> dict[_Overlap, float]:
    """How probably the windows before and after the noise overlap in each way."""
    places = rule.places(np.arange(rule.pointers))
    windows = [set(row[row < rule.length].tolist()) for row in places]
    found: defaultdict[_Overlap, float] = defaultdict(float)
    for pointers, chance in np.ndenumerate(digit_law(rule.pointers, delta)):
        # Which window comes first is no matter: noise is the same in both directions.
        smaller, larger = sorted((windows[pointer] for pointer in pointers), key=len)
        found[_Overlap(len(smaller), len(larger), len(smaller & larger))] += chance
    return found


def _agreement(
    rule: Rule, overlap: _Overlap, law: Float[np.ndarray, "before after"]
) -> float:
    """The probability that two windows that overlap in this way make the same answer.

    Shared values are taken to come first. From the end backwards, a table holds the
    probability of agreeing for each kind of the one window and each kind of the other.
    """
    one, two = steps(rule, overlap.smaller), steps(rule, overlap.larger)
    alone = law.sum(axis=1)
    ends = [outlook(side[overlap.shared :], alone) for side in (one, two)]
    table = ends[0] @ ends[1].T
    for digit in reversed(range(overlap.shared)):
        table = _back(table, one[digit], two[digit], law)
    return float(table[0, 0])


def _back(
    table: Float[np.ndarray, "kind other"],
    one: Step,
    two: Step,
    law: Float[np.ndarray, "before after"],
) -> Float[np.ndarray, "kind_before other_before"]:
    """The table one shared value earlier, row by row to spare memory."""
    digits = np.arange(len(law))
    rows = [(law.T @ table[following])[digits, two].sum(axis=1) for following in one]
    return np.stack(rows)


def _fits(rule: Rule, size: int) -> bool:
    if not countable(rule, size):
        return False
    return max(map(len, steps(rule, size)), default=1) ** 2 <= MOST
