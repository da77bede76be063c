"""Figures of `concepts`: are the others solved, given one input or one task that is?"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import root
from metamer.core.registry import figure
from metamer.paradigms.concepts import measures
from metamer.paradigms.concepts.figures.accuracy import shades_legend, stack
from metamer.paradigms.concepts.figures.tables import with_published
from metamer.reports.analysis import (
    Analysis,
    Exhibit,
    empty_exhibit,
    measures_table,
)
from metamer.reports.drawing import COLOURS, canvas, legend, list_downwards
from metamer.statistics.agreement import Agreement

if TYPE_CHECKING:
    import pandas as pd

SHUFFLES = 2000
"""How often solved tasks are assigned to concepts at random. Source: ours."""

LIGHT, DARK = np.array([0.93, 0.93, 0.93]), np.array([0.0, 0.447, 0.698])
"""The colours of tasks with no input right and with all right; others lie between."""


def _shades(inputs: int) -> list[dict[str, Any]]:
    """From light to dark: 0, 1 ... of `inputs` right."""
    return [
        {"facecolor": tuple(LIGHT + (DARK - LIGHT) * right / inputs)}
        for right in range(inputs + 1)
    ]


def right_counts(table: pd.DataFrame) -> pd.DataFrame:
    """How many tasks have 0, 1, 2 ... of their inputs right, for each learner.

    Only tasks with the largest number of inputs: others cannot have as many right.
    """
    tasks = measures.right_of_task(table)
    tasks = tasks[tasks["asked"] == tasks["asked"].max()]
    counts = tasks.groupby(["learner", "right"], observed=True).size().unstack()
    possible = range(int(tasks["asked"].max()) + 1)
    return counts.reindex(columns=possible).fillna(0).astype(int)


def independent_shares(counts: np.ndarray) -> np.ndarray:
    """Shares of tasks with 0, 1, 2 ... inputs right, if inputs were independent.

    Each input is then right with the same probability, the share of all that are right.

    Source: ours; the binomial distribution.
    """
    from scipy import stats

    right = np.arange(len(counts))
    share = counts @ right / (counts.sum() * right[-1])
    return stats.binom.pmf(right, right[-1], share)


@figure.add("concept_within_task")
@dataclass(frozen=True)
class WithinTask:
    """How many of a task's inputs are right, beside what independent inputs would give.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        if measures.right_of_task(table).empty:
            return empty_exhibit(self.title, "Each was put one input of a task.")
        counts = right_counts(table)
        names = [name for name in names if name in counts.index]
        with canvas(7.2, 1.0 + 0.55 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                _draw_tasks(axis, y, counts.loc[name].to_numpy())
            list_downwards(axis, names)
            axis.set_xlabel("share of tasks")
            labels = [f"{right} right" for right in counts]
            shades_legend(drawing, labels, _shades(len(labels) - 1))
        return Exhibit(self.title, self.caption, drawing)


def _draw_tasks(axis: Any, y: float, counts: np.ndarray) -> None:
    """One learner's tasks, what to expect by chance, and both in numbers."""
    shares, chance = counts / counts.sum(), independent_shares(counts)
    shades = _shades(len(counts) - 1)
    stack(axis, y - 0.08, shares, shades, height=0.5)
    stack(axis, y + 0.26, chance, shades, height=0.12)
    text = f"all if one: {_all_if_one(shares)} (by chance {_all_if_one(chance)})"
    axis.text(1.02, y, text, va="center", fontsize=7.5)


def _all_if_one(shares: np.ndarray) -> str:
    some = 1 - shares[0]
    return f"{shares[-1] / some:.2f}" if some > 0 else "none"


@figure.add("concept_within_concept")
@dataclass(frozen=True)
class WithinConcept:
    """Share of other tasks solved, given a solved one of the same or of any concept.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        found = measures.given_another(table).groupby("learner", observed=True).mean()
        tasks = measures.strict_of_task(table)
        names = [name for name in names if name in found.index]
        with canvas(7.2, 1.2 + 0.34 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                own = tasks[tasks.index.get_level_values("learner") == name]
                low, high = chance_interval(own)
                axis.barh(y, high - low, 0.5, low, color="0.88")
                axis.plot(found.loc[name], [y, y], color="0.6", linewidth=1)
                axis.plot(found.loc[name, "any"], y, linestyle="", **ANY)
                axis.plot(found.loc[name, "same"], y, linestyle="", **SAME)
            list_downwards(axis, names)
            axis.set_xlim(-0.02, 1.02)
            axis.set_xlabel("share of other tasks solved, given one that is")
            marks = [("of the same concept", SAME), ("of any concept", ANY)]
            legend(drawing, [*marks, ("95 % by chance", BAND)], below=True)
        return Exhibit(self.title, self.caption, drawing)


SAME: dict[str, Any] = {"color": COLOURS[0], "marker": "o"}
ANY: dict[str, Any] = {"color": "0.3", "marker": "D", "fillstyle": "none"}
BAND: dict[str, Any] = {"color": "0.88", "marker": "s", "markersize": 9}


def chance_interval(tasks: pd.Series) -> np.ndarray:
    """Where 95 % of shares given the same concept lie, if concepts did not matter.

    In every shuffle as many of a unit's tasks are solved as it did solve; the mean over
    units.
    """
    units = tasks.groupby("unit", observed=True)
    means = np.nanmean([_shuffled_shares(unit) for _, unit in units], axis=0)
    return np.quantile(means, [0.025, 0.975])


def _shuffled_shares(unit: pd.Series) -> np.ndarray:
    """One unit's share in each of many shuffles; NaN if it solved nothing."""
    concepts = unit.index.get_level_values("condition")
    _, codes, sizes = np.unique(concepts, return_inverse=True, return_counts=True)
    several = sizes[codes] > 1  # a single task of a concept has no others
    solved, codes = unit.to_numpy()[several], codes[several]
    if not solved.any():
        return np.full(SHUFFLES, np.nan)
    rng = root(0).stream("deals").numpy
    shuffles = rng.permuted(np.tile(solved, (SHUFFLES, 1)), axis=1)
    # One row for each shuffle, one column for each concept: how many tasks are solved.
    sums = shuffles @ (codes[:, None] == np.arange(len(sizes)))
    others = sums * (sums - 1) / np.maximum(sizes - 1, 1)
    return others.sum(axis=1) / solved.sum()


@figure.add("concept_agreement")
@dataclass(frozen=True)
class Agreements:
    """How far every two learners find the same items hard, from -1 to 1.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        table, names = with_published(run, self.beside)
        pairs = Agreement("solved_of_item")(measures_table(table, ("solved_of_item",)))
        body = pd.DataFrame("", index=names, columns=names)
        for pair in pairs:
            one, other = pair.effect.split(" with ")
            text = "" if isnan(pair.estimate) else f"{pair.estimate:.2f}"
            body.loc[one, other] = body.loc[other, one] = text
        body = body.rename_axis(index="learner").reset_index()
        return Exhibit(self.title, self.caption, body)
