"""Figures that any paradigm can use: one measure by learner, or against another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.reports.drawing import canvas, label_of, look
from metamer.reports.finding import Exhibit, Finding

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95


def summary(values: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Mean, t interval and number of units for each group."""
    from scipy import stats

    grouped = values.groupby(by, sort=False, observed=True)["value"]
    found = grouped.agg(["mean", "sem", "count"])
    reach = stats.t.ppf((1 + LEVEL) / 2, np.maximum(found["count"] - 1, 1))
    half = (reach * found["sem"]).fillna(0.0)
    return found.assign(low=found["mean"] - half, high=found["mean"] + half)


@figure.add("by_learner")
@dataclass(frozen=True)
class ByLearner:
    """Every learner's mean and 95 % interval, and its units as faint points behind.

    Source: ours, after dasgupta2022, Fig. 4b.
    """

    measure: str
    title: str
    caption: str
    reference: float = 0.0
    """Where the thin vertical line stands."""

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        panels = list(values.groupby(run.details, sort=False, observed=True))
        names = run.learners
        columns = min(len(panels), 3)
        rows = -(-len(panels) // columns)
        height = rows * (0.9 + 0.24 * len(names))
        with canvas(
            3.2 + 2.6 * columns, height, rows, columns, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, (where, cell) in zip(axes.flat, panels, strict=False):
                _dots(axis, cell, names, self.reference)
                axis.set_title(label_of(where), loc="left")
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
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)


@figure.add("against")
@dataclass(frozen=True)
class Against:
    """One measure against another, a point per learner and cell, with the straight fit.

    Source: dasgupta2022, Fig. 6b (EVR against FLB in log odds).
    Unstated: how a bias from -0.5 to 1 becomes log odds. FLB is taken as the accuracy
    0.5 + FLB and EVR as the share (1 + EVR) / 2, so 0 stays 0 on both axes.
    """

    x: str
    y: str
    title: str
    caption: str

    def __call__(self, run: Finding) -> Exhibit:
        by = ["learner", *run.details]
        across = summary(run.values(self.x), by)["mean"].map(lambda mean: 0.5 + mean)
        up = summary(run.values(self.y), by)["mean"].map(lambda mean: (1 + mean) / 2)
        points = across.to_frame("x").join(up.to_frame("y")).dropna().map(log_odds)
        with canvas(8.2, 4.6) as (drawing, axes):
            axis = axes[0, 0]
            for place, name in enumerate(run.learners):
                own = points[points.index.get_level_values("learner") == name]
                axis.plot(own["x"], own["y"], linestyle="", label=name, **look(place))
            _fit(axis, points["x"].to_numpy(), points["y"].to_numpy())
            axis.axhline(0, color="0.7", linewidth=0.8)
            axis.axvline(0, color="0.7", linewidth=0.8)
            axis.set_xlabel(f"{self.x.replace('_', ' ')} (log odds)")
            axis.set_ylabel(f"{self.y.replace('_', ' ')} (log odds)")
            axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def log_odds(share: float) -> float:
    """Log odds of a share, kept finite at 0 and 1."""
    kept = min(max(share, 0.005), 0.995)
    return float(np.log(kept / (1 - kept)))


def _fit(axis: Any, x: np.ndarray, y: np.ndarray) -> None:
    if len(x) < 3 or np.ptp(x) == 0:
        return
    slope, intercept = np.polyfit(x, y, 1)
    ends = np.array([x.min(), x.max()])
    axis.plot(ends, intercept + slope * ends, color="0.3", linewidth=1)
    axis.plot(0, intercept, "_", color="0.3", markersize=14)
    axis.annotate(
        f"intercept {intercept:.2f}, slope {slope:.2f}",
        (0, intercept),
        xytext=(6, 6),
        textcoords="offset points",
        fontsize=8,
    )
