"""Metamers against boards of the rule, as t values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.by_rule import PEOPLE
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import list_downwards, series_style
from metamer.reports.facets import facet_axes
from metamer.statistics.beside import KnownCells, known_values
from metamer.statistics.t_test import student

if TYPE_CHECKING:
    import pandas as pd

    from metamer.core.result import Result

LINEAR = 5.0
"""Up to where the scale is linear; beyond, it is logarithmic."""
TICKS = (-100, -10, 0, 10, 100)


@figure.add("t_values")
@dataclass(frozen=True)
class TValues:
    """Student's t of metamers less boards of the rule, for each learner and rule.

    Source: kumar2022, Fig. 4 and Fig. S6B.
    """

    measure: str = "z"
    people: KnownCells = ()
    """How people did, for a panel of their own."""
    title: str = "Metamers against boards of the rule, rule by rule"
    caption: str = (
        "Student's t of metamers less boards of the rule. Right of 0, boards of the rule "
        "are played better, as whoever uses the rule would; left of 0, metamers are. "
        "Filled: p < .05, without correction. The scale is logarithmic beyond 5. A t grows "
        "with the number of units, which are people, seeds, or passes of one network."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, run: Analysis) -> Exhibit:
        values = run.values(self.measure).dropna(subset=["value"])
        rules = list(dict.fromkeys(map(str, values["rule"])))
        panels = {
            name: found
            for name, rows in self._rows(run, values).items()
            if (found := _tests(rows, rules))
        }
        if not panels:
            return empty_exhibit(
                self.title, "No learner has three units on both kinds of boards."
            )
        size = (1.75, 0.35 + 0.2 * len(rules))
        with facet_axes(
            len(panels), (1.0, 0.5), size, ("t", ""), 3, sharex=True, sharey=True
        ) as (drawing, axes):
            for axis, (name, found) in zip(axes, panels.items(), strict=True):
                _draw(axis, found, rules)
                axis.set_title(name, loc="left", fontsize=8)
        return Exhibit(self.title, self.caption, drawing)

    def _rows(self, run: Analysis, values: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """The values of each learner, people first."""
        rows = {name: values[values["learner"] == name] for name in run.learners}
        if not self.people:
            return rows
        people = known_values(self.people, ("rule", "condition"), PEOPLE)
        return {PEOPLE: people[people["rule"].isin(values["rule"])], **rows}


def _tests(rows: pd.DataFrame, rules: list[str]) -> dict[str, Result]:
    """The test of each rule of which both kinds of boards were played by enough units."""
    found = {}
    for rule in rules:
        kinds = rows[rows["rule"] == rule].groupby("condition", observed=True)["value"]
        if {"abstract", "metamer"} <= set(kinds.groups):
            tested = student(kinds.get_group("metamer"), kinds.get_group("abstract"))
            if tested.statistic == tested.statistic:
                found[rule] = tested
    return found


def _draw(axis: Any, found: dict[str, Result], rules: list[str]) -> None:
    axis.axvline(0, color="0.6", linewidth=0.8)
    for rule, tested in found.items():
        style = series_style(1 if tested.statistic > 0 else 0)
        fill = "full" if tested.p < 0.05 else "none"
        place = rules.index(rule)
        axis.plot([0, tested.statistic], [place] * 2, color=style["color"], lw=0.8)
        axis.plot(tested.statistic, place, fillstyle=fill, markersize=4.5, **style)
    axis.set_xscale("symlog", linthresh=LINEAR)
    axis.set_xticks(TICKS, [str(tick) for tick in TICKS])
    axis.minorticks_off()
    list_downwards(axis, rules, fontsize=8)
