"""Figures of `pointers` under noise: how sensitive rules and learners are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import root
from metamer.core.registry import figure
from metamer.paradigms.pointers.figures.accuracy import rule_of
from metamer.paradigms.pointers.rules import noise
from metamer.paradigms.pointers.rules.noise import DELTAS
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import (
    COLOURS,
    MARKERS,
    canvas,
    legend,
    log_scale,
    series_style,
)
from metamer.reports.facets import grid_shape, label_outer_axes, ordered_levels
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd

exact = cache(noise.exact)
"""Cached, because two figures of one report need the same values."""

POWERS = [f"e^{power}" for power in range(-7, 0)]
"""The names of the deltas."""


def rules(run: Analysis) -> Iterator[PointerRule]:
    """The rules of a run, aggregate by aggregate."""
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
    """The exact noise sensitivity of each rule, beside that of learners' answers.

    Source: zhang2021, Fig. 10a and 10b.
    """

    title: str = "Noise sensitivity"
    caption: str = (
        "The probability that the answer changes if each bit of an item flips with "
        "probability delta. Lines: exact values of the rule. Marks: the answers of "
        "learners to pairs of items, mean and 95 % interval over units. Last panel: the "
        "mean over the seven deltas from e^-7 to e^-1; the paper does not say which "
        "deltas it averages over, and the mean depends on them."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("noise_sensitivity",)

    def __call__(self, run: Analysis) -> Exhibit:
        found = list(rules(run))
        points = run.values("noise_sensitivity")
        aggregates = list(dict.fromkeys(rule.aggregate for rule in found))
        sizes = sorted({rule.complexity for rule in found})
        rows, columns = grid_shape(len(aggregates) + 1, 3)
        with canvas(0.6 + 2.2 * columns, 1.0 + 2.3 * rows, rows, columns) as (
            drawing,
            axes,
        ):
            for axis, aggregate in zip(axes.flat, aggregates, strict=False):
                for rule in found:
                    if rule.aggregate == aggregate:
                        place = sizes.index(rule.complexity)
                        _draw_curve(axis, rule, place)
                        _draw_marks(axis, run, points, rule, place)
                log_scale(axis)
                axis.set_ylim(-0.03, 1.0)
                axis.set_title(aggregate, loc="left")
            label_outer_axes(axes, len(aggregates) + 1, "delta", "noise sensitivity")
            _draw_means(axes.flat[len(aggregates)], found, aggregates)
            names = ordered_levels(run, points, "learner")
            legend(drawing, _entries(sizes, names), least=1, below=True)
        return Exhibit(self.title, self.caption, drawing)


def _draw_curve(axis: Any, rule: PointerRule, place: int) -> None:
    values = [exact(rule, delta) for delta in DELTAS]
    axis.plot(DELTAS, values, color=COLOURS[place % len(COLOURS)], linewidth=1)


def _draw_marks(
    axis: Any, run: Analysis, points: pd.DataFrame, rule: PointerRule, place: int
) -> None:
    """Draw each learner's answers, with the colour of the rule and the learner's mark."""
    same = (points["aggregate"] == rule.aggregate) & (
        points["complexity"] == rule.complexity
    )
    for which, name in enumerate(ordered_levels(run, points, "learner")):
        own = points[same & (points["learner"] == name)]
        if own.empty:
            continue
        found = summary(own, ["delta"])
        axis.errorbar(
            [float(delta) for delta in found.index],
            found["mean"],
            whiskers(found),
            linestyle="",
            marker=MARKERS[which % len(MARKERS)],
            markersize=3,
            elinewidth=0.6,
            color=COLOURS[place % len(COLOURS)],
        )


def _draw_means(axis: Any, found: list[PointerRule], aggregates: list[str]) -> None:
    """Draw means over delta by complexity."""
    for place, aggregate in enumerate(aggregates):
        own = [rule for rule in found if rule.aggregate == aggregate]
        means = [np.mean([exact(rule, delta) for delta in DELTAS]) for rule in own]
        sizes = [rule.complexity for rule in own]
        axis.plot(
            sizes,
            means,
            label=aggregate,
            markersize=3,
            linewidth=1,
            **series_style(place),
        )
    axis.set_xticks(sorted({rule.complexity for rule in found}))
    axis.set(xlabel="complexity m", ylim=(0, 0.6))
    axis.set_title("mean over delta", loc="left")
    axis.legend(fontsize=7, ncols=2)


def _entries(sizes: list[int], names: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The entries of the legend: a line for each complexity, a mark for each learner."""
    lines = [
        (f"m = {size}", {"color": series_style(place)["color"], "linestyle": "-"})
        for place, size in enumerate(sizes)
    ]
    marks = [
        (name, {"color": "0.3", "marker": MARKERS[place % len(MARKERS)]})
        for place, name in enumerate(names)
    ]
    return [*lines, *marks]


@figure.add("noise_table")
@dataclass(frozen=True)
class NoiseTable:
    """Noise sensitivity in numbers: exact, and estimated as in the paper.

    Source: zhang2021, Fig. 10.
    """

    title: str = "Noise sensitivity in numbers"
    caption: str = (
        "Exact values; estimates by the paper's procedure (10 runs of 10,000 pairs), their "
        "standard errors, and how many standard errors they lie from the exact values."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        found = [row for rule in rules(run) for row in _rows(rule, run.study.seed)]
        return Exhibit(self.title, self.caption, pd.DataFrame(found))


def _rows(rule: PointerRule, seed: int) -> Iterator[dict[str, str]]:
    """Four rows of a rule, one column for each delta."""
    key = root(seed).stream("noise table", rule.aggregate, rule.complexity)
    values = np.array([exact(rule, delta) for delta in DELTAS])
    estimates = [
        noise.protocol(rule, delta, key.stream(power))
        for delta, power in zip(DELTAS, POWERS, strict=True)
    ]
    sampled, errors = np.array(estimates).T
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
