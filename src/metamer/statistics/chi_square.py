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
from metamer.statistics.cells import check_column, rows_of
from metamer.statistics.effect_sizes import cramers_v

if TYPE_CHECKING:
    import pandas as pd

MIN_EXPECTED = 5
"""Below this expected count the chi-square distribution is a rough approximation.

Source: Cochran 1954.
"""

SEED = 0
"""The seed of permutations. Source: ours."""


def independence(counts: ArrayLike, resamples: int = 0) -> Result:
    """Whether the rows of a table of counts have the same shares of its columns.

    With `resamples`, p comes from that many permutations instead of the chi-square
    distribution, and is valid for small counts as well.

    Source: Pearson 1900, without continuity correction, as in moskvichev2023, Sec. 8.1.
    """
    from scipy import stats

    table = _check_counts(counts)
    table = table[table.sum(1) > 0][:, table.sum(0) > 0]
    found = Result("chi-square, independence", "", "", n=int(table.sum()))
    if min(table.shape) < 2:
        return replace(
            found, words="no test, because all counts are in one row or column"
        )
    chi, p, df, expected = stats.chi2_contingency(table, correction=False)
    note = _small_count_note(expected)
    if resamples:
        p = _permutation_p(table, expected, chi, resamples)
        note = "; p from permutations"
    found = replace(found, statistic=float(chi), df=float(df), p=float(p))
    size = cramers_v(chi, table)
    found = replace(found, size_name="Cramer's V", effect_size=size)
    words = (
        f"chi-square({df:g}) = {wording.number(chi)}, {wording.probability(p)}, "
        f"{wording.effect_size(found)} (n = {found.n}){note}"
    )
    return replace(found, words=words)


def _permutation_p(
    table: np.ndarray, expected: np.ndarray, chi: float, resamples: int
) -> float:
    """How often random tables with the same margins have a chi-square as large.

    Source: Phipson and Smyth 2010, for counting the observed table as one of the draws.
    """
    from scipy import stats

    margins = (table.sum(axis).astype(int) for axis in (1, 0))
    draws = stats.random_table(*margins).rvs(
        resamples, random_state=root(SEED).stream("chi-square").numpy
    )
    statistics = ((draws - expected) ** 2 / expected).sum(axis=(1, 2))
    # Sums of the same terms in another order differ in their last digits.
    return float((1 + (statistics >= chi - 1e-9).sum()) / (resamples + 1))


def _check_counts(counts: ArrayLike) -> np.ndarray:
    table = np.asarray(counts, float)
    whole = (table == np.round(table)).all() and (table >= 0).all()
    if table.ndim != 2 or not whole or table.sum() == 0:
        raise Refusal(
            "chi-square needs a table of whole numbers of at least 0, not all of them 0"
        )
    return table


def _small_count_note(expected: np.ndarray) -> str:
    """A note, if an expected count is too small for the chi-square distribution."""
    if expected.min() >= MIN_EXPECTED:
        return ""
    lowest = wording.number(float(expected.min()))
    return f"; approximate, because the smallest expected count is {lowest}"


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
    """How many permutations p comes from; 0 for the chi-square distribution."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        import pandas as pd

        table = rows_of(measures, self.measure)
        for name in (self.rows, self.columns):
            check_column(table, name)
        if self.rows == self.columns:
            raise Refusal(f"chi_square needs two columns, not {self.rows!r} twice")
        counts = pd.crosstab(table[self.rows], table[self.columns])
        found = independence(counts, self.resamples)
        effect = f"{self.rows} x {self.columns}"
        words = f"{self.measure}, {effect}: {found.words}"
        return [replace(found, measure=self.measure, effect=effect, words=words)]
