"""Means with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal, one_of
from metamer.core.keys import root
from metamer.core.ranges import range_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.core.study import MIN_UNITS
from metamer.statistics import wording
from metamer.statistics.cells import (
    cells,
    drop_missing,
    is_constant,
    mean_or_nan,
    rows_of,
)

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 9999
"""How many bootstrap samples. Source: the default of scipy.stats.bootstrap."""


def check_level(level: float) -> None:
    """Refuse a confidence level that is not between 0 and 1."""
    if not 0 < level < 1:
        raise Refusal(f"level must lie between 0 and 1, such as 0.95, not {level}")


def t(values: ArrayLike, level: float = 0.95) -> Result:
    """The mean and its confidence interval from Student's t.

    Source: Student 1908, through scipy.stats.t.
    """
    from scipy import stats

    values = drop_missing(values)
    found = _mean("t interval", values, level)
    if len(values) < MIN_UNITS or is_constant(values):
        return found
    ends = stats.t.interval(level, len(values) - 1, found.estimate, stats.sem(values))
    return _with_interval(found, *ends)


def bootstrap(values: ArrayLike, level: float = 0.95, seed: int = 0) -> Result:
    """The mean and its confidence interval from resampling units.

    Source: Efron 1987 (BCa: bias-corrected and accelerated), through SciPy.
    """
    from scipy import stats

    values = drop_missing(values)
    found = _mean("bootstrap interval", values, level)
    if len(values) < MIN_UNITS or is_constant(values):
        return found
    result = stats.bootstrap(
        (values,),
        np.mean,
        confidence_level=level,
        n_resamples=RESAMPLES,
        method="BCa",
        rng=root(seed).stream("bootstrap").numpy,
    )
    return _with_interval(found, *result.confidence_interval)


def wilson(successes: int, n: int, level: float = 0.95) -> Result:
    """The share of successes and its confidence interval.

    Source: Wilson 1927, without continuity correction, as in moskvichev2023, Table 2.
    """
    from scipy import stats

    if not 0 <= successes <= n:
        raise Refusal(f"successes must lie between 0 and n = {n}, not {successes}")
    found = Result("Wilson interval", "", "", level=level, n=n)
    if n == 0:
        return replace(found, words=_words(found))
    ends = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    return _with_interval(replace(found, estimate=successes / n), *ends)


def wilson_of_rounded(share: float, n: int, level: float = 0.95) -> Result:
    """The interval of a share that is known to two decimals only.

    The number of successes is the whole number closest to n times the rounded share.

    Source: moskvichev2023, Table 2: 29 of the 32 bounds printed for people are those of
    n = 240 (30 items, 8 people each) for every concept, however many there were.
    """
    return wilson(round(n * round(share, 2)), n, level)


def _wilson_of(values: ArrayLike, level: float) -> Result:
    values = drop_missing(values)
    if not np.isin(values, (0, 1)).all():
        raise Refusal(
            'a Wilson interval needs values of 0 or 1; use kind "t" or "bootstrap" '
            "for other numbers"
        )
    return wilson(int(values.sum()), len(values), level)


def _mean(name: str, values: np.ndarray, level: float) -> Result:
    """The mean; constant values have an interval of no width."""
    found = Result(name, "", "", mean_or_nan(values), level=level, n=len(values))
    if len(values) >= MIN_UNITS and is_constant(values):
        found = replace(found, low=found.estimate, high=found.estimate)
    return replace(found, words=_words(found))


def _with_interval(found: Result, low: float, high: float) -> Result:
    found = replace(found, low=float(low), high=float(high))
    return replace(found, words=_words(found))


def _words(result: Result) -> str:
    start = f"{wording.prefix(result)}mean {result.measure}".rstrip()
    if result.n == 0:
        return f"{start} unknown, because there are no values"
    start = f"{start} {wording.number(result.estimate)}"
    if isnan(result.low):
        return (
            f"{start}; no interval, because there are too few values (n = {result.n})"
        )
    kind = result.test.removesuffix(" interval")
    return f"{start}, {wording.interval(result)} ({kind}, n = {result.n})"


@test.add("interval")
@dataclass(frozen=True)
class Interval:
    """The mean of a measure and its confidence interval, in each cell.

    A cell is a combination of learner, condition and details. Missing values are left
    out; `n` counts the others.

    Source: ours; Wilson as in moskvichev2023, Table 2.
    """

    measure: str
    kind: Literal["t", "bootstrap", "wilson"] = "t"
    level: float = 0.95
    seed: int = 0
    """The seed of the bootstrap."""

    def __post_init__(self) -> None:
        one_of("kind of interval", self.kind, ("t", "bootstrap", "wilson"))
        check_level(self.level)

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure)
        return [self._cell(label, cell["value"]) for label, cell in cells(table)]

    def _cell(self, label: str, values: ArrayLike) -> Result:
        if self.kind == "wilson":
            found = _wilson_of(values, self.level)
        elif self.kind == "bootstrap":
            found = bootstrap(values, self.level, self.seed)
        else:
            found = t(values, self.level)
        found = within_range(replace(found, measure=self.measure, effect=label))
        return replace(found, words=_words(found))


def within_range(result: Result) -> Result:
    """The result without that part of its interval where its measure cannot be."""
    known = range_of(result.measure)
    return replace(
        result, low=max(result.low, known.low), high=min(result.high, known.high)
    )
