"""Tests of counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import check_column, rows
from metamer.statistics.effect_sizes import cohens_w, cramers_v

if TYPE_CHECKING:
    import pandas as pd

SMALL = 5
"""Below this expected count the chi-square law is rough. Source: Cochran 1954."""

SEED = 0
"""Where permutations start. Source: ours."""


def independence(counts: ArrayLike, resamples: int = 0) -> Result:
    """Whether the rows of a table of counts have the same shares of its columns.

    With `resamples`, p is not from the chi-square law but from dealing out all that was
    counted anew so many times, which is right for small counts, too.

    Source: Pearson 1900, without continuity correction, as in moskvichev2023, Sec. 8.1.
    """
    from scipy import stats

    table = _checked(counts, axes=2)
    table = table[table.sum(1) > 0][:, table.sum(0) > 0]
    found = Result("chi-square, independence", "", "", n=int(table.sum()))
    if min(table.shape) < 2:
        return replace(
            found, words="no test, because all counts are in one row or column"
        )
    chi, p, df, expected = stats.chi2_contingency(table, correction=False)
    size = ("Cramer's V", cramers_v(chi, table))
    if not resamples:
        return _tested(found, (chi, df, p), size, _rough(expected))
    p = _permuted(table, expected, chi, resamples)
    return _tested(found, (chi, df, p), size, "; p by permutation")


def _permuted(
    table: np.ndarray, expected: np.ndarray, chi: float, resamples: int
) -> float:
    """How often tables with the same margins, drawn by chance, have as large a chi-square.

    Source: Phipson and Smyth 2010, for counting what was seen as one of the draws.
    """
    from scipy import stats

    margins = (table.sum(axis).astype(int) for axis in (1, 0))
    draws = stats.random_table(*margins).rvs(
        resamples, random_state=root(SEED).stream("chi-square").numpy
    )
    drawn = ((draws - expected) ** 2 / expected).sum(axis=(1, 2))
    # Sums of the same terms in another order differ in their last digits.
    return float((1 + (drawn >= chi - 1e-9).sum()) / (resamples + 1))


def goodness_of_fit(counts: ArrayLike, expected: ArrayLike = ()) -> Result:
    """Whether counts follow the expected ones; equal ones where none are given.

    Only the proportions of `expected` matter: they are scaled to the number counted.

    Source: Pearson 1900, through scipy.stats.chisquare.
    """
    from scipy import stats

    seen = _checked(counts, axes=1)
    weights = np.asarray(expected, float) if np.size(expected) else np.ones(len(seen))
    if weights.shape != seen.shape or not (weights > 0).all():
        raise Refusal(f"{len(seen)} counts need as many expected ones, all above 0")
    scaled = weights * seen.sum() / weights.sum()
    chi, p = stats.chisquare(seen, scaled)
    found = Result("chi-square, goodness of fit", "", "", n=int(seen.sum()))
    size = cohens_w(chi, found.n)
    outcome = (chi, len(seen) - 1, p)
    return _tested(found, outcome, ("Cohen's w", size), _rough(scaled))


def _checked(counts: ArrayLike, axes: int) -> np.ndarray:
    seen = np.asarray(counts, float)
    whole = (seen == np.round(seen)).all() and (seen >= 0).all()
    if seen.ndim != axes or not whole or seen.sum() == 0:
        raise Refusal(
            f"chi-square needs whole counts of at least 0 in {axes} dimension(s), "
            "not all of them 0"
        )
    return seen


def _tested(
    found: Result,
    outcome: tuple[float, float, float],
    size: tuple[str, float],
    remark: str,
) -> Result:
    chi, df, p = map(float, outcome)
    found = replace(found, statistic=chi, df=df, p=p)
    found = replace(found, size_name=size[0], effect_size=size[1])
    words = (
        f"chi-square({df:g}) = {wording.number(chi)}, {wording.probability(p)}, "
        f"{wording.size(found)} (n = {found.n}){remark}"
    )
    return replace(found, words=words)


def _rough(expected: np.ndarray) -> str:
    """A warning, where a count is too small for the chi-square law."""
    if expected.min() >= SMALL:
        return ""
    least = wording.number(float(expected.min()))
    return f"; rough, because the smallest expected count is {least}"


@test.add("chi_square")
@dataclass(frozen=True)
class ChiSquare:
    """Whether the levels of one column have the same shares of those of another.

    Every row of the table counts once and must be an observation of its own. Rows in
    which either column is missing are left out.

    Source: Pearson 1900, as in moskvichev2023, Sec. 8.1.
    """

    measure: str
    rows: str = "learner"
    columns: str = "value"
    resamples: int = 0
    """How often counts are dealt out anew for p; 0 takes the chi-square law."""

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        import pandas as pd

        table = rows(measures, self.measure)
        for name in (self.rows, self.columns):
            check_column(table, name)
        if self.rows == self.columns:
            raise Refusal(f"chi_square needs two columns, not {self.rows!r} twice")
        counts = pd.crosstab(table[self.rows], table[self.columns])
        found = independence(counts, self.resamples)
        effect = f"{self.rows} x {self.columns}"
        words = f"{self.measure}, {effect}: {found.words}"
        return [replace(found, measure=self.measure, effect=effect, words=words)]
