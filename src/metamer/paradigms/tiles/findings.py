"""What runs of the tile game answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from metamer.core.registry import finding
from metamer.paradigms.tiles.figures.known_boards import neighbour_blues, taught_and_new
from metamer.paradigms.tiles.figures.orders import ORDERS
from metamer.paradigms.tiles.figures.transfer import taught_nothing
from metamer.reports.analysis import Analysis
from metamer.reports.contrasts import Difference
from metamer.reports.findings import (
    first_line,
    learner_means,
    mean_and_interval,
    named_means,
    names,
    nothing_measured,
    rank,
    units_note,
)
from metamer.statistics.summaries import summary
from metamer.statistics.t_test import welch

if TYPE_CHECKING:
    import pandas as pd

KNOW_NEITHER = ("neighbour", "random")
"""Reference players that know neither a rule nor statistics."""


@finding.add("rule_advantage")
@dataclass(frozen=True)
class RuleAdvantage:
    """Who plays a rule's boards better than metamers, among those who learned to play.

    Of a learner that plays neither kind better than the neighbour player it cannot be told.

    Source: kumar2022, Results, the comparison of abstract and metamer tasks.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("z",)

    def sentences(self, run: Analysis) -> list[str]:
        weak = _no_better_than_neighbour(run)
        rows = run.measures[~run.measures["learner"].isin(weak)]
        if weak and not (rows["measure"] == "z").any():
            return [_untold(weak)]
        *said, note = Difference(
            "z",
            "abstract",
            "metamer",
            "z",
            "Play better where there is a rule to use",
            "Play metamers better",
        ).sentences(replace(run, measures=rows))
        return [*said, *([_untold(weak)] if weak else []), _note(note)]


def _note(note: str) -> str:
    """What the numbers of a difference of z are, in the words of the game."""
    line = first_line("z")
    return (
        "Numbers are z on boards of the rule less z on metamers: below 0, boards of the "
        f"rule are played better. {line} Lower is better.{note.partition(line)[2]}"
    )


def _no_better_than_neighbour(run: Analysis) -> list[str]:
    """Learners whose z is not shown to be below 0 on either kind of boards."""
    able: set[str] = set()
    for kind in ("abstract", "metamer"):
        found = learner_means(run, "z", (("condition", kind),))
        able |= set(found.index[found["high"].fillna(found["mean"]) < 0])
    return [name for name in run.learners if name not in able]


def _untold(weak: list[str]) -> str:
    return f"Cannot be told: {names(weak)} (no better than the neighbour player)."


@finding.add("rule_evidence")
@dataclass(frozen=True)
class ByRuleOrStatistics:
    """Whose clicks on boards of a rule are those of the rule, whose of the statistics.

    Source: ours; kumar2022, Fig. 3B, as a number.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("rule_evidence",)

    def sentences(self, run: Analysis) -> list[str]:
        found = learner_means(run, "rule_evidence", (("condition", "abstract"),))
        if found.empty:
            return [nothing_measured("rule_evidence")]
        found = rank(found, "rule_evidence")
        neither = found.index.isin(KNOW_NEITHER)
        above = (found["low"].fillna(found["mean"]) > 0) & ~neither
        below = (found["high"].fillna(found["mean"]) < 0) & ~neither
        between = found[~above & ~below & ~neither]
        untold = [f"{named_means(between)} (between the two)"] * bool(len(between))
        aside = found.index[neither]
        untold += [f"{names(aside)} (know neither)"] * bool(len(aside))
        return [
            *group("Click by the rule", found[above]),
            *group("Click by the statistics", found[below]),
            *([f"Cannot be told: {'; '.join(untold)}."] if untold else []),
            "Numbers are rule evidence on boards of the rule: above 0, clicks are more "
            "probable for a player who knows the rule, below 0 for one who knows only "
            f"metamer boards (log ratio per click). {units_note(found)}",
        ]


def group(label: str, found: pd.DataFrame) -> list[str]:
    """A sentence that names some learners, if there are any."""
    return [f"{label}: {named_means(found)}."] if len(found) else []


@finding.add("taught_and_asked")
@dataclass(frozen=True)
class Transfer:
    """Who plays the kind of boards that it was taught better than the other kind.

    Source: kumar2022, Fig. S5.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("z",)

    def sentences(self, run: Analysis) -> list[str]:
        values = run.values("z")
        untaught = taught_nothing(values)
        values = values[~values["learner"].isin(untaught)]
        if values.empty:
            return ["Cannot be told: no learner of this run was taught anything."]
        said: list[str] = []
        note = ""
        for kind, words in (("abstract", "the rule"), ("metamer", "metamers")):
            rows = values[values["condition"] == kind]
            if len(rows):
                *more, note = _asked(f"Taught {words}", run, rows)
                said += more
        ends = f" {names(untaught)} are taught nothing." * bool(untaught)
        return [*said, _note(note) + ends]


def _asked(start: str, run: Analysis, values: pd.DataFrame) -> list[str]:
    """Sentences about learners of one kind of boards, and a note on their numbers."""
    *said, note = Difference(
        "z",
        "abstract",
        "metamer",
        "z",
        f"{start}, better on boards of the rule",
        f"{start}, better on metamers",
    ).sentences(replace(run, measures=values.assign(condition=values["boards"])))
    equal = "No difference shown"
    return [*(each.replace(equal, f"{start}, {equal.lower()}") for each in said), note]


@finding.add("boards_or_rule")
@dataclass(frozen=True)
class BoardsOrRule:
    """Who plays boards that it was taught better than new boards of the same rule.

    Of a learner that turns up more blue tiles even on taught boards than the neighbour
    player does on new ones it cannot be told: it has learned nothing.

    Source: ours; kumar2022 evaluates on held-out boards alone.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("blues",)

    def sentences(self, run: Analysis) -> list[str]:
        units = taught_and_new(run)
        if units.empty:
            return ["Cannot be told: no learner of this run was trained."]
        units = units.assign(value=units["new"] - units["taught"])
        return [
            *_known(run, units, "abstract", "boards of the rule"),
            *_known(run, units, "metamer", "metamers"),
            "Numbers are blue tiles per board on boards that were never taught less those "
            "at the end of training, means over the rules of this run; 95 % confidence "
            "intervals over units in brackets, from three units on.",
        ]


def _known(run: Analysis, units: pd.DataFrame, kind: str, words: str) -> list[str]:
    """Sentences about the learners that were taught one kind of boards."""
    own = units[units["condition"] == kind]
    means = own.groupby(["learner", "unit"])[["value", "taught"]].mean().reset_index()
    found = summary(means, ["learner"])
    found = found.reindex([name for name in run.learners if name in found.index])
    taught = means.groupby("learner")["taught"].mean().reindex(found.index)
    weak = taught >= neighbour_blues(run, kind)
    above = found["low"].fillna(found["mean"]) > 0
    start = f"Taught {words}"
    untold = f"{start}, cannot be told (on these no better than the neighbour player)"
    return [
        *group(f"{start}, knows them better than new ones", found[above & ~weak]),
        *group(f"{start}, no difference to new ones shown", found[~above & ~weak]),
        *group(untold, found[weak]),
    ]


@finding.add("same_statistics")
@dataclass(frozen=True)
class SameStatistics:
    """Whether metamers differ from a rule's boards in statistics of orders 1 to 3.

    Source: kumar2022, Fig. 2C; ours: Welch's interval, in place of Student's test.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (*ORDERS, "legal_share")

    def sentences(self, run: Analysis) -> list[str]:
        legal = run.values("legal_share")
        share = legal.loc[legal["condition"] == "metamer", "value"].mean()
        return [
            *(_order_sentence(run.values(order), order) for order in ORDERS),
            f"{100 * share:.0f} % of metamers are boards that the rule could have made.",
            "Numbers are metamers less boards of the rule, with 95 % confidence intervals "
            "over boards (Welch, uncorrected). Order 1 counts red less blue tiles, orders "
            "2 and 3 equal less unequal pairs and triples of neighbours.",
        ]


def _order_sentence(values: pd.DataFrame, order: str) -> str:
    """The rules on which one statistic differs, and those on which it does not."""
    gaps, same = [], []
    for rule, part in values.groupby("rule", sort=False, observed=True):
        kinds = part.groupby("condition", observed=True)["value"]
        if not {"abstract", "metamer"} <= set(kinds.groups):
            continue
        gap = welch(kinds.get_group("metamer"), kinds.get_group("abstract"))
        interval = mean_and_interval(gap.estimate, gap.low, gap.high)
        if gap.low <= 0 <= gap.high or isnan(gap.low):
            same.append(str(rule))
        else:
            gaps.append(f"{rule} {interval}")
    parts = [f"metamers differ for {', '.join(gaps)}"] * bool(gaps)
    parts += [f"no difference shown for {', '.join(same)}"] * bool(same)
    return f"{order.replace('_', ' ').capitalize()}: {'; '.join(parts)}."
