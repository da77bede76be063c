"""How often matrices were completed correctly, and which of them (`matrices`).

All measures except `validation_accuracy` and `generalisation_gap` use test items only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metamer.core.ranges import ranges, share
from metamer.core.registry import measure
from metamer.statistics.measures import need_columns, unit_columns

if TYPE_CHECKING:
    import pandas as pd

CHANCE = 1 / 8
"""The accuracy of guessing. Source: barrett2018, Sec. 3, "Context-blind ResNet"."""

BINS = 10
"""Bins of certainty, of equal width. Source: ours."""

META_GROUPS = {
    "all": "meta_right",
    "relation": "meta_relations",
    "attribute": "meta_attributes",
    "object": "meta_objects",
}
"""Parts of a meta-target, and the columns that say whether they are right.

Source: barrett2018, Sec. 4.6.
"""


CERTAINTY_GROUPS = {
    "relation": "certainty_relations",
    "attribute": "certainty_attributes",
    "object": "certainty_objects",
}
"""Parts of a meta-target, and the columns that say how certain they are.

Source: barrett2018, Sec. 4.6, "sub-targets".
"""


@measure.add("test_accuracy")
@share
def test_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to test items, all of which have what training lacked.

    In the regime `neutral` nothing is held out, and test items are like the taught ones.

    Source: barrett2018, Table 1.
    """
    return _accuracy(_part(table, "test"))


@measure.add("validation_accuracy")
@share
def validation_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to new items from the training distribution.

    Source: barrett2018, Table 1 (right).
    """
    return _accuracy(_part(table, "validation"))


@measure.add("matrices_competence")
@ranges(-CHANCE / (1 - CHANCE), 1.0)
def matrices_competence(table: pd.DataFrame) -> pd.Series:
    """Validation accuracy from guessing (0) to perfect (1).

    Source: ours.
    """
    return (validation_accuracy(table) - CHANCE) / (1 - CHANCE)


@measure.add("generalisation_gap")
@ranges(-1.0, 1.0, "lower")
def generalisation_gap(table: pd.DataFrame) -> pd.Series:
    """The cost of holding something out: validation accuracy minus test accuracy.

    0 is by rule. Only where both were asked.

    Source: barrett2018, Table 1 (right), as a difference.
    """
    return (validation_accuracy(table) - test_accuracy(table)).dropna()


@measure.add("blind_advantage")
@ranges(-0.125, 0.875, "neither")
def blind_advantage(table: pd.DataFrame) -> pd.Series:
    """Accuracy beyond 1/8, which a learner that sees only the candidates should not have.

    Source: ours, after barrett2018, App., Table 9 (context-blind ResNet).
    """
    return test_accuracy(table) - CHANCE


@measure.add("accuracy_by_triples")
@share
def accuracy_by_triples(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each number of triples; 0 stands for items whose triples are unknown.

    Source: barrett2018, App., Table 7.
    """
    need_columns(table, "triples")
    return _accuracy(_part(table, "test"), "triples")


@measure.add("accuracy_by_relation")
@share
def accuracy_by_relation(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each relation, on items with a single triple.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "relation")


@measure.add("accuracy_by_attribute")
@share
def accuracy_by_attribute(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each attribute, on items with a single triple.

    Colours of shapes and of lines count together, as do their types, as in the paper.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "attribute")


@measure.add("accuracy_by_object")
@share
def accuracy_by_object(table: pd.DataFrame) -> pd.Series:
    """Accuracy for shapes and for lines, on items with a single triple.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "object")


@measure.add("accuracy_by_explanation")
@share
def accuracy_by_explanation(table: pd.DataFrame) -> pd.Series:
    """Accuracy on items whose meta-target was predicted right, and on the others.

    For the whole meta-target and for each `group` of its bits; `explanation` is `right` or
    `wrong`. Only for learners that predict meta-targets.

    Source: barrett2018, Sec. 4.6.
    """
    import pandas as pd

    found = {group: _by_explanation(table, group) for group in META_GROUPS}
    return pd.concat(found, names=["group"]).reorder_levels(
        [*unit_columns(table), "group", "explanation"]
    )


@measure.add("accuracy_by_certainty")
@share
def accuracy_by_certainty(table: pd.DataFrame) -> pd.Series:
    """Accuracy by the certainty of the predicted meta-target, in tenths from 0 to 1.

    `certainty` is the middle of a tenth. Only for learners that predict meta-targets.

    Source: barrett2018, Sec. 4.6 and Fig. 5; the tenths are ours.
    """
    return _by_certainty(table, "certainty")


@measure.add("accuracy_by_part_certainty")
@share
def accuracy_by_part_certainty(table: pd.DataFrame) -> pd.Series:
    """Accuracy by the certainty of each `group` of predicted bits, in tenths from 0 to 1.

    The groups are the bits of relations, attributes and objects; otherwise as
    `accuracy_by_certainty`.

    Source: barrett2018, Sec. 4.6 (sub-targets) and App., Fig. 6 to 8, of which the text
    says that they are qualitatively similar to Fig. 5; the tenths are ours.
    """
    import pandas as pd

    found = {
        group: _by_certainty(table, column)
        for group, column in CERTAINTY_GROUPS.items()
    }
    return pd.concat(found, names=["group"]).reorder_levels(
        [*unit_columns(table), "group", "certainty"]
    )


@measure.add("certainty_correlation")
@ranges(-1.0, 1.0)
def certainty_correlation(table: pd.DataFrame) -> pd.Series:
    """Rank correlation of certainty about the meta-target with being right.

    Spearman's correlation over a unit's items. Units that are always right, always wrong
    or always equally certain have none, and neither do learners without meta-targets.

    Source: ours, after barrett2018, Sec. 4.6.
    """
    items = _with_meta_target(table, "certainty").astype({"correct": float})
    who = [items[key] for key in unit_columns(table)]
    ranks = items[["certainty", "correct"]].groupby(who, observed=True).rank()
    units = ranks.groupby(who, observed=True)
    scores = (ranks - units.transform("mean")) / units.transform("std", ddof=0)
    product = scores["certainty"] * scores["correct"]
    return product.groupby(who, observed=True).mean().dropna()


def _single(table: pd.DataFrame) -> pd.DataFrame:
    """Test items with one triple, and its `object`, `attribute` and `relation`."""
    need_columns(table, "triples", "structure")
    test = _part(table, "test")
    single = test[test["triples"] == 1]
    words = single["structure"].astype(str).str.split(" ", n=2, expand=True)
    words = words.reindex(columns=range(3))
    return single.assign(object=words[0], attribute=words[1], relation=words[2])


def _by_explanation(table: pd.DataFrame, group: str) -> pd.Series:
    column = META_GROUPS[group]
    items = _with_meta_target(table, column)
    outcome = np.where(items[column].astype(bool), "right", "wrong")
    return _accuracy(items.assign(explanation=outcome), "explanation")


def _by_certainty(table: pd.DataFrame, column: str) -> pd.Series:
    items = _with_meta_target(table, column)
    tenth = np.clip(np.floor(items[column] * BINS), 0, BINS - 1)
    middle = ((tenth + 0.5) / BINS).round(2)
    return _accuracy(items.assign(certainty=middle), "certainty")


def _with_meta_target(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """Test items for which a learner predicted a meta-target."""
    need_columns(table, column)
    return _part(table, "test").dropna(subset=[column])


def _part(table: pd.DataFrame, part: str) -> pd.DataFrame:
    need_columns(table, "part")
    return table[table["part"] == part]


def _accuracy(table: pd.DataFrame, *also: str) -> pd.Series:
    """Share of right answers of each unit, and of each level of further columns."""
    right = table["correct"].astype(float)
    by = [table[name] for name in (*unit_columns(table), *also)]
    return right.groupby(by, observed=True).mean()
