"""Tests of means, alone and in pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal, one_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.core.study import MIN_UNITS
from metamer.statistics import wording
from metamer.statistics.cells import (
    cells,
    check_column,
    drop_missing,
    is_constant,
    mean_or_nan,
    rows_of,
)
from metamer.statistics.correction import holm
from metamer.statistics.effect_sizes import hedges_g, standardised_mean
from metamer.statistics.intervals import check_level, within_range

if TYPE_CHECKING:
    import pandas as pd

    Group = tuple[str, pd.DataFrame]
    """A level and its rows."""

ONE_SAMPLE = "t, one sample"

MAX_SIZE = 20.0
"""Effect sizes beyond this are left out: they say that seeds hardly vary. Source: ours."""


def one_sample(values: ArrayLike, against: float = 0.0, level: float = 0.95) -> Result:
    """Whether a mean differs from `against`; d is the effect size.

    Source: Student 1908, through scipy.stats.ttest_1samp.
    """
    from scipy import stats

    values = drop_missing(values)
    found = _outcome(
        Result(ONE_SAMPLE, "", "", mean_or_nan(values), level=level, n=len(values)),
        few=len(values) < MIN_UNITS,
        same=len(values) > 0 and is_constant(values),
        run=lambda: stats.ttest_1samp(values, against),
    )
    if not isnan(found.statistic):
        found = _sized(found, standardised_mean(values, against), "d")
    return _with_words(found, against)


def paired(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> Result:
    """Whether the mean of differences within pairs is other than 0; n counts pairs.

    The effect size is d_z: the mean difference in standard deviations of differences.
    A pair with a missing value is left out.

    Source: Student 1908, through scipy.stats.ttest_1samp on the differences.
    """
    from scipy import stats

    a, b = np.asarray(a, float), np.asarray(b, float)
    if a.shape != b.shape:
        raise Refusal(f"pairs need lists of equal length, not {len(a)} and {len(b)}")
    gaps = drop_missing(a - b)
    scale = max(np.nanmax(np.abs(a)), np.nanmax(np.abs(b))) if len(gaps) else 0.0
    found = _outcome(
        Result("paired t", "", "", mean_or_nan(gaps), level=level, n=len(gaps)),
        few=len(gaps) < MIN_UNITS,
        same=len(gaps) > 0 and is_constant(gaps, scale),
        run=lambda: stats.ttest_1samp(gaps, 0.0),
    )
    if not isnan(found.statistic):
        found = _sized(found, standardised_mean(gaps), "d_z")
    return _with_words(found)


def student(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> Result:
    """Whether two means differ, assuming that both groups have the same variance.

    Source: Student 1908, as used in kumar2022, Table S4.
    """
    return _independent("Student t", a, b, level, equal_var=True)


def welch(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> Result:
    """Whether two means differ, whatever the variances of their groups.

    The effect size is Hedges' g with the pooled standard deviation, as for Student's.

    Source: Welch 1947, through scipy.stats.ttest_ind.
    """
    return _independent("Welch t", a, b, level, equal_var=False)


def _independent(
    name: str, a: ArrayLike, b: ArrayLike, level: float, equal_var: bool
) -> Result:
    from scipy import stats

    a, b = drop_missing(a), drop_missing(b)
    few = min(len(a), len(b)) < MIN_UNITS
    gap, n = mean_or_nan(a) - mean_or_nan(b), len(a) + len(b)
    found = _outcome(
        Result(name, "", "", gap, level=level, n=n),
        few=few,
        same=not few and is_constant(a) and is_constant(b),
        run=lambda: stats.ttest_ind(*_shift(a, b), equal_var=equal_var),
    )
    if not isnan(found.statistic):
        found = _sized(found, hedges_g(a, b), "Hedges g")
    return _with_words(found)


def _shift(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both groups, shifted by the same number so that one without variance lies at 0.

    The test does not change, but SciPy warns of groups without variance anywhere else.
    """
    origin = b[0] if is_constant(b) else a[0]
    return a - origin, b - origin


def _outcome(found: Result, few: bool, same: bool, run: Callable[[], Any]) -> Result:
    """The result of a test if possible; constant values get an interval without a test."""
    if few:
        return found
    if same:
        return replace(found, low=found.estimate, high=found.estimate)
    tested = run()
    ends = tested.confidence_interval(found.level)
    return replace(
        found,
        low=float(ends.low),
        high=float(ends.high),
        statistic=float(tested.statistic),
        df=float(tested.df),
        p=float(tested.pvalue),
    )


def _sized(found: Result, size: float, name: str) -> Result:
    """The result with its effect size, unless that only says that units hardly vary."""
    if abs(size) > MAX_SIZE:
        return found
    return replace(found, effect_size=size, size_name=name)


def _with_words(result: Result, against: float = 0.0) -> Result:
    return replace(result, words=_words(result, against))


def _words(result: Result, against: float) -> str:
    what = "mean" if result.test == ONE_SAMPLE else "mean difference in"
    start = f"{wording.prefix(result)}{what} {result.measure or 'value'}"
    if isnan(result.estimate):
        return f"{start} unknown, because there are no values"
    start = f"{start} {wording.number(result.estimate)}"
    if isnan(result.low):
        return f"{start}; no test, because there are too few values (n = {result.n})"
    if isnan(result.p):
        return f"{start}; no test, because nothing varies (n = {result.n})"
    name = result.test.removesuffix(", one sample")
    found = f"{name}({wording.degrees(result.df)}) = {wording.number(result.statistic)}"
    return (
        f"{start}, {wording.interval(result)}, {_verdict(result)} {against:g}: {found}, "
        f"{wording.significance(result)}{_size_words(result)} (n = {result.n})"
    )


def _size_words(result: Result) -> str:
    return "" if isnan(result.effect_size) else f", {wording.effect_size(result)}"


def _verdict(result: Result) -> str:
    """Not "is equal to": a test that is not significant does not show equality."""
    p = result.p if isnan(result.p_adjusted) else result.p_adjusted
    return "differs from" if p < 1 - result.level else "not shown to differ from"


@test.add("t_test")
@dataclass(frozen=True)
class TTest:
    """Whether the mean of a measure differs from a number, in each cell.

    Holm's correction covers all cells. Missing values are left out.

    Source: ours.
    """

    measure: str
    against: float = 0.0
    level: float = 0.95

    def __post_init__(self) -> None:
        check_level(self.level)

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure)
        found = [self._cell(label, cell) for label, cell in cells(table)]
        return [_with_words(result, self.against) for result in holm(found)]

    def _cell(self, label: str, cell: pd.DataFrame) -> Result:
        found = one_sample(cell["value"], self.against, self.level)
        return within_range(replace(found, measure=self.measure, effect=label))


@test.add("pairwise")
@dataclass(frozen=True)
class Pairwise:
    """Which levels of a column differ in a measure, within each cell of the others.

    All pairs, or all levels against `to`; Holm's correction covers all rows. `paired`
    compares values of the same unit, and leaves out units that lack one.

    Source: ours; `student` as in kumar2022, Table S4.
    """

    measure: str
    test: Literal["welch", "student", "paired"] = "welch"
    by: str = "learner"
    to: str = ""
    """The level that all others are compared with; empty to compare all pairs."""
    level: float = 0.95

    def __post_init__(self) -> None:
        one_of("test of pairs", self.test, ("welch", "student", "paired"))
        check_level(self.level)

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure)
        check_column(table, self.by)
        if self.to:
            levels = [str(level) for level in table[self.by].unique()]
            one_of(self.by, self.to, levels)
        found = [
            self._pair(label, one, other)
            for label, cell in cells(table, apart_from=self.by)
            for one, other in self._pairs(cell)
        ]
        return [_with_words(result) for result in holm(found)]

    def _pairs(self, cell: pd.DataFrame) -> Iterator[tuple[Group, Group]]:
        groups = [
            (str(level), rows) for level, rows in cell.groupby(self.by, sort=False)
        ]
        for one, other in combinations(groups, 2):
            if self.to == one[0]:
                yield other, one
            elif self.to in ("", other[0]):
                yield one, other

    def _pair(self, label: str, one: Group, other: Group) -> Result:
        names = f"{one[0]} - {other[0]}"
        found = self._compare(one[1], other[1])
        effect = f"{names} ({label})" if label else names
        return replace(found, measure=self.measure, effect=effect)

    def _compare(self, one: pd.DataFrame, other: pd.DataFrame) -> Result:
        if self.test == "paired":
            return paired(*_match_units(one, other), self.level)
        compare = welch if self.test == "welch" else student
        return compare(one["value"], other["value"], self.level)


def _match_units(
    one: pd.DataFrame, other: pd.DataFrame
) -> tuple[np.ndarray, np.ndarray]:
    """The values of units that have both."""
    for group in (one, other):
        twice = group.loc[group["unit"].duplicated(), "unit"]
        if len(twice):
            raise Refusal(
                f"unit {twice.iloc[0]} has more than one value in a cell; "
                "a paired test needs one value for each unit"
            )
    both = one.merge(other, on="unit")
    return both["value_x"].to_numpy(), both["value_y"].to_numpy()
