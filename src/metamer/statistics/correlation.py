"""Whether two measures go together, unit by unit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal, one_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import check_column, constant
from metamer.statistics.intervals import check_level

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("pearson", "spearman", "within")
LEAST = 4
"""Pairs that it takes. Source: Fisher 1915, whose interval needs n - 3."""


def pearson(x: ArrayLike, y: ArrayLike, level: float = 0.95) -> Result:
    """How near points are to a straight line: r, with Fisher's interval.

    Source: Pearson 1895 and Fisher 1915, through scipy.stats.pearsonr.
    """
    from scipy import stats

    x, y = _pairs(x, y)
    found = Result("Pearson correlation", "", "", level=level, n=len(x))
    if not _testable(x, y):
        return replace(found, words=_words(found))
    tested = stats.pearsonr(x, y)
    ends = tested.confidence_interval(level)
    found = replace(found, low=float(ends.low), high=float(ends.high))
    return _tested(found, tested)


def spearman(x: ArrayLike, y: ArrayLike, level: float = 0.95) -> Result:
    """How far one number grows with the other, whatever the curve: rho, of ranks.

    Source: Spearman 1904, through scipy.stats.spearmanr; it has no interval.
    """
    from scipy import stats

    x, y = _pairs(x, y)
    found = Result("Spearman correlation", "", "", n=len(x))
    if not _testable(x, y):
        return replace(found, words=_words(found))
    return _tested(found, stats.spearmanr(x, y))


def within(x: ArrayLike, y: ArrayLike, cells: ArrayLike, level: float = 0.95) -> Result:
    """The correlation of what sets units apart from others of their own cell.

    Differences between cells are taken out: each pair counts as what it is above the
    means of its cell, and each cell costs a degree of freedom.

    Source: ours; the pooled within-groups correlation of textbooks.
    """
    import pandas as pd
    from scipy import stats

    table = pd.DataFrame({"x": x, "y": y, "cell": cells}).dropna()
    apart = table[["x", "y"]] - table.groupby("cell")[["x", "y"]].transform("mean")
    found = Result("correlation within cells", "", "", level=level, n=len(table))
    df = len(table) - table["cell"].nunique() - 1
    if df < 2 or not _testable(apart["x"].to_numpy(), apart["y"].to_numpy()):
        return replace(found, words=_words(found))
    r = float(np.corrcoef(apart["x"], apart["y"])[0, 1])
    t = r * (df / max(1 - r**2, 1e-15)) ** 0.5
    reach = stats.norm.ppf((1 + level) / 2) / (df - 1) ** 0.5
    low, high = np.tanh(
        np.arctanh(np.clip(r, -1 + 1e-15, 1 - 1e-15)) + reach * np.array([-1, 1])
    )
    found = replace(found, estimate=r, low=float(low), high=float(high), statistic=t)
    found = replace(found, df=df, p=float(2 * stats.t.sf(abs(t), df)))
    return replace(found, words=_words(found))


def _pairs(x: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    across, up = np.asarray(x, float), np.asarray(y, float)
    if across.shape != up.shape:
        raise Refusal(
            f"a correlation needs as many x as y, not {across.size} and {up.size}"
        )
    both = ~np.isnan(across) & ~np.isnan(up)
    return across[both], up[both]


def _testable(x: np.ndarray, y: np.ndarray) -> bool:
    return len(x) >= LEAST and not constant(x) and not constant(y)


def _tested(found: Result, tested: Any) -> Result:
    estimate, p = float(tested.statistic), float(tested.pvalue)
    found = replace(found, estimate=estimate, df=found.n - 2, p=p)
    return replace(found, words=_words(found))


def _words(result: Result) -> str:
    start = f"{wording.about(result)}{result.test}"
    if isnan(result.estimate):
        return (
            f"{start} unknown, because it needs {LEAST} pairs in which both numbers "
            f"vary (n = {result.n})"
        )
    start = f"{start} {wording.number(result.estimate)}"
    if not isnan(result.low):
        start += f", {wording.interval(result)}"
    return f"{start}, {wording.probability(result.p)} (n = {result.n})"


@test.add("correlation")
@dataclass(frozen=True)
class Correlation:
    """Whether two measures of the same units go together, alone or level by level.

    Units of all conditions are put together, save where `by` tells them apart. A unit that
    lacks one of the two measures is left out; where no unit has both, that is said.

    Source: ours, for zhang2021, Fig. 16, which shows the points without a test.
    """

    x: str
    y: str
    kind: Literal["pearson", "spearman", "within"] = "spearman"
    """`within` looks at units of one learner in one condition only, all such together."""
    by: str = ""
    """The column whose levels are looked at one by one; all together where it is empty."""
    level: float = 0.95

    def __post_init__(self) -> None:
        one_of("kind of correlation", self.kind, KINDS)
        check_level(self.level)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        points = self.points(measures)
        if not self.by:
            return [self._of(points, "")]
        check_column(points, self.by)
        levels = points.groupby(self.by, sort=False, observed=True)
        return [self._of(cell, f"{self.by}={level}") for level, cell in levels]

    def points(self, measures: pd.DataFrame) -> pd.DataFrame:
        """A row for each unit that has both: who it is, x and y."""
        who = [str(it) for it in measures if it not in ("measure", "value")]
        x, y = (
            measures.loc[measures["measure"] == name, [*who, "value"]]
            for name in (self.x, self.y)
        )
        both = x.merge(y, on=who).astype({"value_x": float, "value_y": float})
        return both.rename(columns={"value_x": "x", "value_y": "y"}).dropna(
            subset=["x", "y"]
        )

    def _of(self, points: pd.DataFrame, label: str) -> Result:
        found = self._correlated(points)
        name = f"{self.y} with {self.x}"
        found = replace(found, measure=name, effect=label)
        return replace(found, words=f"{name}: {_words(found)}")

    def _correlated(self, points: pd.DataFrame) -> Result:
        x, y = points["x"], points["y"]
        if self.kind != "within":
            return (pearson if self.kind == "pearson" else spearman)(x, y, self.level)
        cell = [name for name in points if name not in ("x", "y", "unit")]
        return within(x, y, points.groupby(cell, observed=True).ngroup(), self.level)
