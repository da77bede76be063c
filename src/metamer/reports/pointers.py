"""Figures of `pointers`: accuracy by training size, and where errors lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.reading import Recorded
from metamer.core.registry import figure
from metamer.measures.pointers import KINDS, errors
from metamer.paradigms.pointers.baselines import majority_share
from metamer.paradigms.pointers.rules import Rule
from metamer.reports.drawing import canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.panels import called, finish, grid, legend, levels, panels

if TYPE_CHECKING:
    import pandas as pd


def rule_of(run: Finding, complexity: int, aggregate: str) -> Rule | None:
    """The rule behind some rows of a run; None where its paradigm is only recorded."""
    paradigm: Any = run.study.paradigm
    if isinstance(paradigm, Recorded):
        return None
    return paradigm.style.rule(complexity, aggregate, paradigm.boundary)


@figure.add("accuracy_by_size")
@dataclass(frozen=True)
class AccuracyBySize:
    """Accuracy against how many items were taught, beside always giving one answer.

    Source: zhang2021, Fig. 9, 11, 12 and 15; the dashed line is ours.
    """

    measure: str
    title: str
    caption: str
    lines: str = "complexity"
    """The column whose levels are lines; all else that varies has panels of its own."""

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        shown = list(panels(run, values, (self.lines, "size")))
        rows, columns = grid(len(shown))
        order = levels(run, values, self.lines)
        with canvas(
            1.6 + 2.2 * columns,
            0.6 + 2.1 * rows,
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, level in enumerate(order):
                    _curve(axis, cell[cell[self.lines] == level], place)
                _floors(axis, run, cell, self.lines, order)
                _size_axis(axis, levels(run, values, "size"))
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), "items taught", self.measure.replace("_", " "))
            legend(drawing, [called(self.lines, level) for level in order])
        return Exhibit(self.title, self.caption, drawing)


def _curve(axis: Any, cell: pd.DataFrame, place: int) -> None:
    if cell.empty:
        return
    mark = look(place)
    found = summary(cell, ["size"]).sort_index()
    sizes = np.array(found.index, float)
    axis.scatter(
        cell["size"].astype(float), cell["value"], s=5, color=mark["color"], alpha=0.3
    )
    half = found["high"] - found["mean"]
    axis.errorbar(sizes, found["mean"], half, markersize=4, linewidth=1, **mark)


def _size_axis(axis: Any, sizes: list[int]) -> None:
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


def _floors(
    axis: Any, run: Finding, cell: pd.DataFrame, lines: str, order: list[Any]
) -> None:
    """What always giving the most frequent answer scores, dashed; grey if all agree."""
    floors = {}
    for level, rows in cell.groupby(lines, observed=True):
        first = rows.iloc[0]
        rule = rule_of(run, first["complexity"], first["aggregate"])
        if rule is not None:
            floors[level] = majority_share(rule)
    one = len({round(share, 6) for share in floors.values()}) == 1
    for level, share in floors.items():
        colour = "0.5" if one else look(order.index(level))["color"]
        axis.axhline(share, color=colour, linewidth=0.8, linestyle="--")


@figure.add("size_needed")
@dataclass(frozen=True)
class SizeNeeded:
    """The smallest training size from which on units are right often enough, on average.

    Source: ours, for zhang2021, Fig. 9 and 12, whose text speaks of such sizes.
    """

    measure: str = "iid_accuracy"
    marks: tuple[float, ...] = (0.5, 0.9)
    """How often is often enough."""
    title: str = "How many items it takes"
    caption: str = (
        "The smallest of the training sizes from which on the mean over units is at least "
        "so high; nothing in between was tried."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        values = run.values(self.measure)
        rows = []
        for heading, cell in panels(run, values, ("learner", "size")):
            for name in levels(run, cell, "learner"):
                means = cell[cell["learner"] == name].groupby("size")["value"].mean()
                found = {f"{mark:.0%}": _needed(means, mark) for mark in self.marks}
                rows.append({"learner": name, "where": heading, **found})
        table = pd.DataFrame(rows)
        if len(table) and (table["where"] == "").all():
            table = table.drop(columns="where")
        return Exhibit(self.title, self.caption, table)


def _needed(means: pd.Series, mark: float) -> str:
    """The first size at and after which all means reach a mark."""
    means = means.sort_index()
    short = means.index[means < mark]
    left = means.index if short.empty else means.index[means.index > short[-1]]
    return f"{left[0]:,}" if len(left) else f"more than {means.index[-1]:,}"


@figure.add("error_kinds")
@dataclass(frozen=True)
class ErrorKinds:
    """Where errors lie: in the pointer, in the use of the window, or elsewhere.

    Source: ours.
    """

    title: str = "Where errors lie"
    caption: str = (
        "Shares of the wrong answers that are what another pointer would have asked for "
        "(position), another use of the right window (rule: one of its digits, or what "
        "another aggregate makes of it), or neither (digit). Filled: found, mean and 95 % "
        "interval over units; hollow: what random wrong answers to the same items give. "
        "Whoever makes no errors is not shown."
    )

    def __call__(self, run: Finding) -> Exhibit:
        found = errors(run.responses.table).reset_index()
        also = [it for it in ("condition", "size") if found[it].nunique() > 1]
        shown = list(panels(run, found, ("learner", *also)))
        most = max(
            (len(cell.groupby(["learner", *also])) for _, cell in shown), default=1
        )
        rows, columns = grid(len(shown), across=2)
        with canvas(
            1.2 + 3.8 * columns, rows * (0.9 + 0.36 * most), rows, columns, sharex=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                _kinds(axis, run, cell, also)
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), "share of errors")
            legend(drawing, KINDS)
        return Exhibit(self.title, self.caption, drawing)


def _kinds(axis: Any, run: Finding, cell: pd.DataFrame, also: list[str]) -> None:
    """A row for each learner (and condition and size), and in it one for each kind."""
    order = {name: place for place, name in enumerate(run.learners)}
    by = ["learner", *also]
    groups: list[Any] = sorted(
        cell.groupby(by, observed=True),
        key=lambda it: (order[it[0][0]], it[0][1:]),
    )
    names = [", ".join(map(called, by, where)) for where, _ in groups]
    for row, (_, units) in enumerate(groups):
        for place, kind in enumerate(KINDS):
            _kind(axis, units, kind, row + 0.22 * (place - 1), place)
    axis.set_yticks(range(len(names)), names, fontsize=7)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.set_xlim(-0.03, 1.03)


def _kind(axis: Any, units: pd.DataFrame, kind: str, y: float, place: int) -> None:
    mark = {**look(place), "markersize": 4}
    found = summary(units.assign(value=units[kind]), ["learner"]).iloc[0]
    chance = units[f"chance_{kind}"].mean()
    if chance == 0:  # a kind that cannot be: single digits have no other use
        return
    axis.plot([found["low"], found["high"]], [y, y], color=mark["color"], linewidth=1)
    axis.plot(chance, y, fillstyle="none", **mark)
    axis.plot(found["mean"], y, **mark)
