"""The table of `matrices` that sets a run beside published accuracies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.matrices.figures.accuracy import REGIME_LABELS, levels_in_order
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.facets import facets, ordered_levels
from metamer.statistics.summaries import mean_text, summary

if TYPE_CHECKING:
    import pandas as pd


@figure.add("matrix_literature")
@dataclass(frozen=True)
class Literature:
    """A table of the accuracies of this run, above those that others published.

    Source: ours.
    """

    title: str
    caption: str
    rows: tuple[tuple[str, str, float, str], ...]
    """Network, condition, published accuracy, source."""
    measure: str = "test_accuracy"

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        values = run.values(self.measure)
        order = levels_in_order(run, values, "condition")
        table = pd.DataFrame([*self._here(run, values), *self._elsewhere(order)])
        table = table.reindex(columns=["network", *order, "from"]).fillna("")
        return Exhibit(self.title, self.caption, table.rename(columns=REGIME_LABELS))

    def _here(self, run: Analysis, values: pd.DataFrame) -> list[dict[str, str]]:
        """A row for each learner of this run, and for what else varies."""
        rows = []
        for heading, cell in facets(run, values, ("learner", "condition")):
            for name in ordered_levels(run, cell, "learner"):
                means = summary(cell[cell["learner"] == name], ["condition"])
                found = {str(level): _with_half(row) for level, row in means.iterrows()}
                source = f"here, {heading}".removesuffix(", ")
                rows.append({"network": name, **found, "from": source})
        return rows

    def _elsewhere(self, order: list[str]) -> list[dict[str, str]]:
        """A row for each published network that has one of these regimes."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for network, condition, share, source in self.rows:
            if condition in order:
                row = found.setdefault((network, source), {"network": network})
                row |= {condition: f"{share:.3f}", "from": source}
        return list(found.values())


def _with_half(row: Any) -> str:
    """A mean and the half width of its interval."""
    return mean_text(row["mean"], row["low"], row["high"])
