"""Figures of `pointers` in pictures: between statistics and rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.reading import Recorded
from metamer.core.registry import figure
from metamer.paradigms.pointers.controls import Holdout, holdout, statistics_anchor
from metamer.paradigms.pointers.rules import Rule
from metamer.reports.drawing import canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.panels import finish, grid, levels, panels

if TYPE_CHECKING:
    import pandas as pd

SETS = ("iid", "dshift", "holdout")
"""What is asked after training. Source: zhang2021, Fig. 7."""


def _training(run: Finding, cell: pd.DataFrame) -> tuple[Holdout, Rule] | None:
    """What the units of a cell were taught, and the rule; None where it is not known."""
    paradigm: Any = run.study.paradigm
    if isinstance(paradigm, Recorded):
        return None
    first = cell.iloc[0]
    rule = paradigm.style.rule(
        int(first["complexity"]), str(first["aggregate"]), paradigm.boundary
    )
    return holdout(str(first["condition"]), paradigm.style, rule), rule


@figure.add("anchors")
@dataclass(frozen=True)
class Anchors:
    """Accuracy on the three test sets, between going by the statistics and by the rule.

    Source: zhang2021, Fig. 7; the anchors are ours.
    """

    title: str = "Between statistics and rule"
    caption: str = (
        "Accuracy on new items as in training with the shift (iid), with all digits "
        "everywhere (dshift), and with only those digits that the shift left out "
        "(holdout). Bars: where a learner that is as good on iid would be if it went by "
        "the rule (solid) or knew only what it was taught (dotted). Mean and 95 % "
        "interval over units; faint points are units."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        found = [run.values(f"{name}_accuracy").assign(part=name) for name in SETS]
        values = pd.concat(found)
        shown = list(panels(run, values, ("condition", "part")))
        trainings = levels(run, values, "condition")
        rows, columns = grid(len(shown))
        with canvas(
            1.6 + 2.3 * columns, 0.5 + 2.4 * rows, rows, columns, sharey=True
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                for place, training in enumerate(trainings):
                    own = cell[cell["condition"] == training]
                    _three(axis, own, place, 0.3 * (place - (len(trainings) - 1) / 2))
                    _ends(axis, run, own, 0.3 * (place - (len(trainings) - 1) / 2))
                axis.set_xticks(range(len(SETS)), SETS)
                axis.set_title(heading, loc="left")
                axis.set_ylim(-0.03, 1.05)
            finish(axes, len(shown), "", "accuracy")
            _explain(drawing, trainings)
        return Exhibit(self.title, self.caption, drawing)


def _three(axis: Any, own: pd.DataFrame, place: int, shift: float) -> None:
    if own.empty:
        return
    mark = look(place)
    means = summary(own, ["part"]).reindex(SETS)
    for x, part in enumerate(SETS):
        units = own.loc[own["part"] == part, "value"]
        axis.scatter(
            [x + shift] * len(units), units, s=6, color=mark["color"], alpha=0.3
        )
    axis.errorbar(
        np.arange(len(SETS)) + shift,
        means["mean"],
        means["high"] - means["mean"],
        linestyle="",
        markersize=5,
        **mark,
    )


def _ends(axis: Any, run: Finding, own: pd.DataFrame, shift: float) -> None:
    """The two anchors of a training that left something out."""
    familiar = own.loc[own["part"] == "iid", "value"].mean()
    taught = _training(run, own) if len(own) else None
    if taught is None or "dshift" not in taught[0].parts:
        return
    for x, part in enumerate(SETS[1:], 1):
        known = statistics_anchor(*taught, part)
        across = np.array([-0.12, 0.12]) + x + shift
        if known < 1:
            for share, style in ((1.0, "-"), (known, ":")):
                axis.plot(across, [share * familiar] * 2, style, color="0.2")


def _explain(drawing: Any, trainings: list[str]) -> None:
    from matplotlib.lines import Line2D

    marks = [Line2D([], [], linestyle="", **look(it)) for it in range(len(trainings))]
    marks += [Line2D([], [], color="0.2", linestyle=style) for style in ("-", ":")]
    names = [*(f"trained on {name}" for name in trainings), "by the rule", "statistics"]
    drawing.legend(marks, names, loc="outside right center", fontsize=8)


@figure.add("logits_by_pointer")
@dataclass(frozen=True)
class LogitsByPointer:
    """What networks make of each pointer on digits that training left out.

    Source: zhang2021, Fig. 8; the dots are ours.
    """

    title: str = "What a pointer suppresses"
    caption: str = (
        "Mean centred log probability of each label (across) for each pointer digit "
        "(down), on items that show only digits which training with the shift left out. "
        "Dots: labels that were never right with that pointer in training."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        table = run.responses.table
        names = [str(name) for name in table if str(name).startswith("logit_")]
        asked = table[table["part"] == "holdout"].dropna(subset=names)
        if not names or asked.empty:
            nothing = pd.DataFrame(
                {"logits": ["no learner of this run told its logits"]}
            )
            return Exhibit(self.title, self.caption, nothing)
        shown = list(panels(run, asked, ("part",)))
        maps = [cell.groupby("pointer")[names].mean() for _, cell in shown]
        most = max(float(abs(it.to_numpy()).max()) for it in maps)
        rows, columns = grid(len(shown))
        with canvas(0.8 + 2.2 * columns, 0.5 + 2.4 * rows, rows, columns) as (
            drawing,
            axes,
        ):
            for axis, (heading, cell), map_ in zip(
                axes.flat, shown, maps, strict=False
            ):
                drawn = _heat(axis, map_, most)
                _never(axis, run, cell, map_)
                axis.set_title(heading, loc="left", fontsize=8)
            finish(axes, len(shown), "label", "pointer")
            drawing.colorbar(
                drawn, ax=axes, label="centred log probability", shrink=0.7
            )
        return Exhibit(self.title, self.caption, drawing)


def _heat(axis: Any, means: pd.DataFrame, most: float) -> Any:
    drawn = axis.imshow(means.to_numpy(), cmap="PuOr_r", vmin=-most, vmax=most)
    axis.set_xticks(range(means.shape[1]))
    axis.set_yticks(range(len(means)), means.index)
    return drawn


def _never(axis: Any, run: Finding, cell: pd.DataFrame, means: pd.DataFrame) -> None:
    """A dot wherever a label could not be right in training; for single digits only."""
    known = _training(run, cell)
    if known is None or known[1].complexity:
        return
    taught, rule = known
    places = rule.places(means.index.to_numpy())[:, 0]
    pointers, labels = np.nonzero(~taught.taught.allowed[places])
    axis.plot(labels, pointers, ".", color="0.1", markersize=3)
