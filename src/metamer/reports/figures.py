"""Figures that any paradigm can use: one measure by learner, or against another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.ranges import range_of
from metamer.core.registry import figure
from metamer.core.result import Result
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit, no_values
from metamer.reports.drawing import (
    COLOURS,
    canvas,
    heading_of,
    list_downwards,
    series_style,
)
from metamer.reports.facets import label_outer_axes, ranked_learners
from metamer.statistics.regression import Regression
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd


PublishedValues = tuple[tuple[str, float, float], ...]
"""Learner, value, and half the width of its interval (0 if none was published)."""

PublishedWhere = tuple[tuple[str, str], ...]
"""Columns, and what they hold in the panel of published values."""

MAX_PANELS = 24
"""Panels beyond which a figure would be a wall; a table has all numbers."""


@figure.add("by_learner")
@dataclass(frozen=True)
class ByLearner:
    """Every learner's mean and 95 % confidence interval, with its units as faint points.

    Learners are ranked over all panels together. There is a panel for each condition and
    whatever else tells values apart.

    Source: ours, after dasgupta2022, Fig. 4b.
    """

    measure: str
    title: str
    caption: str
    reference: float = 0.0
    """Where the thin vertical line is."""
    published: PublishedValues = ()
    """Values found elsewhere, as hollow marks in the same axes."""
    published_in: PublishedWhere = ()
    """Which panel has them: the first, or the one where columns have these levels."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure).dropna(subset=["value"])
        if values.empty:
            return no_values(self.title, self.measure)
        panels = list(panels_of(values))
        if len(panels) > MAX_PANELS:
            return empty_exhibit(self.title, _too_many(len(panels)))
        names = ranked_learners(run, values)
        columns = min(len(panels), 2)
        rows = -(-len(panels) // columns)
        height = 0.5 + rows * (0.55 + 0.24 * len(names))
        with canvas(
            2.2 + 2.5 * columns, height, rows, columns, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, panels, strict=False):
                _dots(axis, cell, names, self.reference)
                axis.set_title(heading, loc="left")
            for place in self._published_panels([cell for _, cell in panels]):
                self._draw_published(axes.flat[place], names)
            show_all_shares(axes, self.measure)
            label_outer_axes(axes, len(panels), axis_label(self.measure))
        return Exhibit(self.title, self.caption, drawing)

    def _published_panels(self, cells: list[pd.DataFrame]) -> list[int]:
        """The first panel, or those in which columns hold what is asked for."""
        if not self.published_in:
            return [0]
        return [
            place
            for place, cell in enumerate(cells)
            if all((cell[name] == level).all() for name, level in self.published_in)
        ]

    def _draw_published(self, axis: Any, names: list[str]) -> None:
        shown = [row for row in self.published if row[0] in names]
        for name, value, half in shown:
            place = names.index(name) + 0.22
            axis.plot([value - half, value + half], [place, place], **PUBLISHED_LINE)
            axis.plot(value, place, **PUBLISHED_MARK)
        if shown:
            axis.plot([], [], label="published or earlier", **PUBLISHED_MARK)
            axis.legend(loc="best", fontsize=7)


PUBLISHED_LINE: dict[str, Any] = {"color": COLOURS[1], "linewidth": 0.8}
PUBLISHED_MARK: dict[str, Any] = {
    "color": COLOURS[1],
    "marker": "D",
    "markersize": 4,
    "linestyle": "",
    "fillstyle": "none",
}
"""How values from elsewhere look, so that nobody takes them for ours."""


def _too_many(panels: int) -> str:
    return (
        f"Not drawn: {panels} panels would be needed; the table below and `measures.csv` "
        "have the numbers."
    )


def show_all_shares(axes: Any, name: str) -> None:
    """Let the axes of a share reach from 0 to 1, so that small gaps look small."""
    known = range_of(name)
    if (known.low, known.high) == (0, 1):
        for axis in axes.flat:
            axis.set_xlim(-0.03, 1.03)


def axis_label(name: str) -> str:
    """A measure as an axis has it: `z (SD; lower is better)`."""
    known = range_of(name)
    direction = "" if known.better == "neither" else f"{known.better} is better"
    notes = "; ".join(filter(None, (known.unit, direction)))
    return name.replace("_", " ") + (f" ({notes})" if notes else "")


def panels_of(values: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """A heading and the rows of each combination of what tells a learner's values apart."""
    told = [
        str(name)
        for name in values
        if name not in ("measure", "learner", "unit", "value")
        and values[name].nunique() > 1
    ]
    if not told:
        yield "", values
        return
    for levels, cell in values.groupby(told, sort=False, observed=True):
        yield heading_of([str(level).replace("_", " ") for level in levels]), cell


def _dots(axis: Any, cell: pd.DataFrame, names: list[str], reference: float) -> None:
    axis.axvline(reference, color="0.6", linewidth=0.8)
    means = summary(cell, ["learner"])
    for place, name in enumerate(names):
        units = cell.loc[cell["learner"] == name, "value"]
        if units.empty:
            continue
        spread = place + 0.28 * (np.arange(len(units)) / max(len(units), 2) - 0.5)
        axis.scatter(units, spread, s=5, color=COLOURS[0], alpha=0.3, linewidths=0)
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
