"""What a run answers by counting items: two kinds of items, or two levels of a column.

Items count, and not units: their number is large enough where units are few.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

from metamer.core.registry import finding
from metamer.reports.analysis import Analysis
from metamer.reports.findings import (
    MAX_NAMED,
    Where,
    mean_and_interval,
    names,
    select,
)
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

COUNTED = "95 % Wilson intervals over items of all units in brackets"
"""What the brackets hold, wherever items are counted."""


@dataclass(frozen=True)
class Share:
    """A share of right answers with its Wilson interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return mean_and_interval(self.value, self.low, self.high)


def share_of(rows: pd.DataFrame) -> Share | None:
    """The share of right answers among these rows; None if there are none."""
    if rows.empty:
        return None
    found = wilson(int(rows["correct"].sum()), len(rows))
    return Share(found.estimate, found.low, found.high)


@finding.add("left_out")
@dataclass(frozen=True)
class LeftOut:
    """Who is as right on what training left out as on the rest: by the rule.

    A learner goes by the rule if its whole interval on what was left out lies above the
    middle between chance and its share on the rest, and by the statistics if it lies
    below. Nothing can be told if the learner hardly exceeds chance on the rest.

    Source: ours; zhang2021, Fig. 7 and 13, and barrett2018, Table 1 (right), compare the
    same two shares.
    """

    rest: str
    """The part with items like those of training."""
    left_out: str
    """The part with what training left out."""
    chance: float
    """The share that guessing gives."""
    label: str
    """What was left out, in words: `held-out digits`."""
    least: float = 0.5
    """The share on the rest below which nothing can be told. Source: ours."""
    taught: str = ""
    """The part that shows whether a learner has learned at all; the rest by default."""
    by: str = ""
    """A column whose levels are judged one by one."""
    skip: tuple[str, ...] = ()
    """Levels of that column that leave nothing out."""
    where: Where = ()

    def sentences(self, run: Analysis) -> list[str]:
        rows = select(run.responses.table, self.where)
        groups: dict[str, dict[str, list[str]]] = {}
        for name in run.learners:
            own = rows[rows["learner"] == name]
            for level in self._levels(own):
                side, text = self._judge(own[own[self.by] == level] if level else own)
                said = f"({level.replace('_', ' ')}) {text}" if level else text
                groups.setdefault(side, {}).setdefault(name, []).append(said)
        told = [
            f"{label}: {_listed(groups[side])}."
            for side, label in SIDES.items()
            if side in groups
        ]
        return [*told, self._note()]

    def _levels(self, own: pd.DataFrame) -> list[str]:
        if not self.by:
            return [""]
        return [str(one) for one in own[self.by].unique() if one not in self.skip]

    def _judge(self, own: pd.DataFrame) -> tuple[str, str]:
        """The side on which a learner is, and both of its shares."""
        rest = share_of(own[own["part"] == self.rest])
        new = share_of(own[own["part"] == self.left_out])
        if rest is None or new is None:
            return "unknown", "was not asked both"
        text = f"{new} right on what was left out, {rest.value:.2f} on the rest"
        able = share_of(own[own["part"] == (self.taught or self.rest)])
        if able is None or able.low < self.least:
            return "unable", text
        middle = (self.chance + rest.value) / 2
        if new.low > middle:
            return "rule", text
        return ("statistics" if new.high < middle else "between"), text

    def _note(self) -> str:
        return (
            f"Shares of right answers to {self.label}, against those to items like "
            f"those of training; {COUNTED}. Guessing gives {self.chance:.3g}. By the rule: "
            "closer to the share on the rest than to guessing. Cannot be told: the "
            f"interval reaches across, or fewer than {100 * self.least:.0f} % of what was "
            "taught was learned."
        )


SIDES = {
    "rule": "By the rule",
    "statistics": "By the statistics",
    "between": "Cannot be told (between the two)",
    "unable": "Cannot be told (did not learn what was taught)",
    "unknown": "Cannot be told",
}
"""Where a learner can be, and how its sentence begins."""


def _listed(found: dict[str, list[str]]) -> str:
    """`a` 1.00 [0.99, 1.00] against 1.00; `b` ... and 3 more."""
    shown = [f"`{name}` {', '.join(said)}" for name, said in found.items()]
    more = len(shown) - MAX_NAMED
    return "; ".join(shown[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


@finding.add("item_difference")
@dataclass(frozen=True)
class ItemDifference:
    """By how much more often items of one level are answered right than of another.

    Source: ours; the interval of a difference of two shares is Newcombe's (1998), from
    the Wilson intervals of both.
    """

    column: str
    first: str
    second: str
    """The two levels of the column."""
    chance: float
    """Learners that do not exceed it on either level cannot be told."""
    better_first: str
    """Begins the sentence about who does better on the first level."""
    better_second: str
    label: str
    """What the difference is, in words."""
    where: Where = ()

    def sentences(self, run: Analysis) -> list[str]:
        rows = select(run.responses.table, self.where)
        groups: dict[str, dict[str, list[str]]] = {}
        for name in run.learners:
            both = [self._share(rows, name, level) for level in self._names]
            if both[0] is not None and both[1] is not None:
                side, text = self._judge(both[0], both[1])
                groups.setdefault(side, {})[name] = [text]
        if not groups:
            return [
                f"Cannot be told: no learner has both kinds of items ({self.label})."
            ]
        order = (self.better_first, self.better_second, SAME, GUESSES)
        told = [f"{side}: {_listed(groups[side])}." for side in order if side in groups]
        return [*told, self._note()]

    @property
    def _names(self) -> tuple[str, str]:
        return self.first, self.second

    def _share(self, rows: pd.DataFrame, name: str, level: str) -> Share | None:
        levels = rows[self.column].astype(str)
        return share_of(rows[(rows["learner"] == name) & (levels == level)])

    def _judge(self, one: Share, other: Share) -> tuple[str, str]:
        if max(one.low, other.low) <= self.chance:
            return GUESSES, f"{one} and {other}"
        low, high = newcombe(one, other)
        gap = one.value - other.value
        both = f"{one.value:.2f} and {other.value:.2f}"
        text = f"{mean_and_interval(gap, low, high)} ({both})"
        if low > 0:
            return self.better_first, text
        return (self.better_second if high < 0 else SAME), text

    def _note(self) -> str:
        return (
            f"Numbers are {self.label}, and in brackets Newcombe's 95 % intervals over "
            f"items of all units; then both shares of right answers. Guessing gives "
            f"{self.chance:.3g}."
        )


SAME = "No difference shown"
GUESSES = "Cannot be told (not shown to exceed guessing)"


def newcombe(one: Share, other: Share) -> tuple[float, float]:
    """The 95 % interval of a difference of two shares.

    Source: Newcombe 1998, method 10.
    """
    gap = one.value - other.value
    below = hypot(one.value - one.low, other.high - other.value)
    above = hypot(one.high - one.value, other.value - other.low)
    return gap - below, gap + above


@finding.add("item_ranking")
@dataclass(frozen=True)
class ItemRanking:
    """Who is right most often, and who is not shown to exceed guessing.

    Source: ours; Wilson intervals over items.
    """

    chance: float
    label: str
    """What is answered: `new matrices`."""
    where: Where = ()

    def sentences(self, run: Analysis) -> list[str]:
        rows = select(run.responses.table, self.where)
        found: dict[str, Any] = {
            name: share_of(rows[rows["learner"] == name]) for name in run.learners
        }
        known = {name: share for name, share in found.items() if share is not None}
        best = sorted(known, key=lambda name: -known[name].value)
        beyond = [name for name in best if known[name].low > self.chance]
        listed = ", ".join(f"`{name}` {known[name]}" for name in beyond[:MAX_NAMED])
        more = f" and {len(beyond) - MAX_NAMED} more" if len(beyond) > MAX_NAMED else ""
        rest = [name for name in best if name not in beyond]
        said = [f"Right more often than by guessing: {listed}{more}."] if beyond else []
        if rest:
            said.append(f"Not shown to exceed guessing: {names(rest)}.")
        return [
            *said,
            f"Shares of right answers to {self.label}; {COUNTED}. Guessing gives "
            f"{self.chance:.3g}.",
        ]
