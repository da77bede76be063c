"""Figures of `pointers` from trainings: accuracy on taught and new items by updates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.pointers.figures.accuracy import rule_of
from metamer.paradigms.pointers.rules.answers import majority_share
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import COLOURS, legend
from metamer.reports.facets import facet_axes, facets
from metamer.reports.training_curves import training_curves

if TYPE_CHECKING:
    import pandas as pd

LINES: dict[str, dict[str, Any]] = {
    "in training": {"color": "0.45", "linestyle": "--"},
    "iid": {"color": COLOURS[0], "linestyle": "-"},
    "dshift": {"color": COLOURS[5], "linestyle": "-."},
    "holdout": {"color": COLOURS[1], "linestyle": "-"},
}
"""How accuracy in training, and that on each part of new items, is drawn."""


@figure.add("learning_curves")
@dataclass(frozen=True)
class LearningCurves:
    """Accuracy in training and on new items by updates, a line for each unit.

    Source: zhang2021, Fig. 6, 7 and 16.
    """

    title: str = "Learning curves"
    caption: str = (
        "Accuracy in training (on the items of each window, dashed) and on new items, "
        "which were asked while the network was trained and never taught: like those of "
        "training (iid), with all digits everywhere (dshift), and with what training left "
        "out (holdout). A line is a unit. Dotted: always giving the most frequent answer."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        table = training_curves(run)
        if table.empty or "iid_accuracy" not in table:
            return empty_exhibit(
                self.title, "No network of this run was evaluated while it was trained."
            )
        table = table.dropna(subset=["iid_accuracy"])
        parts = [part for part in LINES if f"{part}_accuracy" in table]
        panels = list(facets(run, table, ()))
        with facet_axes(
            len(panels),
            margin=(0.7, 0.9),
            panel=(2.5, 2.2),
            labels=("updates", "accuracy"),
            across=3,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                _draw(axis, cell, "accuracy", "in training")
                for part in parts:
                    _draw(axis, cell, f"{part}_accuracy", part)
                _draw_chance(axis, run, cell)
                axis.set_title(heading, loc="left", fontsize=8)
                axis.set(ylim=(-0.03, 1.05))
                axis.locator_params(axis="x", nbins=4)
            names = ["in training", *parts]
            entries = [(name, {**LINES[name], "marker": ""}) for name in names]
            legend(drawing, entries, below=True)
        return Exhibit(self.title, self.caption, drawing)


def _draw(axis: Any, cell: pd.DataFrame, column: str, name: str) -> None:
    """Draw a line for each unit that has this column."""
    for _, line in cell.groupby("unit"):
        known = line.dropna(subset=[column])
        axis.plot(
            known["steps"], known[column], linewidth=0.8, alpha=0.8, **LINES[name]
        )


def _draw_chance(axis: Any, run: Analysis, cell: pd.DataFrame) -> None:
    first = cell.iloc[0]
    rule = rule_of(run, int(first["complexity"]), str(first["aggregate"]))
    if rule is not None:
        axis.axhline(majority_share(rule), color="0.5", linewidth=0.8, linestyle=":")
