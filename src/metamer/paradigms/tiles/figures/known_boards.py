"""Boards that were taught against new ones: does a player know the rule, or its boards?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.pairs import LABELS, PLACES, kinds_legend
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import series_style
from metamer.reports.facets import facet_axes
from metamer.reports.training_curves import training_curves

if TYPE_CHECKING:
    import pandas as pd

LAST = 0.9
"""From which share of its training on a player counts as trained. Source: ours."""

CELL = ["learner", "condition", "rule", "unit"]


def taught_and_new(run: Analysis) -> pd.DataFrame:
    """Blue tiles per board of each trained unit: `taught` in training, `new` when asked.

    Those of training are means over the last tenth of it; no rows if nothing was trained.
    """
    import pandas as pd

    curves = training_curves(run)
    if curves.empty or "blue" not in curves:
        return pd.DataFrame(columns=[*CELL, "taught", "new"])
    ends = curves.groupby(CELL)["steps"].transform("max")
    taught = curves[curves["steps"] >= LAST * ends].groupby(CELL)["blue"].mean()
    new = run.values("blues").set_index(CELL)["value"].astype(float)
    both = pd.concat({"taught": taught, "new": new}, axis=1, join="inner")
    return both.reset_index()


def neighbour_blues(run: Analysis, kind: str) -> float:
    """Blue tiles per asked board of one kind that the neighbour player turns up."""
    table = run.responses.table
    boards = table[table["condition"] == kind].drop_duplicates("item")
    return float(boards["neighbour_mean"].mean())


@figure.add("known_boards")
@dataclass(frozen=True)
class KnownBoards:
    """Blue tiles on boards that were taught and on new ones, for each learner and rule.

    Source: ours; kumar2022 evaluates on held-out boards alone.
    """

    title: str = "Boards that were taught, and new ones"
    caption: str = (
        "Blue tiles per board at the end of training (across) and on boards that were "
        "never taught (up); each mark is the mean of the units of one rule. Whoever "
        "learned what the boards have in common is near the line; far above it, single "
        "boards were learned. In training players try things out, and a board that is "
        "given up counts with its blue tiles until then; an asked one with all of them."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("blues",)

    def __call__(self, run: Analysis) -> Exhibit:
        units = taught_and_new(run)
        names = [name for name in run.learners if (units["learner"] == name).any()]
        if not names:
            return empty_exhibit(self.title, "No learner of this run was trained.")
        by = ["learner", "condition", "rule"]
        means = units.groupby(by, sort=False)[["taught", "new"]].mean().reset_index()
        most = 1.08 * float(means[["taught", "new"]].to_numpy().max())
        labels = ("blue tiles, taught boards", "blue tiles, new boards")
        with facet_axes(
            len(names), (0.7, 0.8), (2.6, 2.5), labels, 3, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, name in zip(axes, names, strict=True):
                axis.plot([0, most], [0, most], color="0.7", lw=0.8)
                _draw(axis, means[means["learner"] == name])
                axis.set(xlim=(0, most), ylim=(0, most))
                axis.set_title(name, loc="left")
            kinds_legend(drawing)
        return Exhibit(self.title, self.caption, drawing)


def _draw(axis: Any, means: pd.DataFrame) -> None:
    for kind in LABELS:
        own = means[means["condition"] == kind]
        style = series_style(PLACES[kind])
        axis.plot(own["taught"], own["new"], linestyle="", markersize=5, **style)
        for _, row in own.iterrows():
            where = (row["taught"], row["new"])
            axis.annotate(
                row["rule"], where, (3, 3), textcoords="offset points", fontsize=6.5
            )
