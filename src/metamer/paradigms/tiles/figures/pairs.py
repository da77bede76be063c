"""Rows of two marks: boards of a rule, and their metamers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.reports.drawing import COLOURS, legend, list_downwards, series_style

if TYPE_CHECKING:
    import pandas as pd

PLACES = {"abstract": 1, "metamer": 0}
"""Place of each kind of boards among the colours and marks of a report: boards of a rule
are vermilion squares, metamers blue circles."""

LABELS = {"abstract": "boards of the rule", "metamer": "metamers"}
"""What the two kinds are called in figures."""

APART = 0.15
"""How far the marks of a row lie above and below its middle."""

ROW = 0.29
"""Inches that a row takes."""


class Mark(NamedTuple):
    """A mean, its interval (NaN if unknown) and the units behind it."""

    mean: float
    low: float
    high: float
    units: tuple[float, ...] = ()


Marks = dict[tuple[str, str], Mark]
"""By the name of the row and the kind of boards."""


def marks_of(
    values: pd.DataFrame, found: pd.DataFrame, row: str, kind: str = "condition"
) -> Marks:
    """A mark for each row and kind; `found` is the summary of `values` by these columns."""
    rows: Any = found.to_dict("index")
    marks = {}
    for where, units in values.groupby([row, kind], observed=True)["value"]:
        name, which = map(str, where)
        each = rows[where]
        marks[name, which] = Mark(each["mean"], each["low"], each["high"], tuple(units))
    return marks


def span(
    marks: Iterable[Mark], reference: float, limits: tuple[float, float]
) -> tuple[float, float]:
    """The ends of a scale with all marks and the reference, without what is off-scale."""
    every = [mark for mark in marks if limits[0] <= mark.mean <= limits[1]]
    known = [
        value
        for mark in every
        for value in (mark.mean, mark.low, mark.high, *mark.units)
        if np.isfinite(value)
    ]
    low = max(min((*known, reference)), limits[0])
    high = min(max((*known, reference)), limits[1])
    room = 0.06 * max(high - low, 0.1)
    return low - room, high + room


def draw_pairs(
    axis: Any, marks: Marks, rows: Sequence[str], ends: tuple[float, float]
) -> None:
    """Each row's two marks, joined by a line; what lies beyond the ends is an arrow."""
    axis.set_xlim(*ends)
    for place, name in enumerate(rows):
        own = {kind: marks[name, kind] for kind in PLACES if (name, kind) in marks}
        ends_of_line = np.clip([mark.mean for mark in own.values()], *ends)
        axis.plot(ends_of_line, _heights(place, own), color="0.8", lw=1, zorder=1)
        for kind, mark in own.items():
            _draw(axis, mark, _height(place, kind), kind, ends)
    list_downwards(axis, list(rows), fontsize=8)


def _height(place: int, kind: str) -> float:
    return place + (-APART if kind == "abstract" else APART)


def _heights(place: int, kinds: Iterable[str]) -> list[float]:
    return [_height(place, kind) for kind in kinds]


def _draw(
    axis: Any, mark: Mark, height: float, kind: str, ends: tuple[float, float]
) -> None:
    style = series_style(PLACES[kind])
    if not ends[0] <= mark.mean <= ends[1]:
        _draw_arrow(axis, mark.mean, height, style["color"], ends)
        return
    axis.scatter(
        mark.units,
        np.full(len(mark.units), height),
        s=6,
        color=style["color"],
        alpha=0.25,
        linewidths=0,
        zorder=2,
    )
    axis.plot([mark.low, mark.high], [height] * 2, color=style["color"], lw=1.3)
    axis.plot(mark.mean, height, linestyle="", markersize=4.5, **style)


def _draw_arrow(
    axis: Any, mean: float, height: float, colour: str, ends: tuple[float, float]
) -> None:
    """An arrow at the edge, and the mean in numbers beside it."""
    above = mean > ends[1]
    edge = ends[1] if above else ends[0]
    axis.plot(
        edge, height, ">" if above else "<", color=colour, markersize=5, clip_on=False
    )
    axis.annotate(
        f"{mean:.1f}",
        (edge, height),
        xytext=(-5 if above else 5, 0),
        textcoords="offset points",
        ha="right" if above else "left",
        va="center",
        fontsize=7,
        color=colour,
    )


def shade_row(axis: Any, place: int) -> None:
    """A band behind a row that is not one of the learners."""
    axis.axhspan(place - 0.46, place + 0.46, color="0.94", lw=0, zorder=0)


def kinds_legend(drawing: Any, labels: dict[str, str] | None = None) -> None:
    """Below the figure, what the two marks are."""
    named = labels or LABELS
    entries = [(named[kind], series_style(place)) for kind, place in PLACES.items()]
    legend(drawing, entries, below=True)


def colour_of(kind: str) -> str:
    """The colour of boards of this kind."""
    return COLOURS[PLACES[kind]]
