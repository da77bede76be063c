"""What a run answers, in words: sentences made from its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from metamer.core.errors import Refusal
from metamer.core.ranges import range_of
from metamer.core.registry import finding, measure
from metamer.core.study import MIN_UNITS
from metamer.reports.analysis import Analysis
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

Where = tuple[tuple[str, str], ...]
"""Columns, and the value that rows must have there."""

MAX_NAMED = 6
"""Learners that one sentence names; the figure shows the others."""


@finding.add("rule_or_statistics")
@dataclass(frozen=True)
class RuleOrStatistics:
    """Who goes by the rule, who by the statistics, and of whom it cannot be told.

    A learner is on the side of the scale on which its whole interval lies. It cannot be
    told if the interval reaches across the middle, or if the learner has not learned what
    it was taught.

    Source: ours.
    """

    measure: str
    rule: float
    """The value of a learner that goes by the rule."""
    statistics: float
    """The value of one that goes by the statistics alone."""
    label: str
    """What the measure is called in the sentences: `EVR`."""
    anchor: str = ""
    """A learner whose mean, if it took part, stands in for `statistics`."""
    competence: str = ""
    """A measure of whether a learner has learned what it was taught."""
    least: float = 0.5
    """The competence below which nothing can be told. Source: ours."""
    by_rule: str = "By the rule"
    by_statistics: str = "By the statistics"
    where: Where = ()

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.measure, self.competence)))

    def sentences(self, run: Analysis) -> list[str]:
        found = learner_means(run, self.measure, self.where)
        if found.empty:
            return [nothing_measured(self.measure)]
        statistics = float(found["mean"].get(self.anchor, self.statistics))
        able = self._able(run, found)
        middle = (self.rule + statistics) / 2
        side = [_side(row, middle, self.rule > middle) for _, row in found.iterrows()]
        told = found.assign(side=side)[able]
        return [
            *_group(self.by_rule, told[told["side"] == "rule"]),
            *_group(self.by_statistics, told[told["side"] == "statistics"]),
            *_untold(told[told["side"] == ""], found[~able]),
            f"{self.label} is {self.rule:g} for a learner that goes by the rule and "
            f"{statistics:.2g} for one that goes by the statistics"
            f"{f' (`{self.anchor}`)' if self.anchor in found.index else ''}. "
            f"{first_line(self.measure)} {units_note(found)}",
        ]

    def _able(self, run: Analysis, found: pd.DataFrame) -> Any:
        if not self.competence:
            return found["mean"].notna()
        known = learner_means(run, self.competence, ())["mean"]
        return known.reindex(found.index) >= self.least


def _side(row: Any, middle: float, rule_above: bool) -> str:
    """The side of the middle on which a mean and its interval lie; empty if on both."""
    low = row["mean"] if isnan(row["low"]) else row["low"]
    high = row["mean"] if isnan(row["high"]) else row["high"]
    if low > middle:
        return "rule" if rule_above else "statistics"
    if high < middle:
        return "statistics" if rule_above else "rule"
    return ""


def _group(label: str, found: pd.DataFrame) -> list[str]:
    return [f"{label}: {named_means(found)}."] if len(found) else []


def _untold(between: pd.DataFrame, unable: pd.DataFrame) -> list[str]:
    """One sentence about learners of whom nothing can be told, and why."""
    reasons = []
    if len(between):
        reasons.append(f"{named_means(between)} (between the two)")
    if len(unable):
        reasons.append(f"{names(unable.index)} (did not learn what was taught)")
    return [f"Cannot be told: {'; '.join(reasons)}."] if reasons else []


@finding.add("ranking")
@dataclass(frozen=True)
class Ranking:
    """Who has the highest value of a measure, and who the lowest.

    Source: ours.
    """

    measure: str
    label: str
    chance: float | None = None
    """What guessing gives."""
    where: Where = ()

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def sentences(self, run: Analysis) -> list[str]:
        found = learner_means(run, self.measure, self.where)
        if found.empty:
            return [nothing_measured(self.measure)]
        found = rank(found, self.measure)
        said = [f"{capital(self.label)}, best first: {named_means(found)}."]
        if self.chance is not None:
            said += _beyond(found, self.chance)
        return [*said, f"{first_line(self.measure)} {units_note(found)}"]


def _beyond(found: pd.DataFrame, chance: float) -> list[str]:
    """Who is not shown to exceed what guessing gives."""
    low = found["low"].fillna(found["mean"])
    guessing = found[low <= chance]
    if guessing.empty:
        return [f"All exceed chance ({chance:.3g})."]
    if len(guessing) == len(found):
        return [f"Nobody is shown to exceed chance ({chance:.3g})."]
    return [f"Not shown to exceed chance ({chance:.3g}): {names(guessing.index)}."]


def learner_means(run: Analysis, name: str, where: Where) -> pd.DataFrame:
    """Each learner's mean, interval and number of units, in the order of the study.

    A unit's value is its mean over all conditions and cells that `where` selects.
    """
    values = select(run.values(name), where)
    by_unit = values.groupby(["learner", "unit"], sort=False, observed=True)["value"]
    units = by_unit.mean().reset_index().assign(measure=name)
    found = summary(units.dropna(subset=["value"]), ["learner"])
    return found.reindex([each for each in run.learners if each in found.index])


def select(values: pd.DataFrame, where: Where) -> pd.DataFrame:
    """The rows with these values in these columns."""
    for column, wanted in where:
        if column not in values:
            raise Refusal(
                f"a finding asks for the column {column!r}; "
                f"the measures have: {', '.join(map(str, values))}"
            )
        values = values[values[column].astype(str) == wanted]
    return values


def rank(found: pd.DataFrame, name: str) -> pd.DataFrame:
    """Best first; highest first where neither end of the measure is better."""
    return found.sort_values(
        "mean", ascending=range_of(name).better == "lower", kind="stable"
    )


def named_means(found: pd.DataFrame) -> str:
    """`glm` 0.01 [0.00, 0.02], `rule` 0.00 and 3 more."""
    shown = [
        f"`{name}` {mean_and_interval(row['mean'], row['low'], row['high'])}"
        for name, row in found.head(MAX_NAMED).iterrows()
    ]
    more = len(found) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def mean_and_interval(mean: float, low: float, high: float) -> str:
    """`0.36 [0.33, 0.38]`; without an interval, the mean alone."""
    if isnan(low) or isnan(high):
        return f"{mean:.2f}"
    return f"{mean:.2f} [{low:.2f}, {high:.2f}]"


def names(learners: Iterable[object]) -> str:
    """`a`, `b` and 3 more."""
    known = [f"`{name}`" for name in learners]
    more = len(known) - MAX_NAMED
    return ", ".join(known[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def first_line(name: str) -> str:
    """What a measure is, as its docstring begins."""
    return (measure(name).__doc__ or "").strip().split("\n")[0]


def units_note(found: pd.DataFrame) -> str:
    """How sure the numbers are: over how many units, and what the brackets hold."""
    fewest, most = int(found["count"].min()), int(found["count"].max())
    many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    unit = "unit" if most == 1 else "units"
    if most < MIN_UNITS:
        return f"Means over {many} {unit}: too few for an interval."
    return f"Means over {many} {unit}, with 95 % confidence intervals in brackets."


def nothing_measured(name: str) -> str:
    """The answer of a run that has no value of a measure."""
    return f"Cannot be told: no unit has a value of {name.replace('_', ' ')}."


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
