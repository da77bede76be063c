"""By the rule or by the shortcut (`concepts`, tasks with a shortcut).

All look at first guesses alone: one guess at an input is a bet on the rule or on the
shortcut, three can be both. Samples have no first, so all of them count alike. Whatever is
neither the rule's answer nor the shortcut's counts for neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.ranges import ranges, share
from metamer.core.registry import measure
from metamer.paradigms.concepts.controls import FAMILIAR, HELD_OUT
from metamer.statistics.measures import need_columns, unit_columns

if TYPE_CHECKING:
    import pandas as pd

SCORES = {"rule": 1.0, "shortcut": 0.0, "neither": 0.5}
"""What a guess counts where rule and shortcut part. Source: ours, after dasgupta2022, Eq.
1: a learner without a preference is in the middle."""


@measure.add("rule_share")
@share
def rule_share(table: pd.DataFrame) -> pd.Series:
    """Share of inputs on which rule and shortcut part that are answered by the rule.

    Source: ours; dasgupta2022, Sec. 3, for what is asked.
    """
    rows = _first(table, HELD_OUT)
    return _by_unit(rows.assign(value=(rows["follows"] == "rule").astype(float)))


@measure.add("shortcut_share")
@ranges(0.0, 1.0, "lower")
def shortcut_share(table: pd.DataFrame) -> pd.Series:
    """Share of the same inputs that are answered by the shortcut; lower is better.

    Source: ours.
    """
    rows = _first(table, HELD_OUT)
    return _by_unit(rows.assign(value=(rows["follows"] == "shortcut").astype(float)))


@measure.add("rule_over_shortcut")
@ranges(0.0, 1.0, "neither")
def rule_over_shortcut(table: pd.DataFrame) -> pd.Series:
    """Where rule and shortcut part: 1 is by the rule, 0 by the shortcut.

    The mean over inputs; any other answer counts half. Under cue conflict neither is
    better: both explain all demonstrations.

    Source: ours, after dasgupta2022, Eq. 1 (FLB + 0.5).
    """
    return _by_unit(_scored(table))


@measure.add("rule_over_shortcut_by_family")
@ranges(0.0, 1.0, "neither")
def rule_over_shortcut_by_family(table: pd.DataFrame) -> pd.Series:
    """The same for each rule with a shortcut; neither is better.

    Source: ours.
    """
    return _by_unit(_scored(table), "family")


@measure.add("shortcut_cost")
@ranges(-1.0, 1.0, "neither")
def shortcut_cost(table: pd.DataFrame) -> pd.Series:
    """What it costs that a shortcut explains all demonstrations but one: 0 is by the rule.

    The share answered by the rule at zero shot, where only the rule can be learned, less
    that under partial exposure. Both conditions of a unit ask the same inputs. Of a learner
    that fails at zero shot it says nothing; neither is better.

    Source: ours, after dasgupta2022, Eq. 2 (EVR).
    """
    shares = rule_share(table).unstack("condition")
    needed = ["zero_shot", "partial_exposure"]
    missing = [name for name in needed if name not in shares]
    if len(shares) and missing:
        raise Refusal(
            f"shortcut_cost needs the condition {', '.join(missing)}; there is: "
            f"{', '.join(map(str, shares))}"
        )
    shares = shares.reindex(columns=needed)
    cost = shares["zero_shot"] - shares["partial_exposure"]
    return cost.rename("value").dropna()


@measure.add("shortcut_competence")
@share
def shortcut_competence(table: pd.DataFrame) -> pd.Series:
    """Share of tasks whose familiar inputs are all answered right at the first guess.

    Rule and shortcut agree there, or only the rule says anything: whoever fails has learned
    neither from the demonstrations.

    Source: ours, after dasgupta2022, Sec. 5 and App. D.3 (validation accuracy).
    """
    learned = _learned(table).rename("value").reset_index()
    return learned.groupby(_whole(table), observed=True)["value"].mean()


@measure.add("rule_given_familiar")
@ranges(0.0, 1.0, "neither")
def rule_given_familiar(table: pd.DataFrame) -> pd.Series:
    """`rule_over_shortcut` of the tasks whose familiar inputs are all answered right.

    0.5 for a unit without any: it says nothing. Neither is better where both explain the
    demonstrations.

    Source: ours.
    """
    learned = _learned(table)
    tasks = _scored(table).groupby(learned.index.names, observed=True)["value"].mean()
    told = (
        tasks.where(learned.reindex(tasks.index, fill_value=0.0) > 0)
        .rename("value")
        .reset_index()
    )
    return told.groupby(_whole(table), observed=True)["value"].mean().fillna(0.5)


def _first(table: pd.DataFrame, part: str) -> pd.DataFrame:
    """First guesses at the inputs of one part of tasks with a shortcut."""
    need_columns(table, "follows", "part", "family", "mode", "task")
    first = (table["step"] == 0) | (table["mode"] == "samples")
    asked = table["follows"].astype(str) != ""
    return table[first & asked & (table["part"] == part)]


def _scored(table: pd.DataFrame) -> pd.DataFrame:
    """First guesses where rule and shortcut part, with the value of each."""
    rows = _first(table, HELD_OUT)
    return rows.assign(value=rows["follows"].astype(str).map(SCORES).astype(float))


def _by_unit(rows: pd.DataFrame, *also: str) -> pd.Series:
    """The mean over inputs; all samples at an input count as one answer."""
    by = [*unit_columns(rows), *also]
    items = rows.groupby([*by, "item"], observed=True)["value"].mean()
    return items.groupby(by, observed=True).mean()


def _learned(table: pd.DataFrame) -> pd.Series:
    """1 for each task of a unit whose familiar inputs are all right, else 0."""
    rows = _first(table, FAMILIAR)
    by = [*unit_columns(rows), "task"]
    return (
        rows["correct"].groupby([rows[name] for name in by], observed=True).min() * 1.0
    )


def _whole(table: pd.DataFrame) -> list[str]:
    """The columns that single out a unit, whatever the condition."""
    return [name for name in unit_columns(table) if name != "condition"]
