"""Boards of each rule and their metamers, learner by learner."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING

from metamer.core.ranges import range_of
from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.pairs import (
    ROW,
    Mark,
    Marks,
    draw_pairs,
    kinds_legend,
    marks_of,
    shade_row,
    span,
)
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.facets import facet_axes
from metamer.reports.figures import axis_label
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people (paper)"
"""The row of published means."""

ACROSS = 3
"""Panels side by side."""

PublishedMeans = tuple[tuple[str, str, float, float], ...]
"""Rule, condition, mean and half width of its interval."""


@figure.add("by_rule")
@dataclass(frozen=True)
class ByRule:
    """Each learner on the boards of every rule and on their metamers, the best first.

    Source: kumar2022, Fig. 3A, Fig. 4 and Fig. S6.
    """

    measure: str
    title: str
    caption: str
    people: PublishedMeans = ()
    """Published means of people, for a row of their own."""
    reference: float = 0.0
    """Where the thin line is drawn."""
    limits: tuple[float, float] = (-12.0, 6.0)
    """The ends of the scale; an arrow at the edge stands for a mean beyond them."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure).dropna(subset=["value"])
        if values.empty:
            return no_values(self.title, self.measure)
        panels = {
            str(rule): {**_marks(part), **_people(self.people, str(rule))}
            for rule, part in values.groupby("rule", sort=False, observed=True)
        }
        rows = ranked_rows(list(panels.values()), self.measure)
        every = [mark for marks in panels.values() for mark in marks.values()]
        ends = span(every, self.reference, self.limits)
        across = min(ACROSS, len(panels))
        size = ((7.0 - 1.6) / across, 0.35 + ROW * len(rows))
        labels = (axis_label(self.measure), "")
        with facet_axes(
            len(panels), (1.6, 0.6), size, labels, ACROSS, sharey=True, sharex=True
        ) as (drawing, axes):
            for axis, (rule, marks) in zip(axes, panels.items(), strict=True):
                axis.axvline(self.reference, color="0.6", linewidth=0.8)
                draw_pairs(axis, marks, rows, ends)
                axis.set_title(rule, loc="left")
                if PEOPLE in rows:
                    shade_row(axis, rows.index(PEOPLE))
            kinds_legend(drawing)
        return Exhibit(self.title, self.caption, drawing)


def _marks(values: pd.DataFrame) -> Marks:
    return marks_of(values, summary(values, ["learner", "condition"]), "learner")


def _people(known: PublishedMeans, rule: str) -> Marks:
    """The published row of a rule."""
    return {
        (PEOPLE, condition): Mark(mean, mean - half, mean + half)
        for of, condition, mean, half in known
        if of == rule
    }


def ranked_rows(panels: list[Marks], measure: str) -> list[str]:
    """Names of rows, the best on boards of the rules first, over all panels together.

    The highest is first where neither end of the measure is better.
    """
    means: dict[str, list[float]] = {}
    for marks in panels:
        for (name, kind), mark in marks.items():
            means.setdefault(name, []).extend([mark.mean] * (kind == "abstract"))
    lower = range_of(measure).better == "lower"
    last = inf if lower else -inf

    def worth(name: str) -> float:
        return fmean(means[name]) if means[name] else last

    return sorted(means, key=worth, reverse=not lower)
