"""Figures of `pointers` whose windows were left out: by how many, and by speed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.reports.drawing import canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.panels import called, finish, grid, legend, levels, panels
from metamer.statistics import wording
from metamer.statistics.correlation import Correlation, pearson, spearman

if TYPE_CHECKING:
    import pandas as pd


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
        import pandas as pd

        points = Correlation(self.x, self.y).points(run.measures)
        if points.empty:
            nothing = pd.DataFrame({"speed": ["no unit of this run got that far"]})
            return Exhibit(self.title, self.caption, nothing)
        names = levels(run, points, "learner")
        order = levels(run, points, "complexity")
        wide = len(names)
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
