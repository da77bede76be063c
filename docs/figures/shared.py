"""What the pictures of the pages share: committed results, marks with intervals, SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.stats import t as student

from metamer.reports.drawing import COLOURS, STYLE

RESULTS = Path(__file__).resolve().parents[2] / "results"

BLUE, ORANGE, GREEN, PINK, SKY, YELLOW, GREY = COLOURS

PUBLISHED = {"markersize": 5, "markerfacecolor": "white", "linestyle": ""}
"""Numbers that were not measured here have hollow marks."""


def results(place: str) -> pd.DataFrame:
    """A file in `results/`: `categories-plane/means.csv`."""
    return pd.read_csv(RESULTS / place)


def means(folder: str, measure: str, **cells: object) -> pd.DataFrame:
    """Rows of one measure in `means.csv`, with half widths of 95 % t intervals."""
    table = results(f"{folder}/means.csv")
    table = table[table["measure"] == measure]
    for column, value in cells.items():
        table = table[table[column].astype(str) == str(value)]
    count = table["count"]
    width = student.ppf(0.975, np.maximum(count - 1, 1)) * table["sem"]
    return table.assign(half=width.where(count > 1).fillna(0.0))


def dots(
    axis: Any, x: Any, y: Any, half: Any, colour: str, marker: str = "o", **style: Any
) -> None:
    """Means as filled marks, with horizontal intervals."""
    plain = {"linestyle": "", "markersize": 5, "elinewidth": 1.4, **style}
    axis.errorbar(x, y, xerr=half, color=colour, marker=marker, **plain)


def vertical(axis: Any, x: float, words: str, **place: Any) -> None:
    """A dashed line at a value that has a name, with the name above the axes."""
    axis.axvline(x, color=GREY, linewidth=0.8, linestyle="--", zorder=0)
    style = {"ha": "center", "va": "bottom", "fontsize": 8, "color": GREY, **place}
    axis.text(x, 1.01, words, transform=axis.get_xaxis_transform(), **style)


def horizontal(axis: Any, y: float, words: str, x: float = 1.0, **place: Any) -> None:
    """A dashed line at a value that has a name, with the name just above the line."""
    axis.axhline(y, color=GREY, linewidth=0.8, linestyle="--", zorder=0)
    style = {"ha": "right", "va": "bottom", "fontsize": 8, "color": GREY, **place}
    axis.text(x, y, words, transform=axis.get_yaxis_transform(), **style)


def key(
    drawing: Any, entries: Sequence[tuple[str, dict[str, Any]]], **place: Any
) -> None:
    """Names beside their marks, below the axes unless `place` says otherwise."""
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], **{"linestyle": "", "markersize": 5, **style})
        for _, style in entries
    ]
    columns = {"loc": "outside lower center", "ncols": len(entries), "fontsize": 8}
    drawing.legend(marks, [name for name, _ in entries], **{**columns, **place})


def hollow(colour: str, marker: str) -> dict[str, Any]:
    """The mark of a number that was not measured here."""
    return {**PUBLISHED, "color": colour, "marker": marker}


def svg(figure: Figure) -> str:
    """The figure as SVG on white, with letters as shapes: the same on every machine."""
    text = io.StringIO()
    with matplotlib.rc_context({**STYLE, "svg.fonttype": "path"}):
        figure.savefig(text, format="svg", metadata={"Date": None}, facecolor="white")
    return text.getvalue()
