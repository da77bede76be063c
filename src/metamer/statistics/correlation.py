"""Whether two measures are correlated over units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import one_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import check_column, complete_pairs, is_constant
from metamer.statistics.intervals import check_level

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("pearson", "spearman", "within")
MIN_PAIRS = 4
"""Pairs that a correlation needs. Source: Fisher 1915, whose interval divides by n - 3."""


def pearson(x: ArrayLike, y: ArrayLike, level: float = 0.95) -> Result:
    """How close points lie to a straight line: r, with Fisher's confidence interval.

    Source: Pearson 1895 and Fisher 1915, through scipy.stats.pearsonr.
    """
    from scipy import stats

    x, y = complete_pairs(x, y)
    found = Result("Pearson correlation", "", "", level=level, n=len(x))
    if not _is_testable(x, y):
        return replace(found, words=_words(found))
    tested = stats.pearsonr(x, y)
    ends = tested.confidence_interval(level)
    found = replace(found, low=float(ends.low), high=float(ends.high))
    return _with_test(found, tested)


def spearman(x: ArrayLike, y: ArrayLike, level: float = 0.95) -> Result:
    """How far one number increases with the other, along any curve: rho, of ranks.

    Source: Spearman 1904, through scipy.stats.spearmanr; it has no interval.
    """
    from scipy import stats

    x, y = complete_pairs(x, y)
    found = Result("Spearman correlation", "", "", n=len(x))
    if not _is_testable(x, y):
        return replace(found, words=_words(found))
    return _with_test(found, stats.spearmanr(x, y))


def within(x: ArrayLike, y: ArrayLike, cells: ArrayLike, level: float = 0.95) -> Result:
    """The correlation within cells: of how units differ from others of their own cell.

    Differences between cells are removed: the mean of its cell is subtracted from each
    number, and each cell costs a degree of freedom.

    Source: ours; the pooled within-groups correlation of textbooks.
    """
    import pandas as pd
    from scipy import stats

    table = pd.DataFrame({"x": x, "y": y, "cell": cells}).dropna()
    centred = table[["x", "y"]] - table.groupby("cell")[["x", "y"]].transform("mean")
    found = Result("correlation within cells", "", "", level=level, n=len(table))
    df = len(table) - table["cell"].nunique() - 1
    if df < 2 or not _is_testable(centred["x"].to_numpy(), centred["y"].to_numpy()):
        return replace(found, words=_words(found))
    r = float(np.corrcoef(centred["x"], centred["y"])[0, 1])
    # Fisher's z transform makes the interval symmetric; r of exactly 1 or -1 has none.
    t = r * (df / max(1 - r**2, 1e-15)) ** 0.5
    reach = stats.norm.ppf((1 + level) / 2) / (df - 1) ** 0.5
    low, high = np.tanh(
        np.arctanh(np.clip(r, -1 + 1e-15, 1 - 1e-15)) + reach * np.array([-1, 1])
    )
    found = replace(found, estimate=r, low=float(low), high=float(high), statistic=t)
    found = replace(found, df=df, p=float(2 * stats.t.sf(abs(t), df)))
    return replace(found, words=_words(found))


def _is_testable(x: np.ndarray, y: np.ndarray) -> bool:
    return len(x) >= MIN_PAIRS and not is_constant(x) and not is_constant(y)


def _with_test(found: Result, tested: Any) -> Result:
    estimate, p = float(tested.statistic), float(tested.pvalue)
    found = replace(found, estimate=estimate, df=found.n - 2, p=p)
    return replace(found, words=_words(found))


def _words(result: Result) -> str:
    start = f"{wording.prefix(result)}{result.test}"
    if isnan(result.estimate):
        return (
            f"{start} unknown, because it needs at least {MIN_PAIRS} pairs in which both "
            f"numbers vary (n = {result.n})"
        )
    start = f"{start} {wording.number(result.estimate)}"
    if not isnan(result.low):
        start += f", {wording.interval(result)}"
    return f"{start}, {wording.probability(result.p)} (n = {result.n})"


@test.add("correlation")
@dataclass(frozen=True)
class Correlation:
    """Whether two measures of the same units are correlated, overall or level by level.

    Units of all conditions are pooled, except where `by` tells them apart. A unit that
    lacks one of the two measures is left out; the words say so if no unit has both.

    Source: ours, for zhang2021, Fig. 16, which shows the points without a test.
    """

    x: str
    y: str
    kind: Literal["pearson", "spearman", "within"] = "spearman"
    """`within` compares units of the same learner and condition only, and pools these."""
    by: str = ""
    """The column whose levels are tested one by one; empty to test all together."""
    level: float = 0.95

    def __post_init__(self) -> None:
        one_of("kind of correlation", self.kind, KINDS)
        check_level(self.level)

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.x, self.y)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        points = self.points(measures)
        if not self.by:
            return [self._result(points, "")]
        check_column(points, self.by)
        levels = points.groupby(self.by, sort=False, observed=True)
        return [self._result(cell, f"{self.by}={level}") for level, cell in levels]

    def points(self, measures: pd.DataFrame) -> pd.DataFrame:
        """A row for each unit that has both measures, with its columns, x and y."""
        who = [str(name) for name in measures if name not in ("measure", "value")]
        x, y = (
            measures.loc[measures["measure"] == name, [*who, "value"]]
            for name in (self.x, self.y)
        )
        both = x.merge(y, on=who).astype({"value_x": float, "value_y": float})
        return both.rename(columns={"value_x": "x", "value_y": "y"}).dropna(
            subset=["x", "y"]
        )

    def _result(self, points: pd.DataFrame, label: str) -> Result:
        found = self._correlate(points)
        name = f"{self.y} with {self.x}"
        found = replace(found, measure=name, effect=label)
        return replace(found, words=f"{name}: {_words(found)}")

    def _correlate(self, points: pd.DataFrame) -> Result:
        x, y = points["x"], points["y"]
        if self.kind != "within":
            return (pearson if self.kind == "pearson" else spearman)(x, y, self.level)
        cell = [name for name in points if name not in ("x", "y", "unit")]
        return within(x, y, points.groupby(cell, observed=True).ngroup(), self.level)
