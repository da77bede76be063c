"""Figures of `matrices`: accuracy by network and by regime, beside published values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.paradigms.matrices.measures import CHANCE
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.drawing import legend, list_downwards, series_style
from metamer.reports.facets import (
    facet_axes,
    facets,
    ordered_levels,
    ranked_learners,
)
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

REGIME_LABELS = {
    "neutral": "neutral",
    "interpolation": "interpolation",
    "attribute_pairs": "attribute pairs",
    "triple_pairs": "triple pairs",
    "triples": "triples",
    "line_type": "line type",
    "shape_colour": "shape colour",
    "extrapolation": "extrapolation",
}
"""Regimes as figures name them, in the order of barrett2018, Table 1."""

PRINTED = "as printed"
"""The name of the hollow marks in legends."""

LIMITS = (0.0, 1.04)
"""The axis of accuracies."""

NUMBER_ROOM = 0.1
"""Room beyond the longest bar for its number."""

BAR = {"marker": "s", "markersize": 7, "alpha": 0.55}
"""How legends show a bar."""


def levels_in_order(run: Analysis, values: pd.DataFrame, column: str) -> list[Any]:
    """The levels of a column; regimes in the order of the paper's table."""
    found = ordered_levels(run, values, column)
    if column != "condition" or not {*found} <= {*REGIME_LABELS}:
        return found
    return [name for name in REGIME_LABELS if name in found]


def chance_line(axis: Any, upright: bool) -> None:
    """Draw a dashed line at the accuracy of guessing."""
    draw = axis.axvline if upright else axis.axhline
    draw(CHANCE, color="0.55", linewidth=0.9, linestyle="--", zorder=0)


def has_published(run: Analysis, printed: Sequence[tuple[Any, ...]]) -> bool:
    """Whether any learner of the run has a published value; rows begin with learners."""
    return bool({row[0] for row in printed} & {*run.learners})


def hollow(place: int | None = None) -> dict[str, Any]:
    """The mark of a published value, in the style of the series at `place` or grey."""
    style = {"color": "0.3", "marker": "D"} if place is None else series_style(place)
    return {**style, "fillstyle": "none", "markersize": 5}


def bar_entries(names: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """Legend entries of bars, one for each series."""
    return [
        (name, {"color": series_style(place)["color"], **BAR})
        for place, name in enumerate(names)
    ]


def published_entry(
    run: Analysis, printed: Sequence[tuple[Any, ...]]
) -> list[tuple[str, dict[str, Any]]]:
    """The legend entry of published values, if the run has any."""
    return [(PRINTED, hollow())] if has_published(run, printed) else []


@figure.add("matrix_networks")
@dataclass(frozen=True)
class Networks:
    """A bar for the accuracy of each learner, with published values as hollow marks.

    Source: barrett2018, Table 1 (left); the bars are ours.
    """

    title: str
    caption: str
    measure: str = "test_accuracy"
    bars: str = "condition"
    """The column whose levels are the bars of a learner; other columns have panels."""
    printed: tuple[tuple[str, str, float], ...] = ()
    """Learner, level, published accuracy."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        if values.empty:
            return no_values(self.title, self.measure)
        panels = list(facets(run, values, ("learner", self.bars)))
        names = ranked_learners(run, values)
        series = levels_in_order(run, values, self.bars)
        thickness = 0.16 + 0.16 * len(series)
        with facet_axes(
            len(panels),
            margin=(1.4, 0.5),
            panel=(2.8, 0.7 + thickness * len(names)),
            labels=(self.measure.replace("_", " "), ""),
            across=2,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, level in enumerate(series):
                    own = cell[cell[self.bars] == level]
                    self._draw_bars(axis, names, own, place, len(series))
                chance_line(axis, upright=True)
                list_downwards(axis, names)
                axis.set_xlim(LIMITS[0], LIMITS[1] + NUMBER_ROOM)
                axis.set_title(heading, loc="left")
            bars = bar_entries([self._label(level) for level in series])
            marks = [*bars, *published_entry(run, self.printed)]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)

    def _draw_bars(
        self, axis: Any, names: list[str], own: pd.DataFrame, place: int, count: int
    ) -> None:
        """Draw the bars of one level for all learners."""
        means = summary(own, ["learner"])
        height = 0.8 / count
        levels = {str(level) for level in own[self.bars]}
        for row, name in enumerate(names):
            y = row + height * (place - (count - 1) / 2)
            if name in means.index:
                units = own.loc[own["learner"] == name, "value"]
                _draw_bar(axis, means.loc[name], units, (y, height), place)
            for who, level, share in self.printed:
                if who == name and level in levels:
                    axis.plot(share, y, linestyle="", **hollow())

    def _label(self, level: object) -> str:
        if self.bars == "condition":
            return REGIME_LABELS.get(str(level), str(level))
        return f"{self.bars} {level}"


def _draw_bar(
    axis: Any,
    found: Any,
    units: pd.Series,
    where: tuple[float, float],
    place: int,
) -> None:
    """Draw a bar with its interval, its units, and its mean as a number."""
    y, height = where
    colour = series_style(place)["color"]
    axis.barh(y, found["mean"], 0.85 * height, color=colour, alpha=0.45, linewidth=0)
    axis.plot([found["low"], found["high"]], [y, y], color="0.15", linewidth=1.2)
    axis.scatter(units, np.full(len(units), y), s=5, color=colour, zorder=3)
    end = min(np.nanmax([found["high"], units.max()]), 1.0) + 0.02
    axis.text(end, y, f"{found['mean']:.2f}", va="center", fontsize=7, color="0.15")


SPLITS = ("validation", "test")


@figure.add("matrix_regimes")
@dataclass(frozen=True)
class Regimes:
    """Accuracy on items like those of training and on items with what was held out.

    One row for each regime.


    Source: barrett2018, Table 1 (right).
    """

    title: str
    caption: str
    validation: tuple[tuple[str, str, float], ...] = ()
    """Learner, condition, published accuracy."""
    test: tuple[tuple[str, str, float], ...] = ()
    """The same for test items."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(f"{name}_accuracy" for name in SPLITS)

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        found = [run.values(f"{name}_accuracy").assign(split=name) for name in SPLITS]
        values = pd.concat(found)
        panels = list(facets(run, values, ("condition", "split")))
        order = levels_in_order(run, values, "condition")
        others = self._others(run)
        with facet_axes(
            len(panels) + len(others),
            margin=(1.2, 0.6),
            panel=(2.9, 0.6 + 0.36 * len(order)),
            labels=("accuracy", ""),
            across=2,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=False):
                for row, condition in enumerate(order):
                    _draw_gap(axis, cell[cell["condition"] == condition], row)
                self._draw_published(axis, cell["learner"].iloc[0], order)
                _label_regimes(axis, order, heading or cell["learner"].iloc[0])
            for axis, name in zip(axes[len(panels) :], others, strict=True):
                self._draw_published(axis, name, order, 0.0)
                _label_regimes(axis, order, f"{name}, {PRINTED}")
            legend(drawing, self._entries(run), below=True)
        return Exhibit(self.title, self.caption, drawing)

    def _others(self, run: Analysis) -> list[str]:
        """Who has published values of both kinds and took no part."""
        known = {row[0] for row in self.validation} & {row[0] for row in self.test}
        return sorted(known - {*run.learners}) if not known & {*run.learners} else []

    def _draw_published(
        self, axis: Any, name: str, order: list[str], below: float = 0.24
    ) -> None:
        for place, rows in enumerate((self.validation, self.test)):
            for who, condition, share in rows:
                if who == name and condition in order:
                    y = order.index(condition) + below
                    axis.plot(share, y, linestyle="", **hollow(place))

    def _entries(self, run: Analysis) -> list[tuple[str, dict[str, Any]]]:
        found = [(name, series_style(place)) for place, name in enumerate(SPLITS)]
        both = zip(SPLITS, (self.validation, self.test), strict=True)
        return found + [
            (f"{name}, {PRINTED}", hollow(place))
            for place, (name, rows) in enumerate(both)
            if has_published(run, rows) or self._others(run)
        ]


def _draw_gap(axis: Any, cell: pd.DataFrame, row: int) -> None:
    """Draw both accuracies of one regime, joined by a line whose length is the gap."""
    if cell.empty:
        return
    means = summary(cell, ["split"])
    axis.plot(means["mean"], [row] * len(means), color="0.8", linewidth=3, zorder=1)
    for place, split in enumerate(SPLITS):
        if split in means.index:
            units = cell.loc[cell["split"] == split, "value"]
            colour = series_style(place)["color"]
            axis.scatter(units, [row - 0.2] * len(units), s=5, color=colour, alpha=0.5)
            ends = means.loc[split, ["low", "high"]]
            axis.plot(ends, [row, row], color=series_style(place)["color"], linewidth=1)
            size = 9 if split == SPLITS[0] else 5  # so that both show if they agree
            style = {**series_style(place), "markersize": size}
            axis.plot(means.loc[split, "mean"], row, linestyle="", **style)


def _label_regimes(axis: Any, order: list[str], heading: str) -> None:
    chance_line(axis, upright=True)
    list_downwards(axis, [REGIME_LABELS.get(name, name) for name in order])
    axis.set_xlim(*LIMITS)
    axis.set_title(heading, loc="left")
