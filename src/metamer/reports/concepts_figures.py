"""Figures of `concepts`: accuracy by concept, kinds of error, families kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.measures.concepts import KINDS, PEOPLE, errors
from metamer.reports.concepts import ALL, CONCEPTS, counted, everybody, in_order
from metamer.reports.drawing import COLOURS, canvas, look
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.matrices import marks_legend
from metamer.reports.panels import finish, grid

if TYPE_CHECKING:
    import pandas as pd

ACROSS = 5
"""Panels in a row."""

REFERENCE: dict[str, Any] = {
    "color": "0.55",
    "marker": "D",
    "fillstyle": "none",
    "markersize": 4,
}
"""How people look in the panels of others."""


def with_all(table: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Counts by concept, and then of all concepts together; the concept comes last."""
    import pandas as pd

    apart = counted(table, *by, "condition")
    whole = counted(table.assign(condition=ALL), *by, "condition")
    return pd.concat([apart, whole])


def concept_axis(axis: Any, order: Sequence[str]) -> None:
    """Concepts from top to bottom, all together below a line, shares from 0 to 1."""
    axis.set_yticks(range(len(order)), [CONCEPTS.get(it, it) for it in order])
    axis.set_ylim(len(order) - 0.4, -0.6)
    axis.set_xlim(-0.03, 1.03)
    axis.axhline(len(order) - 1.5, color="0.8", linewidth=0.8)
    axis.set_xticks([0, 0.5, 1], ["0", ".5", "1"])


def dot(axis: Any, found: Any, y: float, how: dict[str, Any]) -> None:
    """A share and its interval."""
    axis.plot([found["low"], found["high"]], [y, y], color=how["color"], linewidth=1.2)
    axis.plot(found["share"], y, linestyle="", **{"markersize": 4.5, **how})


@figure.add("concept_accuracy")
@dataclass(frozen=True)
class Accuracy:
    """Every learner's share of items solved, concept by concept, with Wilson intervals.

    Source: moskvichev2023, Tables 1 and 2, as a picture.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Finding) -> Exhibit:
        table, names = everybody(run, self.beside)
        found = with_all(table, "learner")
        order = [*in_order(table["condition"].unique()), ALL]
        rows, columns = grid(len(names), ACROSS)
        with canvas(
            1.6 + 1.55 * columns,
            rows * (0.75 + 0.19 * len(order)),
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, name in zip(axes.flat, names, strict=False):
                _learner(axis, found, name, order)
            finish(axes, len(names), "share solved")
            if PEOPLE in names and len(names) > 1:
                marks_legend(drawing, [("learner", _plain()), (PEOPLE, REFERENCE)])
        return Exhibit(self.title, self.caption, drawing)


def _plain() -> dict[str, Any]:
    return {"color": COLOURS[0], "marker": "o"}


def _learner(axis: Any, found: Any, name: str, order: Sequence[str]) -> None:
    """One learner's panel, with people as hollow marks behind it."""
    concept_axis(axis, order)
    for y, concept in enumerate(order):
        if name != PEOPLE and (PEOPLE, concept) in found.index:
            people = found.loc[(PEOPLE, concept)]
            axis.plot(people["share"], y, linestyle="", **REFERENCE)
        if (name, concept) in found.index:
            dot(axis, found.loc[(name, concept)], y, _plain())
    overall = found.loc[(name, ALL), "share"]
    axis.axvline(overall, color=COLOURS[0], linewidth=0.7, linestyle=":")
    axis.set_title(f"{name}\n{overall:.2f}", loc="left", fontsize=8)


@figure.add("concept_errors")
@dataclass(frozen=True)
class Errors:
    """Of which kind the first guesses at unsolved items are, as bars beside the solved.

    Source: ours.
    """

    title: str
    caption: str

    def __call__(self, run: Finding) -> Exhibit:
        table = run.responses.table
        solved = counted(table, "learner")
        kinds = errors(table).groupby("learner", observed=True).sum()
        kinds = kinds.reindex(solved.index, fill_value=0)
        names = [name for name in run.learners if name in solved.index]
        with canvas(8.4, 0.9 + 0.34 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                counts = np.array([solved.loc[name, "right"], *kinds.loc[name]])
                stack(axis, y, counts / solved.loc[name, "n"], SHADES)
            axis.set_yticks(range(len(names)), names)
            axis.set_ylim(len(names) - 0.4, -0.6)
            axis.set_xlabel("share of items")
            shades_legend(drawing, ("solved", *KINDS), SHADES)
        return Exhibit(self.title, self.caption, drawing)


SHADES: tuple[dict[str, Any], ...] = (
    {"facecolor": "#0072B2"},
    {"facecolor": "0.93", "hatch": "....", "edgecolor": "0.6"},
    {"facecolor": "#CC79A7", "hatch": "\\\\\\", "edgecolor": "white"},
    {"facecolor": "#E69F00", "hatch": "///", "edgecolor": "white"},
    {"facecolor": "0.6"},
    {"facecolor": "#56B4E9", "hatch": "xxx", "edgecolor": "white"},
    {"facecolor": "#D55E00", "hatch": "---", "edgecolor": "white"},
)
"""What is solved, then kinds of error; colours never carry meaning alone."""


def stack(
    axis: Any,
    y: float,
    shares: np.ndarray,
    shades: Sequence[dict[str, Any]],
    high: float = 0.7,
) -> None:
    """A bar of segments, each with its number where there is room for it."""
    left = 0.0
    for share, shade in zip(shares, shades, strict=True):
        axis.barh(y, share, high, left, linewidth=0, **shade)
        if share >= 0.06 and high > 0.3:
            _number(axis, left + share / 2, y, f"{share:.2f}")
        left += share
    axis.set_xlim(0, 1)


def _number(axis: Any, x: float, y: float, text: str) -> None:
    box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "linewidth": 0}
    axis.text(x, y, text, ha="center", va="center", fontsize=7, bbox=box)


def shades_legend(
    drawing: Any, names: Sequence[str], shades: Sequence[dict[str, Any]]
) -> None:
    """Below, what each segment is."""
    from matplotlib.patches import Patch

    marks = [Patch(linewidth=0, **shade) for shade in shades]
    drawing.legend(
        marks, names, loc="outside lower center", ncols=len(names), fontsize=8
    )


@figure.add("concept_families")
@dataclass(frozen=True)
class Families:
    """Generated tasks: families that the search's authors saw, against those kept apart.

    Source: ours.
    """

    title: str
    caption: str

    def __call__(self, run: Finding) -> Exhibit:
        table = run.responses.table
        made = table[table["family"].astype(str) != ""]
        found = with_all(made, "learner", "apart")
        order = [*in_order(made["condition"].unique()), ALL]
        names = [name for name in run.learners if name in set(made["learner"])]
        rows, columns = grid(len(names), ACROSS)
        with canvas(
            1.6 + 1.55 * columns,
            rows * (0.75 + 0.24 * len(order)),
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, name in zip(axes.flat, names, strict=False):
                _seen_and_apart(axis, found, name, order)
            finish(axes, len(names), "share solved")
            marks_legend(drawing, [(told, look(it)) for it, told in APART.items()])
        return Exhibit(self.title, self.caption, drawing)


APART = {False: "seen", True: "apart"}


def _seen_and_apart(axis: Any, found: Any, name: str, order: Sequence[str]) -> None:
    """One learner's panel: two shares for each concept."""
    concept_axis(axis, order)
    for y, concept in enumerate(order):
        for apart in APART:
            if (name, apart, concept) in found.index:
                shift = 0.18 if apart else -0.18
                dot(axis, found.loc[(name, apart, concept)], y + shift, look(apart))
    axis.set_title(name, loc="left", fontsize=8)
