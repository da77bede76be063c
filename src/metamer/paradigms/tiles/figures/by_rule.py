"""Rules and metamers side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.drawing import COLOURS, canvas, series_style
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

PLACES = {"abstract": 0, "metamer": 1}
"""Place of each condition among the colours and marks of a report."""

PublishedMeans = tuple[tuple[str, str, float, float], ...]
"""Rule, condition, mean and half width of its interval."""

MeansByRule = dict[tuple[str, str], tuple[float, float]]
"""Mean and half width of the interval by rule and condition."""


@figure.add("by_rule")
@dataclass(frozen=True)
class ByRule:
    """Each learner on the boards of every rule and on their metamers.

    Source: kumar2022, Fig. 3A, Fig. 4 and Fig. S6.
    """

    measure: str
    title: str
    caption: str
    people: PublishedMeans = ()
    """Published means of people, for a panel of their own."""
    reference: float = 0.0
    """Where the thin line is drawn."""
    limits: tuple[float, float] = (-12.0, 6.0)
    """The ends of the scale; a mean beyond them is written at the edge."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        rules = list(dict.fromkeys(values["rule"]))
        panels = {
            name: means_by_rule(values[values["learner"] == name])
            for name in run.learners
        }
        panels = {name: means for name, means in panels.items() if len(means)}
        if not panels:
            return no_values(self.title, self.measure)
        if known := _of_rules(self.people, rules):
            panels = {"people (published)": known, **panels}
        columns = min(3, len(panels))
        rows = -(-len(panels) // columns)
        width = 1.4 + columns * max(1.9, 0.42 * len(rules))
        with canvas(width, 0.8 + 1.9 * rows, rows, columns, sharey=True) as (
            drawing,
            axes,
        ):
            for axis, (name, means) in zip(axes.flat, panels.items(), strict=False):
                plot_pairs(axis, means, rules, self.reference)
                _cut(axis, means, rules, self.limits)
                axis.set_title(name, loc="left", fontsize=9)
            for axis in axes.flat[len(panels) :]:
                axis.set_visible(False)
            for line in axes:
                line[0].set_ylabel(self.measure.replace("_", " "))
            drawing.legend(
                *axes.flat[0].get_legend_handles_labels(),
                loc="outside lower center",
                ncols=2,
            )
        return Exhibit(self.title, self.caption, drawing)


def means_by_rule(values: pd.DataFrame) -> MeansByRule:
    """The mean of each rule and condition, with the half width of its interval."""
    found = summary(values, ["rule", "condition"])
    half = found["high"] - found["mean"]
    places = zip(
        *(found.index.get_level_values(level) for level in (0, 1)), strict=True
    )
    return dict(zip(places, zip(found["mean"], half, strict=True), strict=True))


def _of_rules(known: PublishedMeans, rules: list[str]) -> MeansByRule:
    return {
        (rule, condition): (mean, half)
        for rule, condition, mean, half in known
        if rule in rules
    }


def plot_pairs(
    axis: Any, means: MeansByRule, rules: list[str], reference: float
) -> None:
    """Each rule and its metamers as two points with their intervals."""
    axis.axhline(reference, color="0.6", linewidth=0.8)
    for condition, place in PLACES.items():
        shown = [
            (x + 0.24 * (place - 0.5), *means[rule, condition])
            for x, rule in enumerate(rules)
            if (rule, condition) in means
        ]
        if shown:
            x, mean, half = zip(*shown, strict=True)
            axis.errorbar(
                x,
                mean,
                half,
                label=condition,
                linestyle="",
                markersize=4,
                **series_style(place),
            )
    axis.set_xticks(range(len(rules)), rules, rotation=55, ha="right", fontsize=8)
    axis.set_xlim(-0.6, len(rules) - 0.4)


def _cut(
    axis: Any, means: MeansByRule, rules: list[str], limits: tuple[float, float]
) -> None:
    """Cut the scale at its limits, and write what lies beyond them at the edge."""
    low, high = axis.get_ylim()
    axis.set_ylim(max(low, limits[0]), min(high, limits[1]))
    for (rule, condition), (mean, _) in means.items():
        if limits[0] <= mean <= limits[1]:
            continue
        x = rules.index(rule) + 0.24 * (PLACES[condition] - 0.5)
        edge = limits[1] if mean > limits[1] else limits[0]
        axis.annotate(
            f"{mean:.1f}",
            (x, edge),
            rotation=90,
            fontsize=6.5,
            ha="center",
            va="top" if mean > 0 else "bottom",
            color=COLOURS[PLACES[condition]],
        )
