"""How well pointers were followed, and where not (`pointers`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.responses import details
from metamer.measures.bias import taught_accuracy

if TYPE_CHECKING:
    import pandas as pd

FITTED, FITTED_AT_ALL = 0.6, 0.2
"""Accuracy on taught items below which the paper leaves a run out of its figures.

Source: zhang2021, Fig. 13 (60 %) and Fig. 12 (20 %).
"""

KINDS = ("position", "rule", "digit")
"""Where errors lie: another pointer's answer, another use of the window, neither.

Source: ours.
"""


@measure.add("iid_accuracy")
def iid_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to new items that are drawn as the taught ones were.

    Source: zhang2021, Fig. 7, 9, 11, 12 and 15.
    """
    return _accuracy(table, "iid")


@measure.add("dshift_accuracy")
def dshift_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers where every digit may stand everywhere.

    Source: zhang2021, Fig. 7.
    """
    return _accuracy(table, "dshift")


@measure.add("holdout_accuracy")
def holdout_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers where only what was never taught is pointed at.

    Source: zhang2021, Fig. 7 (digits) and Fig. 13 (the window 0, 1, ..., m).
    """
    return _accuracy(table, "holdout")


@measure.add("others_accuracy")
def others_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to the other windows that were left out with 0, 1, ..., m.

    Source: ours; zhang2021, Fig. 13, asks for one of them only.
    """
    return _accuracy(table, "others")


@measure.add("matched_accuracy")
def matched_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to taught windows with the labels of those left out.

    Source: ours; all windows that zhang2021, Fig. 13, asks for have one label.
    """
    return _accuracy(table, "matched")


@measure.add("fitted")
def fitted(table: pd.DataFrame) -> pd.Series:
    """1 where a unit gets at least 60 % of its taught items right, else 0.

    Part of the result, and never a filter: all other accuracies count every unit.

    Source: zhang2021, Fig. 13, which leaves out runs below 60 %.
    """
    return (_taught(table) >= FITTED).astype(float)


@measure.add("iid_accuracy_of_fitted")
def iid_accuracy_of_fitted(table: pd.DataFrame) -> pd.Series:
    """The accuracy of only those units that get 20 % of their taught items right.

    Source: zhang2021, Fig. 12, which leaves out the others.
    """
    return _of_those(iid_accuracy(table), _taught(table) >= FITTED_AT_ALL)


@measure.add("holdout_accuracy_of_fitted")
def holdout_accuracy_of_fitted(table: pd.DataFrame) -> pd.Series:
    """The accuracy of only those units that get 60 % of their taught items right.

    Source: zhang2021, Fig. 13, which leaves out the others.
    """
    return _of_those(holdout_accuracy(table), _taught(table) >= FITTED)


@measure.add("holdout_gap")
def holdout_gap(table: pd.DataFrame) -> pd.Series:
    """What it costs that a window was never taught: 0 is by rule.

    Accuracy on taught windows with the same labels, less that on the windows left out.

    Source: ours, a control for zhang2021, Fig. 13.
    """
    return (matched_accuracy(table) - holdout_accuracy(table)).dropna()


@measure.add("rule_position")
def rule_position(table: pd.DataFrame) -> pd.Series:
    """From statistics (0) to rule (1): accuracy on what was left out, by that on the rest.

    Not to be read where a unit hardly does better than chance on the rest, nor alone where
    all that was left out has one label: whoever often says that label comes close to 1, or
    beyond it. `base_rate` and `holdout_gap` tell.

    Source: ours, after zhang2021, Fig. 7.
    """
    familiar = iid_accuracy(table)
    return (holdout_accuracy(table) / familiar.where(familiar > 0)).dropna()


@measure.add("base_rate")
def base_rate(table: pd.DataFrame) -> pd.Series:
    """How often a unit gives the one label that all left-out items have, on other items.

    Only where there is one such label.

    Source: ours; under sums all windows of zhang2021, Fig. 13, have one label.
    """
    asked = _part(table, "iid")
    wanted = asked.join(_only_label(table), on=_where(table))["only"]
    says = asked["answer"].astype(str) == wanted
    return _mean(asked.assign(says=says)[wanted.notna()], "says")


@measure.add("fitted_after")
def fitted_after(table: pd.DataFrame) -> pd.Series:
    """The share of training after which 90 % of the items in training went right.

    Units that never got there, and those that are not trained step by step, have none.

    Source: zhang2021, Fig. 16.
    """
    _need(table, "fitted_after")
    return _mean(table, "fitted_after").dropna()


@measure.add("noise_sensitivity")
def noise_sensitivity(table: pd.DataFrame) -> pd.Series:
    """How often noise in an item's bits changes the answer, for each strength of noise.

    Source: zhang2021, Fig. 10; there of the rule, and here of whoever answers.
    """
    noisy = _part(table, "noise")
    by = [*_keys(table), "delta"]
    pairs = noisy.groupby([*by, "pair"], observed=True)["answer"].nunique()
    return (pairs > 1).groupby(by, observed=True).mean()


@measure.add("missed_position")
def missed_position(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error is what another pointer asks for.

    Of new items, and of those left out, each by itself (`part`).

    Source: ours.
    """
    return _missed(table, "position")


@measure.add("missed_rule")
def missed_rule(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error is another use of the right window.

    One of its digits, or what they make under another aggregate. Of new items, and of
    those left out, each by itself (`part`).

    Source: ours.
    """
    return _missed(table, "rule")


@measure.add("missed_digit")
def missed_digit(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error is none of the item's other answers.

    Of new items, and of those left out, each by itself (`part`).

    Source: ours.
    """
    return _missed(table, "digit")


def errors(table: pd.DataFrame) -> pd.DataFrame:
    """The share of each kind among a unit's errors, and what random errors would give.

    Columns `position`, `rule` and `digit`, and the same after `chance_`. A missing answer
    is of no kind. The parts `iid` and `holdout` have rows of their own.
    """
    _need(table, "error")
    wrong = table[table["part"].isin(("iid", "holdout")) & table["error"].isin(KINDS)]
    shares = {kind: (wrong["error"] == kind).astype(float) for kind in KINDS}
    by = wrong.assign(**shares).groupby([*_keys(table), "part"], observed=True)
    return by[[*KINDS, *(f"chance_{kind}" for kind in KINDS)]].mean()


def _missed(table: pd.DataFrame, kind: str) -> pd.Series:
    shares = errors(table)
    return shares[kind] - shares[f"chance_{kind}"]


def _where(table: pd.DataFrame) -> list[str]:
    return [*details(table), "condition"]


def _keys(table: pd.DataFrame) -> list[str]:
    return ["learner", *_where(table), "unit"]


def _part(table: pd.DataFrame, part: str) -> pd.DataFrame:
    return table[table["part"] == part]


def _accuracy(table: pd.DataFrame, part: str) -> pd.Series:
    return _mean(_part(table, part), "correct")


def _mean(table: pd.DataFrame, column: str) -> pd.Series:
    values = table.astype({column: float})
    return values.groupby(_keys(table), observed=True)[column].mean()


def _taught(table: pd.DataFrame) -> pd.Series:
    if not (table["part"] == "taught").any():
        raise Refusal("this measure needs taught items that are asked again; set again")
    return taught_accuracy(table)


def _of_those(values: pd.Series, chosen: pd.Series) -> pd.Series:
    return values[chosen.reindex(values.index)]


def _only_label(table: pd.DataFrame) -> pd.Series:
    """The label of all left-out items, where they have but one."""
    _need(table, "label")
    labels = _part(table, "holdout").groupby(_where(table), observed=True)["label"]
    found = labels.agg(["first", "nunique"])
    return found.loc[found["nunique"] == 1, "first"].astype(str).rename("only")


def _need(table: pd.DataFrame, column: str) -> None:
    if column not in table:
        known = ", ".join(map(str, table))
        raise Refusal(f"this measure needs the column {column!r}; there is: {known}")
