"""A straight line of one measure on another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import check_column, complete_pairs, is_constant, rows_of
from metamer.statistics.intervals import check_level

if TYPE_CHECKING:
    import pandas as pd

NAME = "least squares"


def line(x: ArrayLike, y: ArrayLike, level: float = 0.95) -> list[Result]:
    """The intercept and the slope of y on x by ordinary least squares.

    The effect size of the slope is R squared. Pairs with a missing number are left out.
    If the points lie on a line exactly, each interval has no width.

    Source: Gauss 1809, through scipy.stats.linregress.
    """
    from scipy import stats

    x, y = complete_pairs(x, y)
    if len(x) < 3 or is_constant(x):
        blank = Result(NAME, "", "slope", level=level, n=len(x))
        return [replace(blank, words=_words(blank))]
    fitted = stats.linregress(x, y)
    exact = is_constant(y - fitted.intercept - fitted.slope * x, float(np.abs(y).max()))
    errors = (0.0, 0.0) if exact else (fitted.intercept_stderr, fitted.stderr)
    blank = Result(NAME, "", "", level=level, n=len(x))
    intercept = _coefficient(blank, "intercept", fitted.intercept, errors[0])
    slope = _coefficient(blank, "slope", fitted.slope, errors[1])
    if not is_constant(y):
        shared = float(fitted.rvalue**2)
        slope = replace(slope, effect_size=shared, size_name="R squared")
    return [replace(found, words=_words(found)) for found in (intercept, slope)]


def _coefficient(blank: Result, effect: str, estimate: float, error: float) -> Result:
    """An estimate with its interval, and its test where there is an error."""
    from scipy import stats

    df = blank.n - 2
    reach = error * float(stats.t.ppf((1 + blank.level) / 2, df))
    low, high = float(estimate - reach), float(estimate + reach)
    found = replace(blank, effect=effect, estimate=float(estimate), df=df)
    found = replace(found, low=low, high=high)
    if error == 0:
        return found
    statistic = float(estimate / error)
    p = float(2 * stats.t.sf(abs(statistic), df))
    return replace(found, statistic=statistic, p=p)


def _words(result: Result) -> str:
    if isnan(result.estimate):
        return "no line, because it needs at least three points with different x"
    start = f"{result.effect} {wording.number(result.estimate)}"
    if isnan(result.p):
        return f"{start}; no test, because the line fits exactly (n = {result.n})"
    found = (
        f"{start}, {wording.interval(result)}, t({wording.degrees(result.df)}) = "
        f"{wording.number(result.statistic)}, {wording.probability(result.p)}"
    )
    if result.size_name:
        found += f", {wording.effect_size(result)}"
    return f"{found} (n = {result.n})"


def logit(shares: ArrayLike, clip: float = 0.01) -> np.ndarray:
    """The log odds of shares, which are first clipped to stay `clip` from 0 and 1."""
    clipped = np.clip(np.asarray(shares, float), clip, 1 - clip)
    return np.log(clipped / (1 - clipped))


@test.add("regression")
@dataclass(frozen=True)
class Regression:
    """The line of the means of one measure on those of another, one point per level.

    A level that lacks one of the two measures is left out.

    Source: dasgupta2022, Sec. 6: EVR on FLB, in log odds.
    Unstated: how EVR and FLB, which can be negative, get log odds. Each is first placed
    between the ends of its scale (-0.5 and 0.5 for FLB, -1 and 1 for EVR), so 0 stays 0;
    means at an end are then clipped, and the words say how many.
    """

    x: str
    y: str
    over: tuple[str, ...] = ("learner",)
    """The columns whose combinations are the levels."""
    logit: bool = False
    """Take log odds of the means."""
    x_ends: tuple[float, float] = (0.0, 1.0)
    y_ends: tuple[float, float] = (0.0, 1.0)
    """The ends of the two scales, which become shares of 0 and 1."""
    clip: float = 0.01
    """How near to 0 and 1 a mean may come before its log odds are taken."""
    level: float = 0.95

    def __post_init__(self) -> None:
        check_level(self.level)
        if not 0 < self.clip < 0.5:
            raise Refusal(f"clip must lie between 0 and 0.5, not {self.clip}")
        for low, high in (self.x_ends, self.y_ends):
            if not low < high:
                raise Refusal(f"a scale must go from low to high, not {low} to {high}")

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.x, self.y)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        points = self.means(measures).to_numpy()
        x, y = self.transform(points).T
        found = line(x, y, self.level)
        names = [f"logit {name}" if self.logit else name for name in (self.y, self.x)]
        name, note = " on ".join(names), self._note(points)
        words = f"{name} over {' and '.join(self.over)}: "
        return [
            replace(result, measure=name, words=f"{words}{result.words}{note}")
            for result in found
        ]

    def transform(self, points: np.ndarray) -> np.ndarray:
        """The points to which the line is fitted: unchanged, or in log odds."""
        return logit(self._shares(points), self.clip) if self.logit else points

    def _shares(self, points: np.ndarray) -> np.ndarray:
        low, high = np.array([self.x_ends, self.y_ends]).T
        return (points - low) / (high - low)

    def means(self, measures: pd.DataFrame) -> pd.DataFrame:
        """x and y of each level that has both."""
        import pandas as pd

        means = []
        for name in (self.x, self.y):
            table = rows_of(measures, name)
            for column in self.over:
                check_column(table, column)
            levels = table.groupby(list(self.over), observed=True, sort=False)
            means.append(levels["value"].mean())
        return pd.concat(means, axis=1, join="inner", keys=["x", "y"]).dropna()

    def _note(self, points: np.ndarray) -> str:
        shares = self._shares(points)
        outside = (shares < self.clip) | (shares > 1 - self.clip)
        if not self.logit or not outside.any():
            return ""
        return (
            f"; {int(outside.sum())} of {points.size} means clipped to "
            f"{self.clip:g} to {1 - self.clip:g}"
        )
