"""Figures: decision maps, interpolations, and whose EVR is interpretable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.core.store import Run
from metamer.paradigms.categories.measures import CEILING, learned_from
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import canvas, heading_of, line_legend, series_style
from metamer.reports.tables import order_rows
from metamer.statistics.summaries import summary, whiskers

if TYPE_CHECKING:
    import pandas as pd


ACROSS = 7
"""Learners side by side in a figure of maps."""

NO_MAP = "No point of the plane was asked; `--set paradigm.map=12` asks for 12 by 12."


@figure.add("boundaries")
@dataclass(frozen=True)
class Boundaries:
    """Where in the plane each learner answers 1, averaged over units.

    Source: dasgupta2022, Fig. 4a.
    """

    title: str = "Decision maps"
    caption: str = (
        "Share of units that answer 1 at each point of the plane (darker is more). The "
        "first coordinate, from left to right, decides: by rule, the dark half ends at an "
        "upright line in every condition. The asked corner (cross) was never taught."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        table = run.responses.table
        asked = table[(table["part"] == "map") & (table["arrangement"] == "printed")]
        if asked.empty:
            return empty_exhibit(self.title, NO_MAP)
        asked = asked[asked["domain"] == asked["domain"].iloc[0]]
        conditions = list(dict.fromkeys(asked["condition"]))
        names = run.learners
        points = _places(run, asked)
        shares = _shares(asked)
        columns = min(len(names), ACROSS)
        blocks = -(-len(names) // columns)
        rows = blocks * len(conditions)
        width = 0.7 + 0.92 * columns
        with canvas(width, 0.3 * blocks + 0.95 * rows, rows, columns) as (
            drawing,
            axes,
        ):
            for axis in axes.flat:
                axis.set_axis_off()
            for place, name in enumerate(names):
                block, column = divmod(place, columns)
                own = axes[
                    block * len(conditions) : (block + 1) * len(conditions), column
                ]
                for axis, condition in zip(own, conditions, strict=True):
                    axis.set_axis_on()
                    picture = shares.loc[(name, condition)].reindex(points.index)
                    _map(axis, points, picture.to_numpy())
                    if not column:
                        axis.set_ylabel(condition.replace("_", "\n"), fontsize=7)
                own[0].set_title(name, fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def _shares(asked: pd.DataFrame) -> pd.Series:
    says_one = (asked["answer"].astype(str) == "1").astype(float)
    keys = [asked[name].astype(str) for name in ("learner", "condition", "item")]
    return says_one.groupby(keys).mean()


def _places(run: Analysis, asked: pd.DataFrame) -> pd.DataFrame:
    """The coordinates of each map point, from the run's own items."""
    import pandas as pd

    domain = str(asked["domain"].iloc[0])
    items = Run(run.responses.folder).items()
    places = pd.DataFrame(items[f"{domain}/x"], items[f"{domain}/item"].astype(str))
    return places.loc[list(dict.fromkeys(asked["item"].astype(str)))]


def _map(axis: Any, points: pd.DataFrame, shares: np.ndarray) -> None:
    x, y = (points[column].to_numpy() for column in (0, 1))
    levels = np.linspace(0, 1, 11)
    levels[-1] += 1e-9  # else a share of exactly 1 would stay white
    axis.tricontourf(x, y, shares, levels=levels, cmap="PuBu")
    axis.tricontour(x, y, shares, levels=[0.5], colors="0.1", linewidths=0.8)
    axis.plot(3, 3, "+", color="#D55E00", markersize=6)
    axis.set(xticks=[], yticks=[], aspect="equal", xlim=(-6, 6), ylim=(-6, 6))


@figure.add("interpolation")
@dataclass(frozen=True)
class Interpolation:
    """Held-out accuracy as the missing corner is filled, three ways.

    Source: dasgupta2022, App. C.3, Fig. 10.
    """

    paths: tuple[tuple[str, tuple[str, ...]], ...]
    """The title of each path, and its training conditions in order."""
    published: tuple[tuple[str, str, float], ...] = ()
    """Learner, condition and value of an earlier measurement, as hollow marks."""
    title: str = "Ways from partial exposure"
    caption: str = (
        "Accuracy in the held-out corner as training items are changed step by step. In "
        "the lowest panel the correlation of label and distractor is the same at every "
        "step: if it were the reason for errors, all lines there would be flat. The thin "
        "line is chance, bars are 95 % confidence intervals over units, and hollow marks "
        "an earlier replication of ours (20 units)."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("held_out_accuracy",)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values("held_out_accuracy")
        many = len(self.paths)
        with canvas(7.0, 0.4 + 1.9 * many, many, 1, sharey=True) as (drawing, axes):
            for axis, (title, steps) in zip(axes.flat, self.paths, strict=True):
                _path(axis, values, run.learners, steps)
                self._draw_published(axis, run.learners, steps)
                axis.set_title(title, loc="left", fontsize=9)
                axis.set_ylabel("accuracy")
            line_legend(drawing, run.learners)
        return Exhibit(self.title, self.caption, drawing)

    def _draw_published(
        self, axis: Any, names: list[str], steps: tuple[str, ...]
    ) -> None:
        for name, step, value in self.published:
            if name in names and step in steps:
                style = series_style(names.index(name))
                style = {**style, "markersize": 9, "fillstyle": "none"}
                axis.plot(steps.index(step), value, linestyle="", **style)


def _path(
    axis: Any, values: pd.DataFrame, names: list[str], steps: tuple[str, ...]
) -> None:
    for place, name in enumerate(names):
        found = summary(values[values["learner"] == name], ["condition"]).reindex(steps)
        shift = 0.05 * (place - (len(names) - 1) / 2)
        axis.errorbar(
            np.arange(len(steps)) + shift,
            found["mean"],
            whiskers(found),
            markersize=4,
            linewidth=1,
            **series_style(place),
        )
    axis.axhline(0.5, color="0.7", linewidth=0.8)
    shown = [step.replace("_", " ") for step in steps]
    axis.set_xticks(range(len(steps)), shown, fontsize=8)
    axis.set_ylim(-0.03, 1.06)


COMPETENCE = (
    "competence",
    "held_out_accuracy",
    "familiar_accuracy",
    "exemplar_bias",
    "exemplar_bias_of_learned",
)
"""The measures of the table of competent learners."""


@figure.add("competence")
@dataclass(frozen=True)
class Competence:
    """How many units learned what they were taught, and whose EVR is interpretable.

    Source: ours; dasgupta2022 drops units that fail without saying how many.
    """

    title: str = "Which learners can be interpreted"

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return COMPETENCE

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        by = [*run.details, "learner"]
        rows = [
            {
                "learner": where[-1],
                "where": heading_of(where[:-1]),
                **_competence(run, dict(zip(by, where, strict=True))),
            }
            for where, _ in run.values("exemplar_bias").groupby(
                by, sort=False, observed=True
            )
        ]
        asked = {
            f"{learned_from(name):.0%}" for name in run.measures["domain"].unique()
        }
        caption = (
            "A unit is competent if it gets at least "
            f"{' or '.join(sorted(asked))} of its taught items right in zero shot and "
            "partial exposure, and if its zero-shot accuracy in the held-out corner is at "
            f"least {CEILING:.0%} of its accuracy on new items from the taught corners. "
            "All units count in every figure; none is dropped."
        )
        return Exhibit(self.title, caption, order_rows(pd.DataFrame(rows), run))


def _competence(run: Analysis, place: dict[str, object]) -> dict[str, str]:
    def mean(name: str, condition: str = "") -> tuple[float, int]:
        values = run.values(name)
        for column, value in {**place, "condition": condition}.items():
            values = values[values[column] == value]
        return float(values["value"].mean()), len(values)

    competent, units = mean("competence")
    zero_shot, _ = mean("held_out_accuracy", "zero_shot")
    familiar, _ = mean("familiar_accuracy", "zero_shot")
    learned, count = mean("exemplar_bias_of_learned")
    return {
        "competent units": f"{round(competent * units)} of {units}",
        "zero-shot accuracy": f"{zero_shot:.3f}",
        "EVR, all units": f"{mean('exemplar_bias')[0]:.3f}",
        "EVR, units that learned": f"{learned:.3f} ({count})"
        if count
        else "none learned",
        "verdict": _verdict(zero_shot, familiar, competent),
    }


def _verdict(zero_shot: float, familiar: float, competent: float) -> str:
    if zero_shot < CEILING * familiar:
        return "EVR not interpretable: zero shot below its ceiling"
    if competent < 0.5:
        return "EVR not interpretable: most units did not learn"
    return "EVR interpretable"
