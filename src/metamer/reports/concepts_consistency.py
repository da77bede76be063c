"""Figures of `concepts`: whether who solves one input or one task solves the others."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import root
from metamer.core.registry import figure
from metamer.measures import concepts as measures
from metamer.reports.concepts import counted, everybody
from metamer.reports.concepts_figures import shades_legend, stack
from metamer.reports.drawing import COLOURS, canvas
from metamer.reports.finding import Exhibit, Finding, measured
from metamer.reports.matrices import marks_legend
from metamer.statistics.agreement import Agreement
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

DEALS = 2000
"""How often solved tasks are dealt out to concepts by chance. Source: ours."""

NONE, ALL = np.array([0.93, 0.93, 0.93]), np.array([0.0, 0.447, 0.698])
"""The colours of tasks with no input right, and with all; between them, those between."""


def _shades(many: int) -> list[dict[str, Any]]:
    """From light to dark: 0, 1 ... of `many` inputs right."""
    return [
        {"facecolor": tuple(NONE + (ALL - NONE) * right / many)}
        for right in range(many + 1)
    ]


def right_counts(table: pd.DataFrame) -> pd.DataFrame:
    """How many tasks have 0, 1, 2 ... of their inputs right, for each learner.

    Only tasks with as many inputs as the largest has: others cannot have as many right.
    """
    tasks = measures.right_of_task(table)
    tasks = tasks[tasks["asked"] == tasks["asked"].max()]
    counts = tasks.groupby(["learner", "right"], observed=True).size().unstack()
    many = range(int(tasks["asked"].max()) + 1)
    return counts.reindex(columns=many).fillna(0).astype(int)


def by_chance(counts: np.ndarray) -> np.ndarray:
    """Shares of tasks with 0, 1, 2 ... inputs right, if inputs knew nothing of tasks.

    Each is right with the share of all that are.

    Source: ours; the binomial law.
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

    def __call__(self, run: Finding) -> Exhibit:
        table, names = everybody(run, self.beside)
        counts = right_counts(table)
        names = [name for name in names if name in counts.index]
        with canvas(8.4, 0.9 + 0.5 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                _tasks(axis, y, counts.loc[name].to_numpy())
            axis.set_yticks(range(len(names)), names)
            axis.set_ylim(len(names) - 0.4, -0.6)
            axis.set_xlabel("share of tasks")
            named = [f"{many} right" for many in counts]
            shades_legend(drawing, named, _shades(len(named) - 1))
        return Exhibit(self.title, self.caption, drawing)


def _tasks(axis: Any, y: float, counts: np.ndarray) -> None:
    """One learner's tasks, what chance would make of them, and both in numbers."""
    shares, chance = counts / counts.sum(), by_chance(counts)
    shades = _shades(len(counts) - 1)
    stack(axis, y - 0.08, shares, shades, high=0.5)
    stack(axis, y + 0.26, chance, shades, high=0.12)
    text = f"all if one: {_all_if_one(shares)} (by chance {_all_if_one(chance)})"
    axis.text(1.02, y, text, va="center", fontsize=7.5)


def _all_if_one(shares: np.ndarray) -> str:
    begun = 1 - shares[0]
    return f"{shares[-1] / begun:.2f}" if begun > 0 else "none"


@figure.add("concept_within_concept")
@dataclass(frozen=True)
class WithinConcept:
    """Other tasks solved, given one of the same concept, and given one of any.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Finding) -> Exhibit:
        table, names = everybody(run, self.beside)
        found = measures.given_another(table).groupby("learner", observed=True).mean()
        tasks = measures.strict_of_task(table)
        names = [name for name in names if name in found.index]
        with canvas(8.4, 1.0 + 0.34 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for y, name in enumerate(names):
                ends = dealt(tasks[tasks.index.get_level_values("learner") == name])
                axis.barh(y, ends[1] - ends[0], 0.5, ends[0], color="0.88")
                axis.plot(found.loc[name], [y, y], color="0.6", linewidth=1)
                axis.plot(found.loc[name, "any"], y, linestyle="", **ANY)
                axis.plot(found.loc[name, "same"], y, linestyle="", **SAME)
            axis.set_yticks(range(len(names)), names)
            axis.set_ylim(len(names) - 0.4, -0.6)
            axis.set_xlim(-0.02, 1.02)
            axis.set_xlabel("share of other tasks solved, given one that is")
            named = [("of the same concept", SAME), ("of any concept", ANY)]
            marks_legend(drawing, [*named, ("95 % by chance", BAND)])
        return Exhibit(self.title, self.caption, drawing)


SAME: dict[str, Any] = {"color": COLOURS[0], "marker": "o"}
ANY: dict[str, Any] = {"color": "0.3", "marker": "D", "fillstyle": "none"}
BAND: dict[str, Any] = {"color": "0.88", "marker": "s", "markersize": 9}


def dealt(tasks: pd.Series) -> np.ndarray:
    """Where 95 % of shares given the same concept lie, if tasks are dealt out by chance.

    As many of a unit's tasks are solved in every deal as it did solve; the mean over units.
    """
    units = tasks.groupby("unit", observed=True)
    means = np.nanmean([_deals(unit) for _, unit in units], axis=0)
    return np.quantile(means, [0.025, 0.975])


def _deals(unit: pd.Series) -> np.ndarray:
    """What one unit's share would be in each of many deals; NaN if it solved nothing."""
    concepts = unit.index.get_level_values("condition")
    _, codes, sizes = np.unique(concepts, return_inverse=True, return_counts=True)
    kept = sizes[codes] > 1
    solved, codes = unit.to_numpy()[kept], codes[kept]
    if not solved.any():
        return np.full(DEALS, np.nan)
    rng = root(0).stream("deals").numpy
    deals = rng.permuted(np.tile(solved, (DEALS, 1)), axis=1)
    sums = deals @ (codes[:, None] == np.arange(len(sizes)))
    others = sums * (sums - 1) / np.maximum(sizes - 1, 1)
    return others.sum(axis=1) / solved.sum()


@figure.add("concept_summary")
@dataclass(frozen=True)
class Summary:
    """Everything about a learner in one row: accuracy, strict, consistency and time.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        table, names = everybody(run, self.beside)
        rows = [_row(table[table["learner"] == name], name) for name in names]
        body = pd.DataFrame(rows)
        return Exhibit(self.title, self.caption, body.loc[:, (body != "").any()])


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

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        table, names = everybody(run, self.beside)
        pairs = Agreement("solved_of_item")(measured(table, ("solved_of_item",)))
        body = pd.DataFrame("", index=names, columns=names)
        for pair in pairs:
            one, other = pair.effect.split(" with ")
            told = "" if isnan(pair.estimate) else f"{pair.estimate:.2f}"
            body.loc[one, other] = body.loc[other, one] = told
        body = body.rename_axis(index="learner").reset_index()
        return Exhibit(self.title, self.caption, body)


def _row(own: pd.DataFrame, name: str) -> dict[str, str]:
    """One learner's numbers; what it does not have is empty."""
    whole = counted(own, "learner").iloc[0]
    items = measures.solved_of_item(own).index.get_level_values("item")
    tasks = measures.strict_of_task(own)
    seconds = own.drop_duplicates(["unit", "task"])["seconds"].dropna()
    return {
        "learner": name,
        "guesses": ", ".join(sorted(set(own["mode"].astype(str)))),
        "items": str(items.nunique()),
        "solved": _share(whole["share"], whole["low"], whole["high"]),
        "first guess": _mean(measures.solved_first(own)),
        "strict": _strict(tasks),
        "all, if one input": _mean(measures.consistency_within_task(own)),
        "beyond chance, if one task": _mean(measures.consistency_within_concept(own)),
        "seconds per task": _mean(seconds),
    }


def _mean(values: pd.Series) -> str:
    return "" if values.empty else f"{values.mean():.2f}"


def _strict(tasks: pd.Series) -> str:
    if tasks.empty:
        return ""
    found = wilson(int(tasks.sum()), len(tasks))
    return _share(found.estimate, found.low, found.high)


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.3f} ({low:.2f} to {high:.2f})"
