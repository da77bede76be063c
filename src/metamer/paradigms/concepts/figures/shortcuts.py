"""Figures of tasks with a shortcut: whose answers were given, and in which tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from metamer.core.registry import figure
from metamer.paradigms.concepts.controls import TRAININGS
from metamer.paradigms.concepts.figures.accuracy import shades_legend, stack
from metamer.paradigms.concepts.rules import CONCEPTS, SHORTCUTS, ShortcutEntry
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import canvas, list_downwards

if TYPE_CHECKING:
    import pandas as pd

SHADES: tuple[dict[str, Any], ...] = (
    {"facecolor": "#0072B2"},
    {"facecolor": "#E69F00", "hatch": "///", "edgecolor": "white"},
    {"facecolor": "0.9", "hatch": "....", "edgecolor": "0.6"},
)
"""By the rule, by the shortcut, neither; colours never carry meaning alone."""


@figure.add("concept_shortcut_shares")
@dataclass(frozen=True)
class ShortcutShares:
    """Whose answers each learner gave where rule and shortcut part, as stacked bars.

    Source: ours, after dasgupta2022, Fig. 1 (characteristic behaviour).
    """

    title: str
    caption: str
    needed_measures: ClassVar[tuple[str, ...]] = ("rule_share", "shortcut_share")

    def __call__(self, run: Analysis) -> Exhibit:
        shares = _shares(run)
        told = shares.index.get_level_values
        conditions = [name for name in TRAININGS if name in told("condition")]
        names = [name for name in run.learners if name in told("learner")]
        height, width = 1.1 + 0.34 * len(names), 2.0 + 2.4 * max(len(conditions), 1)
        with canvas(width, height, 1, max(len(conditions), 1), sharey=True) as (
            drawing,
            axes,
        ):
            for axis, condition in zip(axes[0], conditions, strict=False):
                for y, name in enumerate(names):
                    stack(axis, y, shares.xs((condition, name)).to_numpy(), SHADES)
                list_downwards(axis, names)
                axis.set_title(condition.replace("_", " "), loc="left")
                axis.set_xlabel("share of first guesses")
            shades_legend(
                drawing, ("by the rule", "by the shortcut", "neither"), SHADES
            )
        return Exhibit(self.title, self.caption, drawing)


def _shares(run: Analysis) -> pd.DataFrame:
    """By condition and learner: the shares by the rule, by the shortcut and neither."""
    import pandas as pd

    by = ["condition", "learner"]
    means = {
        name: run.values(name).groupby(by, observed=True)["value"].mean()
        for name in ("rule_share", "shortcut_share")
    }
    found = pd.DataFrame(means)
    return found.assign(neither=1 - found.sum(axis=1))


@figure.add("concept_shortcut_kinds")
@dataclass(frozen=True)
class ShortcutKinds:
    """Each rule with its shortcut in words, and where each learner stands between them.

    Source: ours.
    """

    title: str
    caption: str
    conditions: tuple[str, ...] = ("cue_conflict", "partial_exposure")
    """Whose numbers are in a cell, in this order."""
    needed_measures: ClassVar[tuple[str, ...]] = ("rule_over_shortcut_by_family",)

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        values = run.values("rule_over_shortcut_by_family")
        by = ["family", "learner", "condition"]
        means = values.groupby(by, observed=True)["value"].mean()
        entries = [SHORTCUTS(name) for name in SHORTCUTS]
        asked = set(values["family"])
        rows = [
            {"concept": CONCEPTS.get(entry.concept, entry.concept), **in_words(entry)}
            | {name: self._cell(means, entry.name, name) for name in run.learners}
            for entry in entries
            if entry.name in asked
        ]
        return Exhibit(self.title, self.caption, pd.DataFrame(rows))

    def _cell(self, means: pd.Series, family: str, learner: str) -> str:
        known = means.to_dict()
        places = [(family, learner, condition) for condition in self.conditions]
        return " / ".join(f"{known[one]:.2f}" for one in places if one in known)


def in_words(entry: ShortcutEntry) -> dict[str, str]:
    """The rule and the shortcut, from the docstring."""
    said = " ".join((entry.rule.__doc__ or "").split("\n\n")[0].split())
    rule, _, shortcut = said.partition(" Shortcut: ")
    return {"rule": rule, "shortcut": shortcut[:1].upper() + shortcut[1:]}
