"""Learning curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.pairs import LABELS, colour_of
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import legend, log_scale
from metamer.reports.facets import facet_axes
from metamer.reports.training_curves import training_curves

if TYPE_CHECKING:
    import pandas as pd

LINES = {"abstract": "-", "metamer": "--"}

COLUMNS = {"blue": "blue tiles per board", "earned": "reward per board"}
"""Columns of a curve, and what they are called."""

REWARD_CURVES = (
    "What was earned per board in training, a line for each unit: 1 for a red tile, 10 for "
    "the last one, -1 for a blue tile, -2 for a tile that was face up."
)
"""Source: kumar2022, Methods, for the rewards."""


@figure.add("curves")
@dataclass(frozen=True)
class Curves:
    """Learning curves: blue tiles, or what was earned, over the boards of training.

    Source: kumar2022, Fig. S4, for rewards; ours for blue tiles.
    """

    column: Literal["blue", "earned"] = "blue"
    """What is drawn, as a mean per board."""
    title: str = "Learning"
    caption: str = (
        "Blue tiles turned up per board in training, a line for each unit. A board that "
        "was given up at the limit counts with the blue tiles turned up until then."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        table = training_curves(run)
        if table.empty:
            return empty_exhibit(self.title, "No learner of this run was trained.")
        names = list(dict.fromkeys(table["learner"]))
        labels = ("boards", COLUMNS[self.column])
        size = (max(2.0, 6.4 / min(len(names), 3)) if len(names) > 1 else 4.0, 2.2)
        with facet_axes(
            len(names), (0.6, 0.6), size, labels, 3, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, name in zip(axes, names, strict=True):
                _lines(axis, table[table["learner"] == name], self.column)
                axis.set_title(name, loc="left")
            legend(drawing, [_entry(kind) for kind in LINES], below=True)
        return Exhibit(self.title, self.caption, drawing)


def _entry(kind: str) -> tuple[str, dict[str, str]]:
    style = {"color": colour_of(kind), "linestyle": LINES[kind]}
    return f"taught {LABELS[kind]}", style


def _lines(axis: Any, table: pd.DataFrame, column: str) -> None:
    for (condition, _, _), line in table.groupby(["condition", "rule", "unit"]):
        axis.plot(
            line["episodes"],
            line[column],
            LINES[str(condition)],
            color=colour_of(str(condition)),
            linewidth=0.7,
            alpha=0.7,
        )
    log_scale(axis)
