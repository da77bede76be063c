"""The figure of `matrices` that sets a run beside published accuracies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.matrices.figures.accuracy import (
    LIMITS,
    REGIME_LABELS,
    chance_line,
    hollow,
    levels_in_order,
)
from metamer.reports.analysis import Analysis, Exhibit, no_values
from metamer.reports.drawing import canvas, legend, list_downwards, series_style
from metamer.reports.facets import facets, ordered_levels
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd


@figure.add("matrix_literature")
@dataclass(frozen=True)
class Literature:
    """The accuracies of this run among those that others published, best first.

    Source: ours.
    """

    title: str
    caption: str
    rows: tuple[tuple[str, str, float, str], ...]
    """Network, condition, published accuracy, source."""
    measure: str = "test_accuracy"

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        if values.empty:
            return no_values(self.title, self.measure)
        order = levels_in_order(run, values, "condition")
        here = _here(run, values)
        published = [row for row in self.rows if row[1] in order]
        names = _ranked(here, published)
        with canvas(7.2, 1.0 + 0.19 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            for name, condition, found in here:
                style = {**series_style(order.index(condition)), "markersize": 6}
                y = names.index(name)
                ends = [found["low"], found["high"]]
                axis.plot(ends, [y, y], color=style["color"], linewidth=1.2)
                axis.plot(found["mean"], y, linestyle="", **style)
            for name, condition, share, _ in published:
                style = hollow(order.index(condition))
                axis.plot(share, names.index(name), linestyle="", **style)
            chance_line(axis, upright=True)
            list_downwards(axis, names, fontsize=8)
            _set_bold(axis, {name for name, *_ in here})
            axis.set_xlim(*LIMITS)
            axis.set_xlabel(self.measure.replace("_", " "))
            legend(drawing, _entries(order), below=True)
        sources = ", ".join(dict.fromkeys(row[3] for row in published))
        return Exhibit(self.title, f"{self.caption} Sources: {sources}.", drawing)


def _here(run: Analysis, values: pd.DataFrame) -> list[tuple[str, str, Any]]:
    """Learner (and what else varies), condition, and mean with interval."""
    found = []
    for heading, cell in facets(run, values, ("learner", "condition")):
        for name in ordered_levels(run, cell, "learner"):
            means = summary(cell[cell["learner"] == name], ["condition"])
            label = ", ".join(filter(None, [name, heading]))
            found += [(label, str(level), row) for level, row in means.iterrows()]
    return found


def _ranked(
    here: list[tuple[str, str, Any]], published: list[tuple[str, str, float, str]]
) -> list[str]:
    """All networks, the highest accuracy in any regime first."""
    best: dict[str, float] = {}
    pairs = [(name, float(found["mean"])) for name, _, found in here]
    for name, share in [*pairs, *((name, share) for name, _, share, _ in published)]:
        best[name] = max(best.get(name, 0.0), share)
    return sorted(best, key=lambda name: -best[name])


def _set_bold(axis: Any, names: set[str]) -> None:
    for label in axis.get_yticklabels():
        label.set_fontweight("bold" if label.get_text() in names else "normal")


def _entries(order: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The entries of the legend: each regime here, and as published."""
    labels = [REGIME_LABELS.get(name, name) for name in order]
    here = [(f"{name}, here", series_style(at)) for at, name in enumerate(labels)]
    return here + [(f"{name}, published", hollow(at)) for at, name in enumerate(labels)]
