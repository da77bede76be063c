"""Figures of `matrices`: which items are easy, and what a right explanation is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.measures.matrices import GROUPS
from metamer.reports.drawing import canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.matrices import (
    LIMITS,
    PRINTED,
    chance_line,
    hollow,
    known,
    marks_legend,
)
from metamer.reports.panels import finish, grid, levels, panels
from metamer.streams.matrices.vocabulary import ATTRIBUTES, RELATIONS

if TYPE_CHECKING:
    import pandas as pd

KINDS: dict[str, tuple[str, ...]] = {
    "triples": ("1", "2", "3", "4"),
    "relation": RELATIONS,
    "attribute": tuple(dict.fromkeys(attribute.name for attribute in ATTRIBUTES)),
    "object": tuple(dict.fromkeys(attribute.kind for attribute in ATTRIBUTES)),
}
"""What items are sorted by, and the levels of it.

Source: barrett2018, App., Tables 7 and 8.
"""

OUTCOMES = ("right", "wrong")


def on_neutral(cell: pd.DataFrame) -> bool:
    """Whether a panel shows the regime for which numbers were published."""
    return {*cell["condition"]} == {"neutral"}


@figure.add("matrix_kinds")
@dataclass(frozen=True)
class Kinds:
    """Accuracy by number of triples, and by what the only triple is about.

    Source: barrett2018, App., Tables 7 and 8.
    """

    title: str
    caption: str
    printed: tuple[tuple[str, str, float], ...] = ()
    """Learner, level (`2`, `XOR`, `size`, `line`), share that was published on neutral."""

    def __call__(self, run: Finding) -> Exhibit:
        found = {kind: run.values(f"accuracy_by_{kind}") for kind in KINDS}
        rows = list(panels(run, found["triples"], ("learner",)))
        ratios = [len(order) for order in KINDS.values()]
        with canvas(
            9.6,
            0.4 + 2.5 * len(rows),
            len(rows),
            len(KINDS),
            sharey=True,
            width_ratios=ratios,
        ) as (drawing, axes):
            for line, (heading, cell) in zip(axes, rows, strict=True):
                for axis, kind in zip(line, KINDS, strict=True):
                    same = [*run.details, "condition"]
                    here = found[kind].merge(cell[same].drop_duplicates(), on=same)
                    self._kind(axis, run, here, kind)
                line[0].set_title(heading, loc="left")
                line[0].set_ylabel("accuracy")
            marks_legend(drawing, self._named(run))
        return Exhibit(self.title, self.caption, drawing)

    def _kind(self, axis: Any, run: Finding, cell: pd.DataFrame, kind: str) -> None:
        """One column of panels: the levels of a kind, with a mark for each learner."""
        order = KINDS[kind]
        many = len(run.learners)
        for place, name in enumerate(run.learners):
            aside = 0.7 * ((place + 0.5) / many - 0.5)
            own = cell[cell["learner"] == name]
            _levels(axis, own, kind, aside, place)
            for who, level, share in self.printed:
                if who == name and level in order and on_neutral(cell):
                    x = order.index(level) + aside + 0.1
                    axis.plot(x, share, linestyle="", **hollow(place))
        chance_line(axis, upright=False)
        words = [level.replace("_", "\n") for level in order]
        turn = 0 if kind in ("triples", "object") else 40
        axis.set_xticks(range(len(order)), words, rotation=turn, fontsize=7.5)
        axis.set_xlim(-0.6, len(order) - 0.4)
        axis.set_ylim(*LIMITS)
        axis.set_xlabel("number of triples" if kind == "triples" else kind)

    def _named(self, run: Finding) -> list[tuple[str, dict[str, Any]]]:
        named = [(name, look(place)) for place, name in enumerate(run.learners)]
        return [*named, *([(PRINTED, hollow())] if known(run, self.printed) else [])]


def _levels(axis: Any, own: pd.DataFrame, kind: str, aside: float, place: int) -> None:
    if own.empty:
        return
    means = summary(own, [kind]).reindex(KINDS[kind]).dropna(subset=["mean"])
    across = [KINDS[kind].index(level) + aside for level in means.index]
    half = means["high"] - means["mean"]
    axis.errorbar(
        across, means["mean"], half, linestyle="", markersize=4.5, **look(place)
    )


@figure.add("matrix_explanations")
@dataclass(frozen=True)
class Explanations:
    """Accuracy where the meta-target was told right, and where wrong.

    Source: barrett2018, Sec. 4.6.
    """

    title: str
    caption: str
    measure: str = "accuracy_by_explanation"
    printed: tuple[tuple[str, str, str, float], ...] = ()
    """Learner, group of bits, `right` or `wrong`, share that was published on neutral."""

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        shown = list(panels(run, values, ("group", "explanation")))
        rows, columns = grid(len(shown), across=2)
        with canvas(
            1.8 + 3.3 * columns, 0.5 + 2.4 * rows, rows, columns, sharey=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, outcome in enumerate(OUTCOMES):
                    self._outcome(axis, cell, outcome, place)
                chance_line(axis, upright=False)
                axis.set_xticks(range(len(GROUPS)), [*GROUPS])
                axis.set_xlim(-0.5, len(GROUPS) - 0.5)
                axis.set_ylim(*LIMITS)
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), "part of the meta-target", "accuracy")
            marks_legend(drawing, self._named(run))
        return Exhibit(self.title, self.caption, drawing)

    def _outcome(self, axis: Any, cell: pd.DataFrame, outcome: str, place: int) -> None:
        """Bars of one outcome, with intervals, and what the paper has."""
        own = cell[cell["explanation"] == outcome]
        means = summary(own, ["group"])
        for x, group in enumerate(GROUPS):
            middle = x + 0.36 * (place - 0.5)
            if group in means.index:
                _column(axis, middle, means.loc[group], place)
            for who, which, told, share in self.printed:
                here = {who} <= {*cell["learner"]} and on_neutral(cell)
                if here and (which, told) == (group, outcome):
                    axis.plot(middle, share, linestyle="", **hollow())

    def _named(self, run: Finding) -> list[tuple[str, dict[str, Any]]]:
        filled = {"marker": "s", "markersize": 7, "alpha": 0.55}
        named = [
            (f"told {outcome}", {"color": look(place)["color"], **filled})
            for place, outcome in enumerate(OUTCOMES)
        ]
        return [*named, *([(PRINTED, hollow())] if known(run, self.printed) else [])]


def _column(axis: Any, x: float, found: Any, place: int) -> None:
    colour = look(place)["color"]
    axis.bar(x, found["mean"], 0.32, color=colour, alpha=0.45, linewidth=0)
    axis.plot([x, x], [found["low"], found["high"]], color="0.15", linewidth=1.2)
    axis.text(x, 0.02, f"{found['mean']:.2f}", ha="center", fontsize=7, color="0.15")


@figure.add("matrix_certainty")
@dataclass(frozen=True)
class Certainty:
    """Accuracy by how sure the meta-target was told, a line for each learner.

    Source: barrett2018, Sec. 4.6; as a curve ours.
    """

    title: str
    caption: str
    measure: str = "accuracy_by_certainty"

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        values = values.assign(certainty=values["certainty"].astype(float))
        names = levels(run, values, "learner")
        shown = list(panels(run, values, ("learner", "certainty")))
        rows, columns = grid(len(shown))
        with canvas(
            2.4 + 2.6 * columns,
            0.5 + 2.3 * rows,
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, name in enumerate(names):
                    _curve(axis, cell[cell["learner"] == name], place)
                chance_line(axis, upright=False)
                axis.set_xlim(0, 1)
                axis.set_ylim(*LIMITS)
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), "certainty", "accuracy")
            marks_legend(drawing, [(it, look(at)) for at, it in enumerate(names)])
        return Exhibit(self.title, self.caption, drawing)


def _curve(axis: Any, own: pd.DataFrame, place: int) -> None:
    if own.empty:
        return
    means = summary(own, ["certainty"]).sort_index()
    half = means["high"] - means["mean"]
    axis.errorbar(
        means.index, means["mean"], half, markersize=4, linewidth=1, **look(place)
    )
