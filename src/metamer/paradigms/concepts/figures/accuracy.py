"""Figures of `concepts`: accuracy by concept, kinds of error, families kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.registry import figure
from metamer.paradigms.concepts.figures.tables import (
    ALL,
    solved_counts,
    with_published,
)
from metamer.paradigms.concepts.measures import KINDS, PEOPLE, count_errors
from metamer.paradigms.concepts.rules import CONCEPTS, in_table_order
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import (
    COLOURS,
    canvas,
    legend,
    list_downwards,
    series_style,
)
from metamer.reports.facets import facet_axes

if TYPE_CHECKING:
    import pandas as pd

ACROSS = 3
"""Panels in a row."""

LEARNER_STYLE: dict[str, Any] = {"color": COLOURS[0], "marker": "o"}
PEOPLE_STYLE: dict[str, Any] = {
    "color": "0.55",
    "marker": "D",
    "fillstyle": "none",
    "markersize": 4,
}
"""How people look in the panels of others."""

PAPER = "people (paper)"
"""What printed shares are called."""

PrintedShares = tuple[tuple[str, float], ...]
"""Concepts, and the share of test inputs that people solved."""


class Hollow(NamedTuple):
    """People whose shares are hollow marks in the panels of others."""

    name: str
    shares: dict[str, float]
    """By concept."""


def with_all(table: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Counts by concept, and then of all concepts together; the concept comes last."""
    import pandas as pd

    single = solved_counts(table, *by, "condition")
    together = solved_counts(table.assign(condition=ALL), *by, "condition")
    return pd.concat([single, together])


def concept_axis(axis: Any, order: Sequence[str]) -> None:
    """Concepts from top to bottom, all together below a line, shares from 0 to 1."""
    list_downwards(axis, [CONCEPTS.get(name, name) for name in order])
    axis.set_xlim(-0.03, 1.03)
    axis.axhline(len(order) - 1.5, color="0.8", linewidth=0.8)
    axis.set_xticks([0, 0.5, 1], ["0", ".5", "1"])


def dot(axis: Any, counts: Any, y: float, style: dict[str, Any]) -> None:
    """A share and its interval."""
    ends = [counts["low"], counts["high"]]
    axis.plot(ends, [y, y], color=style["color"], linewidth=1.2)
    axis.plot(counts["share"], y, linestyle="", **{"markersize": 4.5, **style})


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
    people: PrintedShares = ()
    """Printed shares of people on other items of the same concepts, for every panel."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        counts = with_all(table, "learner")
        order = [*in_table_order(table["condition"].unique()), ALL]
        hollow = self._hollow(counts, names)
        with _learner_axes(len(names), 0.75 + 0.19 * len(order)) as (drawing, axes):
            for axis, name in zip(axes, names, strict=True):
                drawn = {} if name == hollow.name else hollow.shares
                _draw_learner(axis, counts, name, order, drawn)
            if hollow.shares:
                marks = [("learner", LEARNER_STYLE), (hollow.name, PEOPLE_STYLE)]
                legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)

    def _hollow(self, counts: pd.DataFrame, names: Sequence[str]) -> Hollow:
        """The people behind every learner: printed ones, or those among the learners."""
        if self.people:
            return Hollow(PAPER, dict(self.people))
        if PEOPLE in names and len(names) > 1:
            shares: Any = counts.loc[PEOPLE, "share"]
            return Hollow(PEOPLE, dict(shares))
        return Hollow(PEOPLE, {})


def _learner_axes(count: int, height: float) -> Any:
    """A panel for each learner, with shares across."""
    margin, labels = (1.6, 0.3), ("share solved", "")
    return facet_axes(
        count, margin, (1.8, height), labels, ACROSS, sharex=True, sharey=True
    )


def _draw_learner(
    axis: Any, counts: Any, name: str, order: Sequence[str], people: dict[str, float]
) -> None:
    """One learner's panel, with people as hollow marks behind it."""
    concept_axis(axis, order)
    for y, concept in enumerate(order):
        if concept in people:
            axis.plot(people[concept], y, linestyle="", **PEOPLE_STYLE)
        if (name, concept) in counts.index:
            dot(axis, counts.loc[(name, concept)], y, LEARNER_STYLE)
    overall = counts.loc[(name, ALL), "share"]
    axis.axvline(overall, color=COLOURS[0], linewidth=0.7, linestyle=":")
    axis.set_title(f"{name}\n{overall:.2f}", loc="left", fontsize=8)


@figure.add("concept_errors")
@dataclass(frozen=True)
class Errors:
    """The kinds of error of first guesses at unsolved items, as bars beside the solved.

    Source: ours.
    """

    title: str
    caption: str

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        solved = solved_counts(table, "learner")
        kinds = count_errors(table).groupby("learner", observed=True).sum()
        kinds = kinds.reindex(solved.index, fill_value=0)
        names = [name for name in run.learners if name in solved.index]
        with canvas(7.2, 1.2 + 0.34 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                counts = np.array([solved.loc[name, "right"], *kinds.loc[name]])
                stack(axis, y, counts / solved.loc[name, "n"], SHADES)
            list_downwards(axis, names)
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
    height: float = 0.7,
) -> None:
    """A bar of segments, each with its number if there is room for it."""
    left = 0.0
    for share, shade in zip(shares, shades, strict=True):
        axis.barh(y, share, height, left, linewidth=0, **shade)
        if share >= 0.06 and height > 0.3:
            _write_number(axis, left + share / 2, y, f"{share:.2f}")
        left += share
    axis.set_xlim(0, 1)


def _write_number(axis: Any, x: float, y: float, text: str) -> None:
    box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "linewidth": 0}
    axis.text(x, y, text, ha="center", va="center", fontsize=7, bbox=box)


def shades_legend(
    drawing: Any, names: Sequence[str], shades: Sequence[dict[str, Any]]
) -> None:
    """Below, what each segment is."""
    from matplotlib.patches import Patch

    marks = [Patch(linewidth=0, **shade) for shade in shades]
    drawing.legend(
        marks, names, loc="outside lower center", ncols=min(len(names), 4), fontsize=8
    )


@figure.add("concept_families")
@dataclass(frozen=True)
class Families:
    """Generated tasks: families that the search's authors saw, against those kept apart.

    Source: ours.
    """

    title: str
    caption: str

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        generated = table[table["family"].astype(str) != ""]
        counts = with_all(generated, "learner", "apart")
        order = [*in_table_order(generated["condition"].unique()), ALL]
        names = [name for name in run.learners if name in set(generated["learner"])]
        with _learner_axes(len(names), 0.75 + 0.24 * len(order)) as (drawing, axes):
            for axis, name in zip(axes, names, strict=True):
                _draw_seen_and_apart(axis, counts, name, order)
            marks = [(words, series_style(at)) for at, words in APART.items()]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)


APART = {False: "seen", True: "apart"}


def _draw_seen_and_apart(
    axis: Any, counts: Any, name: str, order: Sequence[str]
) -> None:
    """One learner's panel: two shares for each concept."""
    concept_axis(axis, order)
    for y, concept in enumerate(order):
        for apart in APART:
            if (name, apart, concept) in counts.index:
                shift = 0.18 if apart else -0.18
                own = counts.loc[(name, apart, concept)]
                dot(axis, own, y + shift, series_style(apart))
    axis.set_title(name, loc="left", fontsize=8)
