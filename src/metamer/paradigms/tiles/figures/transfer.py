"""Taught one kind of board, asked both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.by_rule import ACROSS, ranked_rows
from metamer.paradigms.tiles.figures.pairs import (
    LABELS,
    ROW,
    Marks,
    draw_pairs,
    kinds_legend,
    marks_of,
    span,
)
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.facets import facet_axes
from metamer.reports.figures import axis_label
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

ASKED = {kind: f"asked {label}" for kind, label in LABELS.items()}
TAUGHT = {"abstract": "rule", "metamer": "metamers"}
"""The end of a row's name."""

SAME = 1e-9
"""Standard deviations below which values are the same."""


@figure.add("taught_and_asked")
@dataclass(frozen=True)
class TaughtAndAsked:
    """Learners of a rule's boards, and learners of metamers, on boards of both kinds.

    Source: kumar2022, Fig. S5.
    """

    measure: str
    title: str
    caption: str
    limits: tuple[float, float] = (-12.0, 6.0)
    """The ends of the scale; an arrow at the edge stands for a mean beyond them."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure).dropna(subset=["value"])
        if values.empty:
            return no_values(self.title, self.measure)
        values = values.assign(row=_rows(values))
        panels: dict[str, Marks] = {
            str(rule): marks_of(
                part, summary(part, ["row", "boards"]), "row", kind="boards"
            )
            for rule, part in values.groupby("rule", sort=False, observed=True)
        }
        rows = ranked_rows(list(panels.values()), self.measure)
        every = [mark for marks in panels.values() for mark in marks.values()]
        ends = span(every, 0.0, self.limits)
        size = ((7.0 - 2.2) / min(ACROSS, len(panels)), 0.35 + ROW * len(rows))
        labels = (axis_label(self.measure), "")
        with facet_axes(
            len(panels), (2.2, 0.6), size, labels, ACROSS, sharey=True, sharex=True
        ) as (drawing, axes):
            for axis, (rule, marks) in zip(axes, panels.items(), strict=True):
                axis.axvline(0, color="0.6", linewidth=0.8)
                draw_pairs(axis, marks, rows, ends)
                axis.set_title(rule, loc="left")
            kinds_legend(drawing, ASKED)
        return Exhibit(self.title, self.caption, drawing)


def _rows(values: pd.DataFrame) -> pd.Series:
    """A row for each learner and what it was taught; one row if it is taught nothing."""
    names = values["learner"].astype(str)
    taught = ", taught " + values["condition"].astype(str).map(TAUGHT)
    return names + taught.where(~names.isin(taught_nothing(values)), "")


def taught_nothing(values: pd.DataFrame) -> list[str]:
    """Learners to which it makes no difference what they are taught, to the last digit.

    They know boards already.
    """
    cells = ["learner", "rule", "boards", "unit"]
    spread = values.groupby(cells, observed=True)["value"].agg(["size", "std"])
    alike = (spread["size"] > 1) & (spread["std"] < SAME)
    same = alike.groupby("learner", observed=True).all()
    return [str(name) for name in same.index[same]]
