"""Boards that were given up."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.registry import figure
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit

COLUMNS = ("finished_share", "z", "z_of_finished")
"""The measures in the table."""

ALL_FINISHED = (
    "No board was given up: every learner of this run finished all its boards."
)


@figure.add("finished")
@dataclass(frozen=True)
class UnfinishedBoards:
    """Learners that did not finish all boards, and their score on finished ones.

    Source: ours; kumar2022 scores an unfinished board without saying so.
    """

    title: str = "Unfinished boards"
    caption: str = (
        "A board that is given up at the limit counts in z as if all its blue tiles had "
        "been turned up, as in the paper. This table lists every learner with such boards, "
        "with z over all boards and over finished boards alone."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return COLUMNS

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        by = ["learner", *run.details, "condition"]
        columns = {
            name: run.values(name).groupby(by, sort=False)["value"].mean()
            for name in COLUMNS
        }
        table = pd.DataFrame(columns)
        table = table[table["finished_share"] < 1].round(3).astype(object).reset_index()
        if table.empty:
            return empty_exhibit(self.title, ALL_FINISHED)
        table.columns = [str(name).replace("_", " ") for name in table]
        return Exhibit(self.title, self.caption, table.fillna("no board finished"))
