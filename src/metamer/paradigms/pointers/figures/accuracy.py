"""Figures of `pointers`: accuracy by training size, and kinds of errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.recorded import Recorded
from metamer.core.registry import figure
from metamer.paradigms.pointers.measures import errors
from metamer.paradigms.pointers.rules.answers import majority_share
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.score import KINDS
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.drawing import legend, list_downwards, series_style
from metamer.reports.facets import (
    facet_axes,
    facets,
    level_label,
    ordered_levels,
)
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd


def rule_of(run: Analysis, complexity: int, aggregate: str) -> PointerRule | None:
    """The rule behind some rows of a run; None if its paradigm cannot be restored."""
    paradigm: Any = run.study.paradigm
    if isinstance(paradigm, Recorded):
        return None
    return paradigm.style.rule(complexity, aggregate, paradigm.boundary)


@figure.add("accuracy_by_size")
@dataclass(frozen=True)
class AccuracyBySize:
    """Accuracy by number of taught items, with the baseline of always giving one answer.

    Source: zhang2021, Fig. 9, 11, 12 and 15; the dashed line is ours.
    """

    measure: str
    title: str
    caption: str
    lines: str = "complexity"
    """The column whose levels are lines; other columns that vary have panels."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        if values.empty:
            return no_values(self.title, self.measure)
        panels = list(facets(run, values, (self.lines, "size")))
        order = ordered_levels(run, values, self.lines)
        with facet_axes(
            len(panels),
            margin=(0.7, 0.9),
            panel=(2.1, 2.1),
            labels=("items taught", self.measure.replace("_", " ")),
            across=3,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, level in enumerate(order):
                    _draw_curve(axis, cell[cell[self.lines] == level], place)
                _draw_baselines(axis, run, cell, self.lines, order)
                _label_sizes(axis, ordered_levels(run, values, "size"))
                axis.set_title(heading, loc="left")
            lines_below(drawing, [level_label(self.lines, level) for level in order])
        return Exhibit(self.title, self.caption, drawing)


def lines_below(drawing: Any, names: Sequence[str]) -> None:
    """Below, names beside the lines and marks of the series at their places."""
    lines = {"linestyle": "-", "markersize": 4}
    entries = [(name, {**lines, **series_style(at)}) for at, name in enumerate(names)]
    legend(drawing, entries, least=1, below=True)


def _draw_curve(axis: Any, cell: pd.DataFrame, place: int) -> None:
    if cell.empty:
        return
    mark = series_style(place)
    found = summary(cell, ["size"]).sort_index()
    sizes = np.array(found.index, float)
    axis.scatter(
        cell["size"].astype(float), cell["value"], s=5, color=mark["color"], alpha=0.3
    )
    axis.errorbar(
        sizes, found["mean"], whiskers(found), markersize=4, linewidth=1, **mark
    )


def _label_sizes(axis: Any, sizes: list[int]) -> None:
    axis.set(xscale="log", ylim=(-0.03, 1.05))
    axis.set_xlim(min(sizes, default=1) / 1.6, max(sizes, default=1) * 1.6)
    axis.set_xticks(sizes, [_short(size) for size in sizes], rotation=40)
    axis.minorticks_off()


def _short(size: int) -> str:
    """A size in few characters: `512`, `10k`, `5M`."""
    for large, letter in ((1_000_000, "M"), (1000, "k")):
        if size >= large:
            return f"{size / large:.3g}{letter}"
    return str(size)


def _draw_baselines(
    axis: Any, run: Analysis, cell: pd.DataFrame, lines: str, order: list[Any]
) -> None:
    """Draw dashed lines at the accuracy of the most frequent answer; grey if all agree."""
    baselines = {}
    for level, rows in cell.groupby(lines, observed=True):
        first = rows.iloc[0]
        rule = rule_of(run, first["complexity"], first["aggregate"])
        if rule is not None:
            baselines[level] = majority_share(rule)
    agree = len({round(share, 6) for share in baselines.values()}) == 1
    for level, share in baselines.items():
        colour = "0.5" if agree else series_style(order.index(level))["color"]
        axis.axhline(share, color=colour, linewidth=0.8, linestyle="--")


@figure.add("size_needed")
@dataclass(frozen=True)
class SizeNeeded:
    """The smallest training size from which on the mean accuracy stays above a mark.

    Source: ours, for zhang2021, Fig. 9 and 12, whose text speaks of such sizes.
    """

    measure: str = "iid_accuracy"
    marks: tuple[float, ...] = (0.5, 0.9)
    """The accuracies to be reached."""
    title: str = "How many items it takes"
    caption: str = (
        "The smallest training size of the study from which on the mean over units is at "
        "least as high as the column says; sizes in between were not tried."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        values = run.values(self.measure)
        rows = []
        for heading, cell in facets(run, values, ("learner", "size")):
            for name in ordered_levels(run, cell, "learner"):
                means = cell[cell["learner"] == name].groupby("size")["value"].mean()
                found = {f"{mark:.0%}": _needed(means, mark) for mark in self.marks}
                rows.append({"learner": name, "where": heading, **found})
        table = pd.DataFrame(rows)
        if len(table) and (table["where"] == "").all():
            table = table.drop(columns="where")
        return Exhibit(self.title, self.caption, table)


def _needed(means: pd.Series, mark: float) -> str:
    """The first size from which on all means reach a mark."""
    means = means.sort_index()
    below = means.index[means < mark]
    above = means.index if below.empty else means.index[means.index > below[-1]]
    return f"{above[0]:,}" if len(above) else f"more than {means.index[-1]:,}"


@figure.add("error_kinds")
@dataclass(frozen=True)
class ErrorKinds:
    """The kinds of errors: another pointer, another use of the window, or neither.

    Source: ours.
    """

    title: str = "Kinds of errors"
    caption: str = (
        "Shares of wrong answers that are right for another pointer (position), that use "
        "the right window in another way (rule: one of its digits, or the result of "
        "another aggregate), or neither (digit). Filled marks: mean and 95 % interval "
        "over units. Hollow marks: random wrong answers to the same items. Learners "
        "without errors are not shown."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        found = errors(run.responses.table).reset_index()
        also = [name for name in ("condition", "size") if found[name].nunique() > 1]
        panels = list(facets(run, found, ("learner", *also)))
        tallest = max(
            (len(cell.groupby(["learner", *also])) for _, cell in panels), default=1
        )
        with facet_axes(
            len(panels),
            margin=(0.2, 0.4),
            panel=(3.4, 0.7 + 0.36 * tallest),
            labels=("share of errors", ""),
            across=2,
            sharex=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                _draw_kinds(axis, run, cell, also)
                axis.set_title(heading, loc="left")
            lines_below(drawing, KINDS)
        return Exhibit(self.title, self.caption, drawing)


def _draw_kinds(axis: Any, run: Analysis, cell: pd.DataFrame, also: list[str]) -> None:
    """Draw a row for each learner (and condition and size), with a mark for each kind."""
    order = {name: place for place, name in enumerate(run.learners)}
    by = ["learner", *also]
    groups: list[Any] = sorted(
        cell.groupby(by, observed=True),
        key=lambda group: (order[group[0][0]], group[0][1:]),
    )
    names = [", ".join(map(level_label, by, where)) for where, _ in groups]
    for row, (_, units) in enumerate(groups):
        for place, kind in enumerate(KINDS):
            _draw_kind(axis, units, kind, row + 0.22 * (place - 1), place)
    list_downwards(axis, names, fontsize=7)
    axis.set_xlim(-0.03, 1.03)


def _draw_kind(axis: Any, units: pd.DataFrame, kind: str, y: float, place: int) -> None:
    mark = {**series_style(place), "markersize": 4}
    found = summary(units.assign(value=units[kind]), ["learner"]).iloc[0]
    chance = units[f"chance_{kind}"].mean()
    if chance == 0:  # an impossible kind: single digits have no other use
        return
    axis.plot([found["low"], found["high"]], [y, y], color=mark["color"], linewidth=1)
    axis.plot(chance, y, fillstyle="none", **mark)
    axis.plot(found["mean"], y, **mark)
