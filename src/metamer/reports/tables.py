"""Tables that any paradigm can use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metamer.core.registry import figure
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import heading_of
from metamer.statistics.summaries import mean_text, summary

if TYPE_CHECKING:
    import pandas as pd


@figure.add("means")
@dataclass(frozen=True)
class Means:
    """Mean and 95 % interval of some measures for each learner, as in the papers' tables.

    Source: ours.
    """

    measures: tuple[str, ...]
    title: str
    caption: str

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return self.measures

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        rows = []
        by = [*run.details, "learner"]
        for where, _ in run.measures.groupby(by, sort=False, observed=True):
            place = dict(zip(by, where, strict=True))
            row = {"learner": place["learner"], "where": heading_of(where[:-1])}
            for name in self.measures:
                row |= _cells(run.values(name), place, name)
            rows.append(row)
        table = pd.DataFrame(rows).fillna("")
        return Exhibit(self.title, self.caption, order_rows(table, run))


def order_rows(table: pd.DataFrame, run: Analysis) -> pd.DataFrame:
    """Rows sorted by `where`, then learners as in the study; drops `where` if constant."""
    order = {name: place for place, name in enumerate(run.learners)}
    table = table.sort_values(
        "learner", key=lambda names: names.map(order), kind="stable"
    )
    table = table.sort_values("where", kind="stable")
    return table.drop(columns="where") if table["where"].nunique() == 1 else table


def _cells(values: pd.DataFrame, place: dict[str, object], name: str) -> dict[str, str]:
    """One learner's mean and interval, for each condition that the measure has."""
    for column, value in place.items():
        values = values[values[column] == value]
    if values.empty:
        return {}
    found = summary(values, ["condition"])
    plain = name.replace("_", " ")
    return {
        f"{plain}: {str(condition).replace('_', ' ')}" if condition else plain: (
            mean_text(row["mean"], row["low"], row["high"])
        )
        for condition, row in found.iterrows()
    }
