"""Which tiles were clicked: by the rule, or by the statistics?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.core.store import Run
from metamer.paradigms.tiles.figures.pairs import LABELS
from metamer.paradigms.tiles.score import policy_column
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import COLOURS, canvas, line_legend, series_style
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
        "Rule evidence by the number of the click: above 0, clicks are more probable for "
        "a player who knows the rule, below 0 for one who knows only metamer boards. Bands "
        "are 95 % confidence intervals over units."
    )
    upto: int = 20
    """How many clicks are shown."""

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        table = table[~table["again"] & (table["step"] < self.upto)]
        kinds = [kind for kind in LABELS if (table["condition"] == kind).any()]
        if not kinds:
            return empty_exhibit(self.title, "No hidden tile was clicked.")
        series = {
            kind: _series(table[table["condition"] == kind], run.learners)
            for kind in kinds
        }
        names = _by_height(series[kinds[0]])
        with canvas(7.0, 3.2, 1, len(kinds), sharey=True) as (drawing, axes):
            for axis, kind in zip(axes.flat, kinds, strict=True):
                for name, found in series[kind].items():
                    _band(axis, found, names.index(name))
                axis.axhline(0, color="0.6", linewidth=0.8)
                axis.set_title(LABELS[kind], loc="left")
                axis.set_xlabel("click")
            axes[0, 0].set_ylabel("rule evidence")
            line_legend(drawing, names)
        return Exhibit(self.title, self.caption, drawing)


Series = dict[str, "pd.DataFrame"]
"""Means by click, of each learner."""


def _series(clicks: pd.DataFrame, names: list[str]) -> Series:
    found = {}
    for name in names:
        own = clicks[clicks["learner"] == name]
        units = own.groupby(["unit", "step"], observed=True)["rule_evidence"].mean()
        if len(units):
            values = units.rename("value").reset_index()
            found[name] = summary(values, ["step"]).sort_index()
    return found


def _by_height(series: Series) -> list[str]:
    """Learners from the highest series to the lowest, as a legend lists them."""
    return sorted(series, key=lambda name: -float(series[name]["mean"].mean()))


def _band(axis: Any, found: pd.DataFrame, place: int) -> None:
    style = series_style(place)
    click = found.index + 1
    axis.plot(click, found["mean"], markersize=3, **style)
    axis.fill_between(
        click, found["low"], found["high"], color=style["color"], alpha=0.15, lw=0
    )


@figure.add("choices")
@dataclass(frozen=True)
class Choices:
    """The tile that each learner clicks next on the same part-revealed boards.

    Source: kumar2022, Fig. 3B: the agent's action probabilities, and the share of people
    who chose each tile.
    """

    title: str = "Which tile is next"
    caption: str = (
        "How probable each tile of a part-revealed board is to be clicked next (darker is "
        "more): a mean over units of what they say themselves, or, of those who only "
        "choose, the share who clicked it. Frames are tiles that were face up: red with a "
        "dot, blue without."
    )
    boards: int = 4
    """How many boards are shown, as many of each rule; at least one of each."""

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        first = table[(table["step"] == 0) & (table["condition"] == "abstract")]
        if first.empty:
            return empty_exhibit(self.title, "No board of a rule was asked.")
        seen = _seen(run)
        shown = _first_of_each_rule(first, self.boards)
        names = run.learners
        width, height = 1.3 * len(shown) + 1.2, 1.25 * len(names) + 0.5
        with canvas(width, height, len(names), len(shown)) as (drawing, axes):
            for row, name in zip(axes, names, strict=True):
                for axis, item in zip(row, shown, strict=True):
                    own = first[(first["learner"] == name) & (first["item"] == item)]
                    _draw_tiles(axis, next_tile(own, seen[item].shape), seen[item])
                row[0].set_ylabel(
                    name.replace(":", "\n").replace("-", "-\n"),
                    fontsize=8,
                    rotation=0,
                    ha="right",
                    va="center",
                )
            for axis, rule in zip(axes[0], shown.values(), strict=True):
                axis.set_title(rule, loc="left", fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def _first_of_each_rule(first: pd.DataFrame, boards: int) -> dict[str, str]:
    """The first boards of each rule, and the rule of each."""
    rules = list(dict.fromkeys(first["rule"].astype(str)))
    each = max(1, boards // len(rules))
    return {
        str(item): rule
        for rule in rules
        for item in first.loc[first["rule"] == rule, "item"].unique()[:each]
    }


def _seen(run: Analysis) -> dict[str, np.ndarray]:
    """Each asked board at the start: -1 hidden, 0 blue, 1 red."""
    items = Run(run.responses.folder).items()
    hidden = items["tiles/shown"] == 0
    boards = np.where(hidden, -1, items["tiles/board"].astype(int))
    return dict(zip(items["tiles/item"].astype(str), boards, strict=True))


def next_tile(rows: pd.DataFrame, shape: tuple[int, ...]) -> np.ndarray:
    """How probable each tile is to be clicked next, from the first clicks of all units."""
    names = [policy_column(row, column) for row, column in np.ndindex(*shape)]
    if set(names) <= set(rows) and not rows[names].isna().any(axis=None):
        return rows[names].to_numpy(float).mean(axis=0).reshape(shape)
    shares = np.zeros(shape)
    for answer in rows["answer"].astype(str):
        row, column = map(int, answer.split(","))
        shares[row, column] += 1 / len(rows)
    return shares


def _draw_tiles(axis: Any, shares: np.ndarray, seen: np.ndarray) -> None:
    from matplotlib.patches import Rectangle

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
