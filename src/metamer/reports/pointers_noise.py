"""Figures of `pointers` under noise: how sensitive each rule is, and who follows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import root
from metamer.core.registry import figure
from metamer.paradigms.pointers import noise
from metamer.paradigms.pointers.noise import DELTAS
from metamer.paradigms.pointers.rules import Rule
from metamer.reports.drawing import COLOURS, MARKERS, canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.panels import finish, grid, levels
from metamer.reports.pointers import rule_of

if TYPE_CHECKING:
    import pandas as pd

exact = cache(noise.exact)
"""Two figures of one report ask for the same values."""

POWERS = [f"e^{power}" for power in range(-7, 0)]
"""What the deltas are called."""


def rules(run: Finding) -> Iterator[Rule]:
    """The rules that a run asked about, aggregate by aggregate."""
    table = run.responses.table[["aggregate", "complexity"]].drop_duplicates()
    for aggregate in dict.fromkeys(table["aggregate"]):
        for complexity in sorted(
            table.loc[table["aggregate"] == aggregate, "complexity"]
        ):
            rule = rule_of(run, int(complexity), str(aggregate))
            if rule is not None:
                yield rule


@figure.add("noise_curves")
@dataclass(frozen=True)
class NoiseCurves:
    """How sensitive each rule is to noise, exactly, and the answers of learners beside it.

    Source: zhang2021, Fig. 10a and 10b.
    """

    title: str = "Noise sensitivity"
    caption: str = (
        "How probably the answer changes when each bit of an item flips with probability "
        "delta. Lines are exact values of the rule; marks are the answers of learners to "
        "pairs of items, mean and 95 % interval over units. Last panel: the mean over the "
        "seven deltas from e^-7 to e^-1; the paper does not say over which it averages, "
        "and the mean depends on it."
    )

    def __call__(self, run: Finding) -> Exhibit:
        known = list(rules(run))
        points = run.values("noise_sensitivity")
        sums = list(dict.fromkeys(rule.aggregate for rule in known))
        sizes = sorted({rule.complexity for rule in known})
        rows, columns = grid(len(sums) + 1)
        with canvas(1.8 + 2.3 * columns, 0.5 + 2.3 * rows, rows, columns) as (
            drawing,
            axes,
        ):
            for axis, aggregate in zip(axes.flat, sums, strict=False):
                for rule in known:
                    if rule.aggregate == aggregate:
                        _curve(axis, rule, sizes.index(rule.complexity))
                        _marks(axis, run, points, rule, sizes.index(rule.complexity))
                axis.set(xscale="log", ylim=(-0.03, 1.0))
                axis.set_title(aggregate, loc="left")
            finish(axes, len(sums) + 1, "delta", "noise sensitivity")
            _means(axes.flat[len(sums)], known, sums)
            _explain(drawing, sizes, levels(run, points, "learner"))
        return Exhibit(self.title, self.caption, drawing)


def _curve(axis: Any, rule: Rule, place: int) -> None:
    values = [exact(rule, delta) for delta in DELTAS]
    axis.plot(DELTAS, values, color=COLOURS[place % len(COLOURS)], linewidth=1)


def _marks(
    axis: Any, run: Finding, points: pd.DataFrame, rule: Rule, place: int
) -> None:
    """Each learner's answers, with the colour of the rule and a mark of its own."""
    same = (points["aggregate"] == rule.aggregate) & (
        points["complexity"] == rule.complexity
    )
    for which, name in enumerate(levels(run, points, "learner")):
        own = points[same & (points["learner"] == name)]
        if own.empty:
            continue
        found = summary(own, ["delta"])
        axis.errorbar(
            [float(delta) for delta in found.index],
            found["mean"],
            found["high"] - found["mean"],
            linestyle="",
            marker=MARKERS[which % len(MARKERS)],
            markersize=3,
            elinewidth=0.6,
            color=COLOURS[place % len(COLOURS)],
        )


def _means(axis: Any, known: list[Rule], sums: list[str]) -> None:
    """Means over delta against the size of the window."""
    for place, aggregate in enumerate(sums):
        own = [rule for rule in known if rule.aggregate == aggregate]
        means = [np.mean([exact(rule, delta) for delta in DELTAS]) for rule in own]
        sizes = [rule.complexity for rule in own]
        axis.plot(
            sizes, means, label=aggregate, markersize=3, linewidth=1, **look(place)
        )
    axis.set_xticks(sorted({rule.complexity for rule in known}))
    axis.set(xlabel="complexity m", ylim=(0, 0.6))
    axis.set_title("mean over delta", loc="left")
    axis.legend(fontsize=7, ncols=2)


def _explain(drawing: Any, sizes: list[int], names: list[str]) -> None:
    from matplotlib.lines import Line2D

    marks = [Line2D([], [], color=look(place)["color"]) for place in range(len(sizes))]
    marks += [
        Line2D([], [], linestyle="", color="0.3", marker=MARKERS[place % len(MARKERS)])
        for place in range(len(names))
    ]
    words = [*(f"m = {size}" for size in sizes), *names]
    drawing.legend(marks, words, loc="outside right center", fontsize=8)


@figure.add("noise_table")
@dataclass(frozen=True)
class NoiseTable:
    """Noise sensitivity in numbers: exact, and as the paper estimates it.

    Source: zhang2021, Fig. 10.
    """

    title: str = "Noise sensitivity in numbers"
    caption: str = (
        "Exact values; the paper's own estimate of them (10 runs of 10,000 pairs), its "
        "standard error, and how many standard errors it lies from the exact value."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        found = [row for rule in rules(run) for row in _rows(rule, run.study.seed)]
        return Exhibit(self.title, self.caption, pd.DataFrame(found))


def _rows(rule: Rule, seed: int) -> Iterator[dict[str, str]]:
    """Four rows of a rule, one column for each delta."""
    key = root(seed).stream("noise table", rule.aggregate, rule.complexity)
    values = np.array([exact(rule, delta) for delta in DELTAS])
    drawn = [
        noise.protocol(rule, delta, key.stream(power))
        for delta, power in zip(DELTAS, POWERS, strict=True)
    ]
    sampled, errors = np.array(drawn).T
    rows = {
        "exact": (values, f"{values.mean():.5f}", 5),
        "estimated": (sampled, f"{sampled.mean():.4f}", 4),
        "standard error": (errors, "", 4),
        "z": ((sampled - values) / np.where(errors > 0, errors, np.nan), "", 1),
    }
    for name, (numbers, mean, digits) in rows.items():
        cells = [f"{number:.{digits}f}" for number in numbers]
        where = {"aggregate": rule.aggregate, "m": str(rule.complexity), "": name}
        yield {**where, **dict(zip(POWERS, cells, strict=True)), "mean": mean}
