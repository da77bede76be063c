"""Whether two learners find the same items hard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics.cells import check_column, rows_of
from metamer.statistics.correlation import spearman

if TYPE_CHECKING:
    import pandas as pd


@test.add("agreement")
@dataclass(frozen=True)
class Agreement:
    """Spearman's correlation, over items, of how well each two learners did on them.

    The value of an item is the mean over a learner's units, or over participants; items
    that one of the two did not answer are left out.

    Source: ours.
    """

    measure: str
    over: str = "item"
    """The column whose levels are the items."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure)
        check_column(table, self.over)
        means = table.groupby([self.over, "learner"], observed=True)["value"].mean()
        wide = means.unstack()
        present = dict.fromkeys(table["learner"])
        return [self._pair(wide, *pair) for pair in combinations(present, 2)]

    def _pair(self, wide: pd.DataFrame, one: str, other: str) -> Result:
        found = spearman(wide[one], wide[other])
        effect = f"{one} with {other}"
        words = f"{self.measure}, {effect}: {found.words}"
        return replace(found, measure=self.measure, effect=effect, words=words)
