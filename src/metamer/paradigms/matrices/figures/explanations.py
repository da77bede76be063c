"""Figures of `matrices`: which items are hard, and how explanations relate to accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.matrices.figures.accuracy import (
    LIMITS,
    bar_entries,
    chance_line,
    hollow,
    published_entry,
)
from metamer.paradigms.matrices.measures import META_GROUPS
from metamer.paradigms.matrices.rules.vocabulary import ATTRIBUTES, RELATIONS
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import canvas, legend, series_style
from metamer.reports.facets import facet_axes, facets, ordered_levels
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd

KINDS: dict[str, tuple[str, ...]] = {
    "triples": ("1", "2", "3", "4"),
    "relation": RELATIONS,
    "attribute": tuple(dict.fromkeys(attribute.name for attribute in ATTRIBUTES)),
    "object": tuple(dict.fromkeys(attribute.kind for attribute in ATTRIBUTES)),
}
"""The ways in which items are sorted, and the levels of each.

Source: barrett2018, App., Tables 7 and 8.
"""

OUTCOMES = ("right", "wrong")


def on_neutral(cell: pd.DataFrame) -> bool:
    """Whether a panel shows the regime for which values were published."""
    return {*cell["condition"]} == {"neutral"}


@figure.add("matrix_kinds")
@dataclass(frozen=True)
class Kinds:
    """Accuracy by number of triples, and by the parts of a single triple.

    Source: barrett2018, App., Tables 7 and 8.
    """

    title: str
    caption: str
    printed: tuple[tuple[str, str, float], ...] = ()
    """Learner, level (`2`, `XOR`, `size`, `line`), accuracy published for neutral."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(f"accuracy_by_{kind}" for kind in KINDS)

    def __call__(self, run: Analysis) -> Exhibit:
        found = {kind: run.values(f"accuracy_by_{kind}") for kind in KINDS}
        rows = list(facets(run, found["triples"], ("learner",)))
        ratios = [len(order) for order in KINDS.values()]
        with canvas(
            7.2,
            0.9 + 2.4 * len(rows),
            len(rows),
            len(KINDS),
            sharey=True,
            width_ratios=ratios,
        ) as (drawing, axes):
            for line, (heading, cell) in zip(axes, rows, strict=True):
                for axis, kind in zip(line, KINDS, strict=True):
                    same = [*run.details, "condition"]
                    here = found[kind].merge(cell[same].drop_duplicates(), on=same)
                    self._draw_kind(axis, run, here, kind)
                line[0].set_title(heading, loc="left")
                line[0].set_ylabel("accuracy")
            learners = [
                (name, series_style(place)) for place, name in enumerate(run.learners)
            ]
            marks = [*learners, *published_entry(run, self.printed)]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)

    def _draw_kind(
        self, axis: Any, run: Analysis, cell: pd.DataFrame, kind: str
    ) -> None:
        """Draw a panel: the levels of a kind, with a mark for each learner."""
        order = KINDS[kind]
        for place, name in enumerate(run.learners):
            shift = 0.7 * ((place + 0.5) / len(run.learners) - 0.5)
            own = cell[cell["learner"] == name]
            _draw_levels(axis, own, kind, shift, place)
            for who, level, share in self.printed:
                if who == name and level in order and on_neutral(cell):
                    x = order.index(level) + shift + 0.1
                    axis.plot(x, share, linestyle="", **hollow(place))
        chance_line(axis, upright=False)
        labels = [level.replace("_", "\n") for level in order]
        angle = 0 if kind in ("triples", "object") else 40
        axis.set_xticks(range(len(order)), labels, rotation=angle, fontsize=7.5)
        axis.set_xlim(-0.6, len(order) - 0.4)
        axis.set_ylim(*LIMITS)
        axis.set_xlabel("number of triples" if kind == "triples" else kind)


def _draw_levels(
    axis: Any, own: pd.DataFrame, kind: str, shift: float, place: int
) -> None:
    if own.empty:
        return
    means = summary(own, [kind]).reindex(KINDS[kind]).dropna(subset=["mean"])
    across = [KINDS[kind].index(level) + shift for level in means.index]
    axis.errorbar(
        across,
        means["mean"],
        whiskers(means),
        linestyle="",
        markersize=4.5,
        **series_style(place),
    )


@figure.add("matrix_explanations")
@dataclass(frozen=True)
class Explanations:
    """Accuracy on items whose meta-target was predicted right, and on the others.

    Source: barrett2018, Sec. 4.6.
    """

    title: str
    caption: str
    measure: str = "accuracy_by_explanation"
    printed: tuple[tuple[str, str, str, float], ...] = ()
    """Learner, group of bits, `right` or `wrong`, accuracy published for neutral."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        panels = list(facets(run, values, ("group", "explanation")))
        with facet_axes(
            len(panels),
            margin=(0.6, 0.9),
            panel=(3.2, 2.3),
            labels=("part of the meta-target", "accuracy"),
            across=2,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, outcome in enumerate(OUTCOMES):
                    self._draw_outcome(axis, cell, outcome, place)
                chance_line(axis, upright=False)
                axis.set_xticks(range(len(META_GROUPS)), [*META_GROUPS])
                axis.set_xlim(-0.5, len(META_GROUPS) - 0.5)
                axis.set_ylim(*LIMITS)
                axis.set_title(heading, loc="left")
            bars = bar_entries([f"predicted {outcome}" for outcome in OUTCOMES])
            marks = [*bars, *published_entry(run, self.printed)]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)

    def _draw_outcome(
        self, axis: Any, cell: pd.DataFrame, outcome: str, place: int
    ) -> None:
        """Draw the bars of one outcome with their intervals, and published values."""
        own = cell[cell["explanation"] == outcome]
        means = summary(own, ["group"])
        for x, group in enumerate(META_GROUPS):
            middle = x + 0.36 * (place - 0.5)
            if group in means.index:
                _draw_column(axis, middle, means.loc[group], place)
            for who, *printed, share in self.printed:
                here = who in {*cell["learner"]} and on_neutral(cell)
                if here and printed == [group, outcome]:
                    axis.plot(middle, share, linestyle="", **hollow())


def _draw_column(axis: Any, x: float, found: Any, place: int) -> None:
    colour = series_style(place)["color"]
    axis.bar(x, found["mean"], 0.32, color=colour, alpha=0.45, linewidth=0)
    axis.plot([x, x], [found["low"], found["high"]], color="0.15", linewidth=1.2)
    axis.text(x, 0.02, f"{found['mean']:.2f}", ha="center", fontsize=7, color="0.15")


@figure.add("matrix_certainty")
@dataclass(frozen=True)
class Certainty:
    """Accuracy by the certainty of the predicted meta-target, a line for each learner.

    Source: barrett2018, Fig. 5, and App., Fig. 6 to 8, for groups of bits.
    Differs: certainty is doubled, so that it runs from 0 to 1.
    """

    title: str
    caption: str
    measure: str = "accuracy_by_certainty"

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure)
        values = values.assign(certainty=values["certainty"].astype(float))
        names = ordered_levels(run, values, "learner")
        groups: Any = [("", values)]
        if "group" in values:
            groups = values.groupby("group", sort=False)
        panels = [
            (", ".join(filter(None, (str(group), heading))), cell)
            for group, rows in groups
            for heading, cell in facets(run, rows, ("learner", "certainty"))
        ]
        with facet_axes(
            len(panels),
            margin=(0.6, 0.9),
            panel=(3.0, 2.3),
            labels=("certainty", "accuracy"),
            across=2,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                for place, name in enumerate(names):
                    _draw_curve(axis, cell[cell["learner"] == name], place)
                chance_line(axis, upright=False)
                axis.set_xlim(0, 1)
                axis.set_ylim(*LIMITS)
                axis.set_title(heading, loc="left")
            marks = [(name, series_style(at)) for at, name in enumerate(names)]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)


def _draw_curve(axis: Any, own: pd.DataFrame, place: int) -> None:
    if own.empty:
        return
    means = summary(own, ["certainty"]).sort_index()
    axis.errorbar(
        means.index,
        means["mean"],
        whiskers(means),
        markersize=4,
        linewidth=1,
        **series_style(place),
    )
