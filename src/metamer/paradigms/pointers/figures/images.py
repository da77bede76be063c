"""Figures of `pointers` with pictures: between statistics and rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.paradigms.pointers.controls.holdouts import (
    Holdout,
    holdout,
    statistics_anchor,
)
from metamer.paradigms.pointers.figures.accuracy import rule_of
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import canvas, legend, series_style
from metamer.reports.facets import (
    facet_axes,
    facets,
    grid_shape,
    label_outer_axes,
    ordered_levels,
)
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd

PARTS = ("iid", "dshift", "holdout")
"""The test sets. Source: zhang2021, Fig. 7."""


def _training(run: Analysis, cell: pd.DataFrame) -> tuple[Holdout, PointerRule] | None:
    """What the units of a cell were taught, and the rule; None if that is unknown."""
    paradigm: Any = run.study.paradigm
    first = cell.iloc[0]
    rule = rule_of(run, int(first["complexity"]), str(first["aggregate"]))
    if rule is None:
        return None
    return holdout(str(first["condition"]), paradigm.style, rule), rule


@figure.add("anchors")
@dataclass(frozen=True)
class Anchors:
    """Accuracy on the three test sets, between those of the statistics and of the rule.

    Source: zhang2021, Fig. 7; the anchors are ours.
    """

    title: str = "Between statistics and rule"
    caption: str = (
        "Accuracy on new items like those of training with the shift (iid), with all "
        "digits everywhere (dshift), and with only the digits that the shift left out "
        "(holdout). Short lines: the accuracy of a learner that is as good on iid and "
        "goes by the rule (solid) or by the statistics (dotted). Mean and 95 % interval "
        "over units; faint points are units."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(f"{name}_accuracy" for name in PARTS)

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        found = [run.values(f"{name}_accuracy").assign(part=name) for name in PARTS]
        values = pd.concat(found)
        panels = list(facets(run, values, ("condition", "part")))
        trainings = ordered_levels(run, values, "condition")
        with facet_axes(
            len(panels),
            margin=(0.6, 0.9),
            panel=(2.15, 2.3),
            labels=("", "accuracy"),
            across=3,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, training in enumerate(trainings):
                    own = cell[cell["condition"] == training]
                    shift = 0.3 * (place - (len(trainings) - 1) / 2)
                    _draw_parts(axis, own, place, shift)
                    _draw_anchors(axis, run, own, shift)
                axis.set_xticks(range(len(PARTS)), PARTS)
                axis.set_title(heading, loc="left")
                axis.set_ylim(-0.03, 1.05)
            legend(drawing, _entries(trainings), below=True)
        return Exhibit(self.title, self.caption, drawing)


def _draw_parts(axis: Any, own: pd.DataFrame, place: int, shift: float) -> None:
    if own.empty:
        return
    mark = series_style(place)
    means = summary(own, ["part"]).reindex(PARTS)
    for x, part in enumerate(PARTS):
        units = own.loc[own["part"] == part, "value"]
        axis.scatter(
            [x + shift] * len(units), units, s=6, color=mark["color"], alpha=0.3
        )
    axis.errorbar(
        np.arange(len(PARTS)) + shift,
        means["mean"],
        whiskers(means),
        linestyle="",
        markersize=5,
        **mark,
    )


def _draw_anchors(axis: Any, run: Analysis, own: pd.DataFrame, shift: float) -> None:
    """Draw the two anchors of a training that left something out."""
    familiar = own.loc[own["part"] == "iid", "value"].mean()
    taught = _training(run, own) if len(own) else None
    if taught is None or "dshift" not in taught[0].parts:
        return
    for x, part in enumerate(PARTS[1:], 1):
        known = statistics_anchor(*taught, part)
        across = np.array([-0.12, 0.12]) + x + shift
        if known < 1:
            for share, style in ((1.0, "-"), (known, ":")):
                axis.plot(across, [share * familiar] * 2, style, color="0.2")


def _entries(trainings: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The entries of the legend: trainings, then the two anchors."""
    marks = [
        (f"trained on {name}", series_style(place))
        for place, name in enumerate(trainings)
    ]
    rule, statistics = ({"color": "0.2", "linestyle": style} for style in ("-", ":"))
    return [*marks, ("by the rule", rule), ("by the statistics", statistics)]


@figure.add("logits_by_pointer")
@dataclass(frozen=True)
class LogitsByPointer:
    """The logits of networks for each pointer, on digits that training left out.

    Source: zhang2021, Fig. 8; the dots are ours.
    """

    title: str = "Which labels a pointer suppresses"
    caption: str = (
        "Mean centred log probability of each label (across) for each pointer digit "
        "(down), on items with only those digits that training with the shift left out. "
        "Dots: labels that were never right with that pointer in training."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        names = [str(name) for name in table if str(name).startswith("logit_")]
        asked = table[table["part"] == "holdout"].dropna(subset=names)
        if not names or asked.empty:
            return empty_exhibit(self.title, "No learner of this run has logits.")
        panels = list(facets(run, asked, ("part",)))
        maps = [cell.groupby("pointer")[names].mean() for _, cell in panels]
        largest = max(float(abs(means.to_numpy()).max()) for means in maps)
        rows, columns = grid_shape(len(panels), 3)
        with canvas(0.9 + 2.1 * columns, 0.5 + 2.4 * rows, rows, columns) as (
            drawing,
            axes,
        ):
            for axis, (heading, cell), means in zip(
                axes.flat, panels, maps, strict=False
            ):
                image = _draw_heat(axis, means, largest)
                _mark_impossible(axis, run, cell, means)
                axis.set_title(heading, loc="left", fontsize=8)
            label_outer_axes(axes, len(panels), "label", "pointer")
            drawing.colorbar(
                image, ax=axes, label="centred log probability", shrink=0.7
            )
        return Exhibit(self.title, self.caption, drawing)


def _draw_heat(axis: Any, means: pd.DataFrame, largest: float) -> Any:
    image = axis.imshow(means.to_numpy(), cmap="PuOr_r", vmin=-largest, vmax=largest)
    axis.set_xticks(range(means.shape[1]))
    axis.set_yticks(range(len(means)), means.index)
    return image


def _mark_impossible(
    axis: Any, run: Analysis, cell: pd.DataFrame, means: pd.DataFrame
) -> None:
    """Draw a dot for each label that was never right in training; single digits only."""
    known = _training(run, cell)
    if known is None or known[1].complexity:
        return
    taught, rule = known
    places = rule.places(means.index.to_numpy())[:, 0]
    pointers, labels = np.nonzero(~taught.taught.allowed[places])
    axis.plot(labels, pointers, ".", color="0.1", markersize=3)
