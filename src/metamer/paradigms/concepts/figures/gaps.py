"""By how much one learner's accuracy per concept exceeds another's."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from metamer.core.registry import figure
from metamer.paradigms.concepts.figures.tables import (
    ALL,
    table_1,
    with_published,
)
from metamer.reports.analysis import Analysis, Exhibit
from metamer.statistics import wording
from metamer.statistics.t_test import paired

if TYPE_CHECKING:
    import pandas as pd

PrintedGaps = tuple[tuple[str, str, float], ...]
"""Two learners, and the percentage points by which the first is better on average."""


@figure.add("concept_gaps")
@dataclass(frozen=True)
class Gaps:
    """Mean difference in per-concept accuracy, from each learner to the next best.

    Source: moskvichev2023, Sec. 8.1, for people and the two programs.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""
    printed: PrintedGaps = ()

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        table, _ = with_published(run, self.beside)
        shares = table_1(table)
        overall = shares.T[ALL]
        order = list(overall.sort_values(ascending=False, kind="stable").index)
        by_concept = shares.drop(index=ALL)
        rows = [self._row(by_concept, *pair) for pair in pairwise(order)]
        return Exhibit(self.title, self.caption, pd.DataFrame(rows))

    def _row(self, shares: pd.DataFrame, first: str, second: str) -> dict[str, str]:
        both = shares[[first, second]].dropna()
        gap = paired(both[first], both[second])
        known = {(one, other): points for one, other, points in self.printed}
        points = known.get((first, second))
        return {
            "better": first,
            "than": second,
            "percentage points": f"{100 * gap.estimate:.1f}",
            "95 % interval": (
                f"{100 * gap.low:.1f} to {100 * gap.high:.1f}"
                if gap.low == gap.low
                else ""
            ),
            "p": wording.probability(gap.p) if gap.p == gap.p else "",
            "concepts": str(len(both)),
            "printed": "" if points is None else f"{points:g}",
        }
