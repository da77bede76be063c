"""Figures that any paradigm can use: one measure by learner, or against another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.core.result import Result
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.drawing import canvas, heading_of, list_downwards, series_style
from metamer.statistics.regression import Regression
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd


@figure.add("by_learner")
@dataclass(frozen=True)
class ByLearner:
    """Every learner's mean and 95 % confidence interval, with its units as faint points.

    Source: ours, after dasgupta2022, Fig. 4b.
    """

    measure: str
    title: str
    caption: str
    reference: float = 0.0
    """Where the thin vertical line is."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        if values.empty:
            return no_values(self.title, self.measure)
        panels = list(values.groupby(run.details, sort=False, observed=True))
        names = run.learners
        columns = min(len(panels), 3)
        rows = -(-len(panels) // columns)
        height = rows * (0.9 + 0.24 * len(names))
        with canvas(
            2.4 + 2.1 * columns, height, rows, columns, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, (where, cell) in zip(axes.flat, panels, strict=False):
                _dots(axis, cell, names, self.reference)
                axis.set_title(heading_of(where), loc="left")
                axis.set_xlabel(self.measure.replace("_", " "))
            for axis in axes.flat[len(panels) :]:
                axis.set_visible(False)
        return Exhibit(self.title, self.caption, drawing)


def _dots(axis: Any, cell: pd.DataFrame, names: list[str], reference: float) -> None:
    axis.axvline(reference, color="0.6", linewidth=0.8)
    means = summary(cell, ["learner"])
    for place, name in enumerate(names):
        units = cell.loc[cell["learner"] == name, "value"]
        if units.empty:
            continue
        spread = place + 0.28 * (np.arange(len(units)) / max(len(units), 2) - 0.5)
        axis.scatter(units, spread, s=4, color="0.8", linewidths=0)
        mean, low, high = (means.loc[name, key] for key in ("mean", "low", "high"))
        axis.plot([low, high], [place, place], color="0.15", linewidth=1.6)
        axis.plot(mean, place, "o", color="0.15", markersize=4.5)
    list_downwards(axis, names)


@figure.add("against")
@dataclass(frozen=True)
class Against:
    """One measure against another, a point per learner and cell, with the fitted line.

    Source: dasgupta2022, Fig. 6b (EVR against FLB in log odds).
    """

    x: str
    y: str
    x_ends: tuple[float, float]
    y_ends: tuple[float, float]
    """The ends of the two scales; see the test `regression`."""
    title: str
    caption: str

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.x, self.y)

    def __call__(self, run: Analysis) -> Exhibit:
        over = ("learner", *run.details)
        test = Regression(
            self.x, self.y, over, logit=True, x_ends=self.x_ends, y_ends=self.y_ends
        )
        means = test.means(run.measures)
        points = test.transform(means.to_numpy())
        names = means.index.get_level_values("learner")
        with canvas(8.2, 4.6) as (drawing, axes):
            axis = axes[0, 0]
            for place, name in enumerate(run.learners):
                own = points[names == name]
                axis.plot(*own.T, linestyle="", label=name, **series_style(place))
            _draw_line(axis, points, test(run.measures))
            axis.axhline(0, color="0.7", linewidth=0.8)
            axis.axvline(0, color="0.7", linewidth=0.8)
            axis.set_xlabel(f"{self.x.replace('_', ' ')} (log odds)")
            axis.set_ylabel(f"{self.y.replace('_', ' ')} (log odds)")
            axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def _draw_line(axis: Any, points: np.ndarray, found: list[Result]) -> None:
    if len(found) < 2:
        return
    intercept, slope = (result.estimate for result in found)
    ends = np.array([points[:, 0].min(), points[:, 0].max()])
    axis.plot(ends, intercept + slope * ends, color="0.3", linewidth=1)
    axis.plot(0, intercept, "_", color="0.3", markersize=14)
    axis.set_title(
        f"intercept {intercept:.2f} ({found[0].low:.2f} to {found[0].high:.2f}), "
        f"slope {slope:.2f} ({found[1].low:.2f} to {found[1].high:.2f})",
        fontsize=9,
        loc="left",
    )
