"""Programs that gave right guesses, in words."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.registry import figure
from metamer.paradigms.concepts.rules import CONCEPTS, in_table_order
from metamer.reports.analysis import Analysis, Exhibit


@figure.add("concept_gallery")
@dataclass(frozen=True)
class Programs:
    """One program for each concept, in words.

    Source: ours.
    """

    title: str
    caption: str
    learner: str = "program-search"
    """Whose programs are shown."""

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        right = table[(table["learner"] == self.learner) & table["correct"]]
        first = right.sort_values("step").groupby("condition", observed=True).first()
        body = first.loc[in_table_order(first.index), ["task", "program"]]
        body = body.rename(index=CONCEPTS).rename_axis(index="concept").reset_index()
        return Exhibit(self.title, self.caption, body)
