"""The profile in numbers: competence and rule, for each learner and paradigm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.contrast import Contrast
from metamer.core.counting import count
from metamer.core.ranges import range_of
from metamer.core.registry import measure
from metamer.core.responses import Responses
from metamer.core.study import MIN_UNITS
from metamer.reports.unit_means import (
    UNKNOWN,
    UnitMean,
    around,
    clipped,
    mean_of,
    mean_parts,
    standard_error,
)

if TYPE_CHECKING:
    import pandas as pd

MIDDLE = 0.5
"""A learner goes by the rule if its whole interval lies above, by the statistics if below.

Source: ours.
"""

OTHER_ITEMS = "other items"
"""How whoever answered in another run is marked."""


@dataclass(frozen=True)
class Placement:
    """One learner in one paradigm."""

    learner: str
    paradigm: str
    player: str = ""
    """Who stood for the learner; empty if it did not take part."""
    competence: UnitMean = UNKNOWN
    rule: UnitMean = UNKNOWN
    reason: str = ""
    """Why `rule` cannot be told, or why the learner did not take part."""

    @property
    def verdict(self) -> str:
        """`rule`, `statistics`, `undecided`, `unknown` (cannot be told) or `absent`."""
        if not self.player:
            return "absent"
        if isnan(self.rule.value):
            return "unknown"
        if self.rule.low > MIDDLE:
            return "rule"
        return "statistics" if self.rule.high < MIDDLE else "undecided"


@dataclass(frozen=True)
class Guest:
    """Who answered items of the same kind in another run."""

    competences: pd.Series
    rules: pd.Series
    """Both measures, a value for each unit."""


@dataclass(frozen=True)
class Column:
    """One paradigm of the profile: its responses, and who took part."""

    paradigm: str
    contrast: Contrast
    responses: Responses
    players: dict[str, str]
    """The name in `responses` of each learner of the profile that took part."""
    reasons: dict[str, str]
    """Why the others did not."""
    guests: Mapping[str, Guest] = field(default_factory=dict)
    """Who answered elsewhere, by the name in the profile."""

    @cached_property
    def competences(self) -> pd.DataFrame:
        """A row for each unit, a column for each learner."""
        return by_unit(self.contrast.competence, self.responses.table)

    @cached_property
    def raw(self) -> pd.DataFrame:
        """The same for the measure that tells the references apart."""
        return by_unit(self.contrast.rule, self.responses.table)

    @cached_property
    def at_zero(self) -> str:
        """The statistics reference: of several, the one that comes closest to the rule."""
        names = [each.name for each in self.contrast.statistics]
        means = self.raw[names].mean()
        away = (means - self.raw[self.at_one].mean()).abs()
        return str(away.idxmin())

    @property
    def at_one(self) -> str:
        return self.contrast.by_rule.name

    @property
    def tells_apart(self) -> bool:
        """Whether the references differ, by the interval of their difference."""
        difference = mean_of(self.raw[self.at_one] - self.raw[self.at_zero])
        return difference.low > 0 or difference.high < 0

    def score(self, learner: str) -> Placement:
        """Both numbers of one learner, or why there are none."""
        if learner in self.reasons:
            return Placement(learner, self.paradigm, reason=self.reasons[learner])
        if learner in self.guests:
            return self._score_guest(learner, self.guests[learner])
        player = self.players[learner]
        if learner == "statistics":
            player = self.at_zero
        competence = clipped(mean_of(self.competences[player]), 0.0, 1.0)
        found = self.position(player) if self.tells_apart else UNKNOWN
        is_end = player in (self.at_zero, self.at_one)
        rule, reason = self._rule(found, competence, is_end)
        return Placement(learner, self.paradigm, player, competence, rule, reason)

    def _score_guest(self, name: str, guest: Guest) -> Placement:
        competence = clipped(mean_of(guest.competences), 0.0, 1.0)
        found = self.position_apart(guest.rules) if self.tells_apart else UNKNOWN
        rule, reason = self._rule(found, competence)
        player = f"{name}, {OTHER_ITEMS}"
        return Placement(name, self.paradigm, player, competence, rule, reason)

    def _rule(
        self, found: UnitMean, competence: UnitMean, is_end: bool = False
    ) -> tuple[UnitMean, str]:
        """A place on the scale if it can be read, or why it cannot."""
        if not self.tells_apart:
            return UNKNOWN, "its two references do not differ"
        if is_end:
            return found, ""
        if not competence.value >= self.contrast.least:
            return UnitMean(n=found.n), self.contrast.not_learned
        if found.n < MIN_UNITS:
            return UnitMean(n=found.n), f"{count(found.n, 'unit')} can be measured"
        return found, ""

    def position(self, player: str) -> UnitMean:
        """Where a learner stands between statistics (0) and rule (1).

        The ratio of two means over units: learner minus statistics reference, and rule
        reference minus statistics reference. All three of a unit answer the same items, so
        its residuals carry the spread of the references too: the interval is Student's t
        of the ratio estimator (Cochran 1977, Eq. 6.12), with one degree of freedom less
        than units, within what the measure can be at all.
        """
        needed = self.raw[list(dict.fromkeys([player, self.at_zero, self.at_one]))]
        units = needed.dropna()
        if units.empty:
            return UnitMean()
        zero, one = units[self.at_zero], units[self.at_one]
        distance = float((one - zero).mean())
        value = float((units[player] - zero).mean()) / distance
        residuals = (units[player] - zero - value * (one - zero)) / distance
        found = around(value, standard_error(residuals.to_numpy(float)), len(units))
        return self._possible(found, float(zero.mean()), distance)

    def position_apart(self, values: pd.Series) -> UnitMean:
        """Where units stand that answered other items than the references.

        The same ratio; the three means are independent, and the errors of all add to its
        error (by the delta method). One degree of freedom less than there are units.
        """
        zero, one = (
            mean_parts(self.raw[self.at_zero]),
            mean_parts(self.raw[self.at_one]),
        )
        own = mean_parts(values)
        distance = one.mean - zero.mean
        value = (own.mean - zero.mean) / distance
        parts = own.error, (1 - value) * zero.error, value * one.error
        error = sum(part**2 for part in parts) ** 0.5 / abs(distance)
        return self._possible(around(value, error, own.n), zero.mean, distance)

    def _possible(self, found: UnitMean, zero: float, distance: float) -> UnitMean:
        """A place on the scale within what the measure can be at all."""
        possible = range_of(self.contrast.rule)
        ends = [(end - zero) / distance for end in (possible.low, possible.high)]
        return clipped(found, min(ends), max(ends))


def by_unit(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """A measure with a row for each unit and a column for each learner."""
    values = measure(name)(table)
    means = values.groupby(["unit", "learner"], observed=True).mean()
    return means.unstack("learner")


@dataclass(frozen=True)
class Profile:
    """Learners in all paradigms, on the scale from statistics to rule."""

    given: tuple[str, ...]
    """The learners in the order in which they were given."""
    columns: tuple[Column, ...]
    scale: str
    folder: Path
    kinds: Mapping[str, tuple[str, ...]]
    """Learners by what they are, for a picture of many."""
    beside: tuple[Path, ...] = ()
    """Runs that others answered."""

    @property
    def paradigms(self) -> list[str]:
        return [column.paradigm for column in self.columns]

    @property
    def guests(self) -> list[str]:
        """Who answered in other runs."""
        names = (name for column in self.columns for name in column.guests)
        return list(dict.fromkeys(names))

    @cached_property
    def scores(self) -> dict[str, list[Placement]]:
        """The scores of each learner in all paradigms, the best learner first."""
        names = dict.fromkeys([*self.given, *self.guests])
        found = {
            name: [column.score(name) for column in self.columns] for name in names
        }
        return dict(sorted(found.items(), key=lambda entry: _rank(entry[1])))

    @property
    def page(self) -> Path:
        return self.folder / "report.html"

    @property
    def table(self) -> pd.DataFrame:
        """The rows of `profile.csv`."""
        from metamer.reports.profile_table import to_table

        return to_table(self.scores)


def _rank(row: Sequence[Placement]) -> tuple[float, float]:
    """Whoever goes by the rule in more paradigms comes first, then the higher mean."""
    by_rule = sum(score.verdict == "rule" for score in row)
    mean, _ = means(row)
    return -by_rule, inf if isnan(mean) else -mean


def means(row: Sequence[Placement]) -> tuple[float, float]:
    """A learner's mean rule and mean competence, each over the paradigms that tell it."""
    rules = [score.rule.value for score in row if not isnan(score.rule.value)]
    competences = [score.competence.value for score in row if score.player]
    if not rules:
        return nan, nan
    return float(np.mean(rules)), float(np.mean(competences))


def leaning(row: Sequence[Placement]) -> str:
    """What a learner goes by in most paradigms that tell: a verdict."""
    verdicts = [score.verdict for score in row]
    rule, statistics = verdicts.count("rule"), verdicts.count("statistics")
    if rule == statistics:
        return "undecided"
    return "rule" if rule > statistics else "statistics"
