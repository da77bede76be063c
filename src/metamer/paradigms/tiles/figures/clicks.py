"""Which tiles were clicked: by the rule, or by the statistics?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.core.store import Run
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import COLOURS, canvas, series_style
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd


@figure.add("evidence")
@dataclass(frozen=True)
class EvidenceByClick:
    """Whether clicks follow the rule or the statistics, as a board is uncovered.

    Source: ours; kumar2022, Fig. 3B, as a number.
    """

    title: str = "Rule or statistics, click by click"
    caption: str = (
        "Mean log-likelihood ratio of clicks on hidden tiles, by the number of the click: "
        "above 0 they are more probable for an observer who knows the rule, below 0 for "
        "one who knows only metamer boards. Bands are 95 % confidence intervals over "
        "units."
    )
    upto: int = 20
    """How many clicks are shown."""

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        table = table[~table["again"] & (table["step"] < self.upto)]
        conditions = list(dict.fromkeys(table["condition"]))
        width = 3.4 + 2.8 * len(conditions)
        with canvas(width, 3.4, 1, len(conditions), sharey=True) as (drawing, axes):
            for axis, condition in zip(axes.flat, conditions, strict=True):
                part = table[table["condition"] == condition]
                for place, name in enumerate(run.learners):
                    _band(axis, part[part["learner"] == name], name, place)
                axis.axhline(0, color="0.6", linewidth=0.8)
                axis.set_title(str(condition), loc="left")
                axis.set_xlabel("click")
            axes[0, 0].set_ylabel("rule evidence")
            axes[0, -1].legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def _band(axis: Any, clicks: pd.DataFrame, name: str, place: int) -> None:
    units = clicks.groupby(["unit", "step"], observed=True)["rule_evidence"].mean()
    found = summary(units.rename("value").reset_index(), ["step"]).sort_index()
    style = series_style(place)
    axis.plot(
        found.index + 1, found["mean"], label=name, markersize=3, **series_style(place)
    )
    axis.fill_between(
        found.index + 1,
        found["low"],
        found["high"],
        color=style["color"],
        alpha=0.15,
        lw=0,
    )


@figure.add("choices")
@dataclass(frozen=True)
class Choices:
    """The tile that each learner clicks next on the same part-revealed boards.

    Source: kumar2022, Fig. 3B.
    """

    title: str = "Which tile is next"
    caption: str = (
        "Share of units that clicked each tile of a part-revealed board (darker is more). "
        "Frames are tiles that were face up: red with a dot, blue without."
    )
    boards: int = 4
    """How many boards are shown, of the first rule."""

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        first = table[(table["step"] == 0) & (table["condition"] == "abstract")]
        if first.empty:
            return empty_exhibit(self.title, "No board of a rule was asked.")
        first = first[first["rule"] == first["rule"].iloc[0]]
        seen = _seen(run)
        items = list(dict.fromkeys(first["item"].astype(str)))[: self.boards]
        names = run.learners
        with canvas(
            1.2 * len(names) + 0.6, 1.25 * len(items) + 0.3, len(items), len(names)
        ) as (drawing, axes):
            for row, item in zip(axes, items, strict=True):
                for axis, name in zip(row, names, strict=True):
                    own = first[(first["learner"] == name) & (first["item"] == item)]
                    _share(axis, own["answer"].astype(str), seen[item])
            for axis, name in zip(axes[0], names, strict=True):
                axis.set_title(name.replace(":", "\n").replace("-", "\n"), fontsize=7)
        return Exhibit(self.title, self.caption, drawing)


def _seen(run: Analysis) -> dict[str, np.ndarray]:
    """Each asked board at the start: -1 hidden, 0 blue, 1 red."""
    items = Run(run.responses.folder).items()
    hidden = items["tiles/shown"] == 0
    boards = np.where(hidden, -1, items["tiles/board"].astype(int))
    return dict(zip(items["tiles/item"].astype(str), boards, strict=True))


def _share(axis: Any, answers: pd.Series, seen: np.ndarray) -> None:
    from matplotlib.patches import Rectangle

    shares = np.zeros(seen.shape)
    for answer in answers:
        row, column = map(int, answer.split(","))
        shares[row, column] += 1 / len(answers)
    axis.imshow(shares, cmap="Greys", vmin=0, vmax=1)
    for (row, column), colour in np.ndenumerate(seen):
        if colour < 0:
            continue
        edge = COLOURS[1] if colour else COLOURS[4]
        box = (column - 0.45, row - 0.45)
        axis.add_patch(Rectangle(box, 0.9, 0.9, fill=False, edgecolor=edge, lw=1.1))
        if colour:
            axis.plot(column, row, ".", color=edge, markersize=3)
    axis.set(xticks=[], yticks=[])
    axis.spines[:].set_visible(True)
