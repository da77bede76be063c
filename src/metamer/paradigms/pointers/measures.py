"""How often pointers were followed, and which errors were made (`pointers`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.ranges import ranges, share
from metamer.core.registry import measure
from metamer.core.responses import details
from metamer.paradigms.pointers.score import KINDS
from metamer.statistics.measures import need_columns, taught_accuracy, unit_columns

if TYPE_CHECKING:
    import pandas as pd

FITTED, FITTED_AT_ALL = 0.6, 0.2
"""Accuracies on taught items below which the paper leaves a run out of its figures.

Source: zhang2021, Fig. 13 (60 %) and Fig. 12 (20 %).
Unclear: Fig. 13 says 60 % of m = 3, and shows m = 1 and 2; here it holds for every m.
"""


@measure.add("iid_accuracy")
@share
def iid_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to new items from the training distribution.

    Source: zhang2021, Fig. 7, 9, 11, 12 and 15.
    """
    return _accuracy(table, "iid")


@measure.add("pointers_competence")
@ranges(high=1.0)
def pointers_competence(table: pd.DataFrame) -> pd.Series:
    """Accuracy on new items from the training distribution: 0 is chance, 1 is perfect.

    Chance is the share of the most frequent label among those items.

    Source: ours.
    """
    need_columns(table, "label")
    labels = _part(table, "iid").groupby(_where(table), observed=True)["label"]
    chance = labels.agg(lambda given: given.value_counts(normalize=True).max())
    found = iid_accuracy(table).to_frame("value").join(chance.rename("chance"))
    return (found["value"] - found["chance"]) / (1 - found["chance"])


@measure.add("dshift_accuracy")
@share
def dshift_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to items in which every digit may occur everywhere.

    Source: zhang2021, Fig. 7.
    """
    return _accuracy(table, "dshift")


@measure.add("holdout_accuracy")
@share
def holdout_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to items whose pointers point at what was never taught.

    Source: zhang2021, Fig. 7 (digits) and Fig. 13 (the window 0, 1, ..., m).
    """
    return _accuracy(table, "holdout")


@measure.add("others_accuracy")
@share
def others_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to the other windows that were left out with 0, 1, ..., m.

    Source: ours; zhang2021, Fig. 13, asks only for 0, 1, ..., m.
    """
    return _accuracy(table, "others")


@measure.add("matched_accuracy")
@share
def matched_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to taught windows with the labels of those left out.

    Source: ours; all windows that zhang2021, Fig. 13, asks for have one label.
    """
    return _accuracy(table, "matched")


@measure.add("fitted")
@share
def fitted(table: pd.DataFrame) -> pd.Series:
    """1 if a unit gets at least 60 % of its taught items right, else 0.

    This is a result and not a filter: all other accuracies count every unit.

    Source: zhang2021, Fig. 13, which leaves out runs below 60 %.
    """
    return (_taught(table) >= FITTED).astype(float)


@measure.add("iid_accuracy_of_fitted")
@share
def iid_accuracy_of_fitted(table: pd.DataFrame) -> pd.Series:
    """The accuracy of only those units that get 20 % of their taught items right.

    Source: zhang2021, Fig. 12, which leaves out the others.
    """
    return _select(iid_accuracy(table), _taught(table) >= FITTED_AT_ALL)


@measure.add("holdout_accuracy_of_fitted")
@share
def holdout_accuracy_of_fitted(table: pd.DataFrame) -> pd.Series:
    """The accuracy of only those units that get 60 % of their taught items right.

    Source: zhang2021, Fig. 13, which leaves out the others.
    """
    return _select(holdout_accuracy(table), _taught(table) >= FITTED)


@measure.add("holdout_gap")
@ranges(-1.0, 1.0, "lower")
def holdout_gap(table: pd.DataFrame) -> pd.Series:
    """The cost of never having been taught a window; 0 is by rule.

    Accuracy on taught windows with the same labels, minus that on the windows left out.

    Source: ours, a control for zhang2021, Fig. 13.
    """
    return (matched_accuracy(table) - holdout_accuracy(table)).dropna()


@measure.add("rule_position")
def rule_position(table: pd.DataFrame) -> pd.Series:
    """From statistics (0) to rule (1): accuracy on what was left out, divided by the rest.

    It means little if a unit hardly exceeds chance on the rest. If everything left out has
    one label, it must be read beside `base_rate` and `holdout_gap`: a unit that often
    gives this label comes close to 1, or exceeds it.

    Source: ours, after zhang2021, Fig. 7.
    """
    familiar = iid_accuracy(table)
    return (holdout_accuracy(table) / familiar.where(familiar > 0)).dropna()


@measure.add("base_rate")
@ranges(0.0, 1.0, "neither")
def base_rate(table: pd.DataFrame) -> pd.Series:
    """How often a unit gives the only label of the left-out items to other items.

    Missing if the left-out items have several labels.

    Source: ours; under sums all windows of zhang2021, Fig. 13, have one label.
    """
    asked = _part(table, "iid")
    wanted = asked.join(_only_label(table), on=_where(table))["only"]
    given = asked["answer"].astype(str) == wanted
    return _mean(asked.assign(given=given)[wanted.notna()], "given")


@measure.add("fitted_after")
@ranges(0.0, 1.0, "lower")
def fitted_after(table: pd.DataFrame) -> pd.Series:
    """The share of training after which 90 % of the training items were right.

    Missing for units that never got there or that are not trained step by step.

    Source: ours, after zhang2021, App. D and Fig. 16 (fast and slow learning).
    """
    need_columns(table, "fitted_after")
    return _mean(table, "fitted_after").dropna()


@measure.add("noise_sensitivity")
@ranges(0.0, 1.0, "neither")
def noise_sensitivity(table: pd.DataFrame) -> pd.Series:
    """How often noise in an item's bits changes the answer, for each level of noise.

    Source: zhang2021, Fig. 10; there for the rule, here for the answers of a learner.
    """
    asked = _part(table, "noise")
    by = [*unit_columns(table), "delta"]
    pairs = asked.groupby([*by, "pair"], observed=True)["answer"].nunique()
    return (pairs > 1).groupby(by, observed=True).mean()


@measure.add("missed_position")
@ranges(-1.0, 1.0, "neither")
def missed_position(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error is the label of another pointer.

    For new items and for those left out, separately (`part`).

    Source: ours.
    """
    return _missed(table, "position")


@measure.add("missed_rule")
@ranges(-1.0, 1.0, "neither")
def missed_rule(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error is another use of the right window.

    That is one of its digits, or its label under another aggregate. For new items and for
    those left out, separately (`part`).

    Source: ours.
    """
    return _missed(table, "rule")


@measure.add("missed_digit")
@ranges(-1.0, 1.0, "neither")
def missed_digit(table: pd.DataFrame) -> pd.Series:
    """How much more often than by chance an error has neither of these explanations.

    For new items and for those left out, separately (`part`).

    Source: ours.
    """
    return _missed(table, "digit")


def errors(table: pd.DataFrame) -> pd.DataFrame:
    """The share of each kind among a unit's errors, and among random errors.

    Columns `position`, `rule` and `digit`, and `chance_position` and so on. A missing
    answer is of no kind. The parts `iid` and `holdout` have separate rows.
    """
    need_columns(table, "error")
    wrong = table[table["part"].isin(("iid", "holdout")) & table["error"].isin(KINDS)]
    shares = {kind: (wrong["error"] == kind).astype(float) for kind in KINDS}
    by = wrong.assign(**shares).groupby([*unit_columns(table), "part"], observed=True)
    return by[[*KINDS, *(f"chance_{kind}" for kind in KINDS)]].mean()


def _missed(table: pd.DataFrame, kind: str) -> pd.Series:
    shares = errors(table)
    return shares[kind] - shares[f"chance_{kind}"]


def _where(table: pd.DataFrame) -> list[str]:
    return [*details(table), "condition"]


def _part(table: pd.DataFrame, part: str) -> pd.DataFrame:
    return table[table["part"] == part]


def _accuracy(table: pd.DataFrame, part: str) -> pd.Series:
    return _mean(_part(table, part), "correct")


def _mean(table: pd.DataFrame, column: str) -> pd.Series:
    values = table.astype({column: float})
    return values.groupby(unit_columns(table), observed=True)[column].mean()


def _taught(table: pd.DataFrame) -> pd.Series:
    if not (table["part"] == "taught").any():
        raise Refusal("this measure needs answers to taught items; there are none")
    return taught_accuracy(table)


def _select(values: pd.Series, chosen: pd.Series) -> pd.Series:
    return values[chosen.reindex(values.index)]


def _only_label(table: pd.DataFrame) -> pd.Series:
    """The label of all left-out items, if they have only one."""
    need_columns(table, "label")
    labels = _part(table, "holdout").groupby(_where(table), observed=True)["label"]
    found = labels.agg(["first", "nunique"])
    return found.loc[found["nunique"] == 1, "first"].astype(str).rename("only")
