"""Figures of `pointers` about windows left out: by their number, and by speed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.counting import count
from metamer.core.registry import figure
from metamer.paradigms.pointers.figures.accuracy import lines_below
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import canvas, series_style
from metamer.reports.facets import (
    facet_axes,
    facets,
    label_outer_axes,
    level_label,
    ordered_levels,
)
from metamer.statistics import wording
from metamer.statistics.correlation import Correlation, pearson, spearman
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd


@figure.add("holdout_by_count")
@dataclass(frozen=True)
class HoldoutByCount:
    """Accuracy on the window 0, 1, ..., m by the number of permutations left out.

    Source: zhang2021, Fig. 13; the other lines are ours.
    """

    title: str = "Windows that were never taught"
    caption: str = (
        "Accuracy on the window 0, 1, ..., m after training without it and its first "
        "permutations (the axis counts both); on the other permutations left out; and on "
        "taught windows with the same label. All of these have one label: the dotted line "
        "is the best of the learners that always give the same answer. Base rate: how "
        "often a unit gives this label to other items. Mean and 95 % interval over all "
        "units."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(SERIES)

    def __call__(self, run: Analysis) -> Exhibit:
        series = {name: _with_count(run.values(name)) for name in SERIES}
        main = series["holdout_accuracy"]
        constant = main["learner"].str.startswith("pointer-constant")
        panels = list(facets(run, main[~constant], ("condition", "count")))
        with facet_axes(
            len(panels),
            margin=(0.7, 0.9),
            panel=(2.1, 2.1),
            labels=("permutations left out", "share"),
            across=3,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, values in enumerate(series.values()):
                    own = _matching(values, cell, ["learner", *run.details])
                    _draw_curve(axis, own, place)
                _draw_best_constant(axis, run, main[constant], cell)
                axis.set_title(heading, loc="left")
                axis.set_ylim(-0.03, 1.05)
            lines_below(drawing, list(SERIES.values()))
        return Exhibit(self.title, self.caption, drawing)


SERIES = {
    "holdout_accuracy": "0, 1, ..., m",
    "others_accuracy": "others left out",
    "matched_accuracy": "taught, same label",
    "base_rate": "base rate of label",
}
"""The measures drawn, and their names in the legend."""


def _with_count(values: pd.DataFrame) -> pd.DataFrame:
    """The rows of conditions that leave out permutations, with their number."""
    count = values["condition"].map(_permutations)
    return values.assign(count=count)[count > 0]


def _permutations(condition: str) -> int:
    found = re.fullmatch(r"holdout(?:-(\d+))?", condition)
    return int(found[1] or 1) if found else 0


def _matching(
    values: pd.DataFrame, cell: pd.DataFrame, columns: list[str]
) -> pd.DataFrame:
    """The rows with the same levels of these columns as a panel."""
    return values.merge(cell[columns].drop_duplicates(), on=columns)


def _draw_best_constant(
    axis: Any, run: Analysis, constant: pd.DataFrame, cell: pd.DataFrame
) -> None:
    """Draw a dotted line for the best learner that always gives the same answer."""
    same = _matching(constant, cell, run.details)
    if len(same):
        best = same.groupby("learner")["value"].mean().max()
        axis.axhline(best, color="0.4", linewidth=1, linestyle=":")


def _draw_curve(axis: Any, values: pd.DataFrame, place: int) -> None:
    if values.empty:
        return
    found = summary(values, ["count"]).sort_index()
    shifted = found.index * 2 ** (0.05 * place)  # so that equal lines stay visible
    axis.errorbar(
        shifted,
        found["mean"],
        whiskers(found),
        markersize=4,
        linewidth=1,
        **series_style(place),
    )
    axis.set_xscale("log", base=2)
    axis.set_xticks(found.index, [str(count) for count in found.index])
    axis.minorticks_off()


@figure.add("speed_against")
@dataclass(frozen=True)
class SpeedAgainst:
    """Accuracy on what was left out by how soon training succeeded, unit by unit.

    Source: ours, after zhang2021, App. D and Fig. 16.
    """

    x: str = "fitted_after"
    y: str = "holdout_accuracy"
    title: str = "Do units that fit sooner generalise better?"
    caption: str = (
        "Each point is a unit in one condition. Across: the share of training after which "
        "90 % of the training items were right. Units that never got there are not shown; "
        "the title of a panel gives the number of points."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.x, self.y)

    def __call__(self, run: Analysis) -> Exhibit:
        points = Correlation(self.x, self.y).points(run.measures)
        if points.empty:
            return empty_exhibit(self.title, "No unit of this run got that far.")
        names = ordered_levels(run, points, "learner")
        order = ordered_levels(run, points, "complexity")
        wide = len(names)
        with canvas(0.8 + 3.0 * wide, 3.2, 1, wide, sharex=True, sharey=True) as (
            drawing,
            axes,
        ):
            for axis, name in zip(axes.flat, names, strict=False):
                own = points[points["learner"] == name]
                for place, level in enumerate(order):
                    some = own[own["complexity"] == level]
                    axis.plot(some["x"], some["y"], linestyle="", **series_style(place))
                axis.set_title(f"{name}\n{_correlations(own)}", loc="left", fontsize=8)
                axis.set_ylim(-0.03, 1.05)
            label_outer_axes(
                axes, len(names), *(name.replace("_", " ") for name in (self.x, self.y))
            )
            lines_below(drawing, [level_label("complexity", level) for level in order])
        return Exhibit(self.title, self.caption, drawing)


def _correlations(points: pd.DataFrame) -> str:
    """Both correlations of some points, in a line."""
    both = (pearson(points["x"], points["y"]), spearman(points["x"], points["y"]))
    words = [
        f"{sign} = {found.estimate:.2f} ({wording.probability(found.p)})"
        for sign, found in zip(("r", "rho"), both, strict=True)
        if found.estimate == found.estimate
    ]
    return ", ".join([*words, count(len(points), "unit")])
