"""Figures of `pointers`: accuracy by size and holdout, and where errors lie."""

from __future__ import annotations

import re
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
from metamer.statistics import wording
from metamer.statistics.correlation import Correlation, pearson, spearman

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
    axis.set(xscale="log", ylim=(-0.03, 1.05))
    axis.set_xticks(sizes, [_short(size) for size in found.index], rotation=40)
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
        alone = (table["where"] == "").all()
        return Exhibit(
            self.title, self.caption, table.drop(columns="where") if alone else table
        )


def _needed(means: pd.Series, mark: float) -> str:
    """The first size at and after which all means reach a mark."""
    means = means.sort_index()
    short = means.index[means < mark]
    left = means.index if short.empty else means.index[means.index > short[-1]]
    return f"{left[0]:,}" if len(left) else f"more than {means.index[-1]:,}"


@figure.add("holdout_by_count")
@dataclass(frozen=True)
class HoldoutByCount:
    """Accuracy on the window 0, 1, ..., m against how many permutations were left out.

    Source: zhang2021, Fig. 13; the lines beside it are ours.
    """

    title: str = "Windows that were never taught"
    caption: str = (
        "Accuracy where the window pointed at is 0, 1, ..., m, after training without it "
        "and as many of its permutations as the axis says; on the other permutations left "
        "out; and on taught windows with the same label. All of these have one label: "
        "dotted is the best of the learners that always say the same. How often a unit "
        "gives that label on other items is its base rate. Mean and 95 % interval over all "
        "units."
    )

    def __call__(self, run: Finding) -> Exhibit:
        drawn = {name: _counted(run.values(name)) for name in COUNTED}
        main = drawn["holdout_accuracy"]
        constant = main["learner"].str.startswith("pointer-constant")
        shown = list(panels(run, main[~constant], ("condition", "count")))
        rows, columns = grid(len(shown))
        with canvas(
            2.2 + 2.2 * columns, 0.6 + 2.1 * rows, rows, columns, sharey=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, values in enumerate(drawn.values()):
                    own = _same_place(values, cell, ["learner", *run.details])
                    _against_count(axis, own, place)
                _best_constant(axis, run, main[constant], cell)
                axis.set_title(heading, loc="left")
                axis.set_ylim(-0.03, 1.05)
            finish(axes, len(shown), "permutations left out", "share")
            legend(drawing, list(COUNTED.values()))
        return Exhibit(self.title, self.caption, drawing)


COUNTED = {
    "holdout_accuracy": "0, 1, ..., m",
    "others_accuracy": "others left out",
    "matched_accuracy": "taught, same label",
    "base_rate": "base rate of label",
}
"""What is drawn against how much was left out, and what it is called."""


def _counted(values: pd.DataFrame) -> pd.DataFrame:
    """The rows of conditions that leave out permutations, with how many."""
    count = values["condition"].map(_permutations)
    return values.assign(count=count)[count > 0]


def _permutations(condition: str) -> int:
    found = re.fullmatch(r"holdout(?:-(\d+))?", condition)
    return int(found[1] or 1) if found else 0


def _same_place(
    values: pd.DataFrame, cell: pd.DataFrame, columns: list[str]
) -> pd.DataFrame:
    """The rows that have in these columns what a panel has."""
    return values.merge(cell[columns].drop_duplicates(), on=columns)


def _best_constant(
    axis: Any, run: Finding, constant: pd.DataFrame, cell: pd.DataFrame
) -> None:
    """A dotted line for the best of those who always say the same."""
    same = _same_place(constant, cell, run.details)
    if len(same):
        best = same.groupby("learner")["value"].mean().max()
        axis.axhline(best, color="0.4", linewidth=1, linestyle=":")


def _against_count(axis: Any, values: pd.DataFrame, place: int) -> None:
    if values.empty:
        return
    found = summary(values, ["count"]).sort_index()
    half = found["high"] - found["mean"]
    aside = found.index * 2 ** (0.05 * place)  # else equal lines hide one another
    axis.errorbar(aside, found["mean"], half, markersize=4, linewidth=1, **look(place))
    axis.set_xscale("log", base=2)
    axis.set_xticks(found.index, [str(count) for count in found.index])
    axis.minorticks_off()


@figure.add("speed_against")
@dataclass(frozen=True)
class SpeedAgainst:
    """Accuracy on what was left out against how soon training succeeded, run by run.

    Source: zhang2021, Fig. 16; the correlations are ours.
    """

    x: str = "fitted_after"
    y: str = "holdout_accuracy"
    title: str = "Do runs that fit sooner generalise better?"
    caption: str = (
        "Each point is a unit in one condition. Across: the share of training after which "
        "90 % of the items in training went right; units that never got there are not "
        "shown, and the number of points says how many were."
    )

    def __call__(self, run: Finding) -> Exhibit:
        points = Correlation(self.x, self.y).points(run.measures)
        names = levels(run, points, "learner")
        order = levels(run, points, "complexity")
        wide = max(len(names), 1)
        with canvas(2.0 + 3.0 * wide, 3.4, 1, wide, sharex=True, sharey=True) as (
            drawing,
            axes,
        ):
            for axis, name in zip(axes.flat, names, strict=False):
                own = points[points["learner"] == name]
                for place, level in enumerate(order):
                    some = own[own["complexity"] == level]
                    axis.plot(some["x"], some["y"], linestyle="", **look(place))
                axis.set_title(f"{name}\n{_correlations(own)}", loc="left", fontsize=8)
                axis.set_ylim(-0.03, 1.05)
            finish(axes, len(names), *(it.replace("_", " ") for it in (self.x, self.y)))
            legend(drawing, [called("complexity", level) for level in order])
        return Exhibit(self.title, self.caption, drawing)


def _correlations(points: pd.DataFrame) -> str:
    """Both correlations of some points, in a line."""
    both = (pearson(points["x"], points["y"]), spearman(points["x"], points["y"]))
    said = [
        f"{sign} = {found.estimate:.2f} ({wording.probability(found.p)})"
        for sign, found in zip(("r", "rho"), both, strict=True)
        if found.estimate == found.estimate
    ]
    return ", ".join([*said, f"{len(points)} units"])


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
