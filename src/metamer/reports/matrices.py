"""Figures of `matrices`: accuracy by network and by regime, beside what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.measures.matrices import CHANCE
from metamer.reports.drawing import canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.panels import finish, grid, levels, panels

if TYPE_CHECKING:
    import pandas as pd

REGIMES = {
    "neutral": "neutral",
    "interpolation": "interpolation",
    "attribute_pairs": "attribute pairs",
    "triple_pairs": "triple pairs",
    "triples": "triples",
    "line_type": "line type",
    "shape_colour": "shape colour",
    "extrapolation": "extrapolation",
}
"""Conditions and what figures call them. Source: barrett2018, Table 1, and its order."""

PRINTED = "as printed"
"""What the hollow marks are called in legends."""

LIMITS = (0.0, 1.04)
ROOM = 0.1
"""Beyond the longest bar, for its number."""


def in_order(run: Finding, values: pd.DataFrame, column: str) -> list[Any]:
    """The levels of a column; regimes as in the paper's table."""
    found = levels(run, values, column)
    if column != "condition" or not {*found} <= {*REGIMES}:
        return found
    return [name for name in REGIMES if name in found]


def chance_line(axis: Any, upright: bool) -> None:
    """What picking any candidate scores, dashed."""
    draw = axis.axvline if upright else axis.axhline
    draw(CHANCE, color="0.55", linewidth=0.9, linestyle="--", zorder=0)


def marks_legend(drawing: Any, named: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """At the right: names, and how what they name looks; none for a single series."""
    from matplotlib.lines import Line2D

    if len(named) < 2:
        return
    marks = [Line2D([], [], linestyle="", **how) for _, how in named]
    names = [name for name, _ in named]
    drawing.legend(marks, names, loc="outside right center", fontsize=8)


def known(run: Finding, printed: Sequence[tuple[Any, ...]]) -> bool:
    """Whether anything was published of those who took part; they stand first in rows."""
    return bool({row[0] for row in printed} & {*run.learners})


def hollow(place: int | None = None) -> dict[str, Any]:
    """How a published number looks beside the series at `place`; grey for any."""
    like = {"color": "0.3", "marker": "D"} if place is None else look(place)
    return {**like, "fillstyle": "none", "markersize": 5}


@figure.add("matrix_networks")
@dataclass(frozen=True)
class Networks:
    """Bars of the accuracy of every learner, and what was published as hollow marks.

    Source: barrett2018, Table 1 (left); the bars are ours.
    """

    title: str
    caption: str
    measure: str = "test_accuracy"
    bars: str = "condition"
    """The column whose levels are bars of one learner; else what varies has panels."""
    printed: tuple[tuple[str, str, float], ...] = ()

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        shown = list(panels(run, values, ("learner", self.bars)))
        kinds = in_order(run, values, self.bars)
        rows, columns = grid(len(shown), across=2)
        thick = 0.16 + 0.16 * len(kinds)
        height = rows * (0.9 + thick * len(run.learners))
        with canvas(
            2.6 + 3.2 * columns, height, rows, columns, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, level in enumerate(kinds):
                    own = cell[cell[self.bars] == level]
                    self._bars(axis, run.learners, own, place, len(kinds))
                chance_line(axis, upright=True)
                axis.set_yticks(range(len(run.learners)), run.learners)
                axis.set_ylim(len(run.learners) - 0.4, -0.6)
                axis.set_xlim(LIMITS[0], LIMITS[1] + ROOM)
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), self.measure.replace("_", " "))
            self._legend(drawing, kinds, known(run, self.printed))
        return Exhibit(self.title, self.caption, drawing)

    def _bars(
        self, axis: Any, names: list[str], own: pd.DataFrame, place: int, many: int
    ) -> None:
        """The bars of one level, of all learners."""
        means = summary(own, ["learner"])
        high = 0.8 / many
        for row, name in enumerate(names):
            y = row + high * (place - (many - 1) / 2)
            if name in means.index:
                units = own.loc[own["learner"] == name, "value"]
                _bar(axis, means.loc[name], units, (y, high), place)
            for who, level, share in self.printed:
                if who == name and level in {str(it) for it in own[self.bars]}:
                    axis.plot(share, y, linestyle="", **hollow())

    def _legend(self, drawing: Any, kinds: list[Any], printed: bool) -> None:
        filled = {"marker": "s", "markersize": 7, "alpha": 0.55}
        named = [
            (self._called(level), {"color": look(place)["color"], **filled})
            for place, level in enumerate(kinds)
        ]
        also = [(PRINTED, hollow())] if printed else []
        marks_legend(drawing, [*named, *also])

    def _called(self, level: object) -> str:
        if self.bars == "condition":
            return REGIMES.get(str(level), str(level))
        return f"{self.bars} {level}"


def _bar(
    axis: Any,
    found: Any,
    units: pd.Series,
    where: tuple[float, float],
    place: int,
) -> None:
    """A bar, its interval, its units, and its mean in numbers."""
    y, high = where
    colour = look(place)["color"]
    axis.barh(y, found["mean"], 0.85 * high, color=colour, alpha=0.45, linewidth=0)
    axis.plot([found["low"], found["high"]], [y, y], color="0.15", linewidth=1.2)
    axis.scatter(units, np.full(len(units), y), s=5, color=colour, zorder=3)
    end = min(max(found["high"], units.max()), 1.0) + 0.02
    axis.text(end, y, f"{found['mean']:.2f}", va="center", fontsize=7, color="0.15")


SPLITS = ("validation", "test")


@figure.add("matrix_regimes")
@dataclass(frozen=True)
class Regimes:
    """Accuracy on items as in training and on those with what was held out, by regime.

    Source: barrett2018, Table 1 (right).
    """

    title: str
    caption: str
    validation: tuple[tuple[str, str, float], ...] = ()
    """Published: learner, condition, share."""
    test: tuple[tuple[str, str, float], ...] = ()

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        found = [run.values(f"{name}_accuracy").assign(split=name) for name in SPLITS]
        values = pd.concat(found)
        shown = list(panels(run, values, ("condition", "split")))
        order = in_order(run, values, "condition")
        rows, columns = grid(len(shown), across=2)
        with canvas(
            2.9 + 3.1 * columns,
            rows * (0.8 + 0.34 * len(order)),
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for row, condition in enumerate(order):
                    _pair(axis, cell[cell["condition"] == condition], row)
                self._published(axis, cell["learner"].iloc[0], order)
                _regime_axis(axis, order, heading)
            finish(axes, len(shown), "accuracy")
            marks_legend(drawing, self._named(run))
        return Exhibit(self.title, self.caption, drawing)

    def _published(self, axis: Any, name: str, order: list[str]) -> None:
        for place, rows in enumerate((self.validation, self.test)):
            for who, condition, share in rows:
                if who == name and condition in order:
                    y = order.index(condition) + 0.24
                    axis.plot(share, y, linestyle="", **hollow(place))

    def _named(self, run: Finding) -> list[tuple[str, dict[str, Any]]]:
        found = [(name, look(place)) for place, name in enumerate(SPLITS)]
        both = zip(SPLITS, (self.validation, self.test), strict=True)
        return found + [
            (f"{name}, {PRINTED}", hollow(place))
            for place, (name, rows) in enumerate(both)
            if known(run, rows)
        ]


def _pair(axis: Any, cell: pd.DataFrame, row: int) -> None:
    """Both accuracies of one regime, joined by a line: its length is the gap."""
    if cell.empty:
        return
    means = summary(cell, ["split"])
    axis.plot(means["mean"], [row] * len(means), color="0.8", linewidth=3, zorder=1)
    for place, split in enumerate(SPLITS):
        if split in means.index:
            ends = means.loc[split, ["low", "high"]]
            axis.plot(ends, [row, row], color=look(place)["color"], linewidth=1)
            axis.plot(means.loc[split, "mean"], row, linestyle="", **look(place))


def _regime_axis(axis: Any, order: list[str], heading: str) -> None:
    chance_line(axis, upright=True)
    axis.set_yticks(range(len(order)), [REGIMES.get(it, it) for it in order])
    axis.set_ylim(len(order) - 0.4, -0.6)
    axis.set_xlim(*LIMITS)
    axis.set_title(heading, loc="left")


@figure.add("matrix_literature")
@dataclass(frozen=True)
class Literature:
    """What was found here above what others published, regime by regime.

    Source: ours.
    """

    title: str
    caption: str
    rows: tuple[tuple[str, str, float, str], ...]
    """Network, condition, published share, where it stands."""
    measure: str = "test_accuracy"

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        values = run.values(self.measure)
        order = in_order(run, values, "condition")
        table = pd.DataFrame([*self._here(run, values), *self._elsewhere(order)])
        table = table.reindex(columns=["network", *order, "from"]).fillna("")
        return Exhibit(self.title, self.caption, table.rename(columns=REGIMES))

    def _here(self, run: Finding, values: pd.DataFrame) -> list[dict[str, str]]:
        """A row for each learner and place of this run."""
        rows = []
        for heading, cell in panels(run, values, ("learner", "condition")):
            for name in levels(run, cell, "learner"):
                means = summary(cell[cell["learner"] == name], ["condition"])
                found = {
                    str(
                        condition
                    ): f"{row['mean']:.3f} ± {row['high'] - row['mean']:.3f}"
                    for condition, row in means.iterrows()
                }
                whose = f"here, {heading}".removesuffix(", ")
                rows.append({"network": name, **found, "from": whose})
        return rows

    def _elsewhere(self, order: list[str]) -> list[dict[str, str]]:
        """A row for each published network that has one of these regimes."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for network, condition, share, source in self.rows:
            if condition in order:
                row = found.setdefault((network, source), {"network": network})
                row |= {condition: f"{share:.3f}", "from": source}
        return list(found.values())
