"""How well matrices were completed, and which of them (`matrices`).

All of these but `validation_accuracy` and `generalisation_gap` look at test items only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.responses import details

if TYPE_CHECKING:
    import pandas as pd

CHANCE = 1 / 8
"""What whoever picks any of the candidates gets right. Source: barrett2018, Sec. 2."""

BINS = 10
"""Into how many equal parts certainty is cut. Source: ours."""

GROUPS = {
    "all": "meta_right",
    "relation": "meta_relations",
    "attribute": "meta_attributes",
    "object": "meta_objects",
}
"""Parts of a meta-target that can be right or wrong, and the columns that say so.

Source: barrett2018, Sec. 4.6.
"""


@measure.add("test_accuracy")
def test_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to test items, all of which have what training left out.

    Where nothing is left out (neutral) they are new items like the taught ones.

    Source: barrett2018, Table 1.
    """
    return _accuracy(_part(table, "test"))


@measure.add("validation_accuracy")
def validation_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to new items that are drawn as the taught ones were.

    Source: barrett2018, Table 1 (right).
    """
    return _accuracy(_part(table, "validation"))


@measure.add("generalisation_gap")
def generalisation_gap(table: pd.DataFrame) -> pd.Series:
    """What it costs that something was held out: validation less test accuracy.

    0 is by rule. Only where both were asked.

    Source: barrett2018, Table 1 (right), as a difference.
    """
    return (validation_accuracy(table) - test_accuracy(table)).dropna()


@measure.add("blind_advantage")
def blind_advantage(table: pd.DataFrame) -> pd.Series:
    """Accuracy beyond 1/8, which whoever sees the candidates alone should not have.

    Source: ours, after barrett2018, App., Table 9 (context-blind ResNet).
    """
    return test_accuracy(table) - CHANCE


@measure.add("accuracy_by_triples")
def accuracy_by_triples(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each number of triples; 0 where the items do not tell.

    Source: barrett2018, App., Table 7.
    """
    _need(table, "triples")
    return _accuracy(_part(table, "test"), "triples")


@measure.add("accuracy_by_relation")
def accuracy_by_relation(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each relation, on items with a single triple.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "relation")


@measure.add("accuracy_by_attribute")
def accuracy_by_attribute(table: pd.DataFrame) -> pd.Series:
    """Accuracy for each attribute, on items with a single triple.

    Colour and type are those of shapes and of lines together, as in the paper.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "attribute")


@measure.add("accuracy_by_object")
def accuracy_by_object(table: pd.DataFrame) -> pd.Series:
    """Accuracy for shapes and for lines, on items with a single triple.

    Source: barrett2018, App., Table 8.
    """
    return _accuracy(_single(table), "object")


@measure.add("accuracy_by_explanation")
def accuracy_by_explanation(table: pd.DataFrame) -> pd.Series:
    """Accuracy where the meta-target was told right, and where wrong.

    For the whole meta-target and for each `group` of its bits; `explanation` is `right` or
    `wrong`. Only of learners that explain themselves.

    Source: barrett2018, Sec. 4.6.
    """
    import pandas as pd

    found = {group: _by_explanation(table, group) for group in GROUPS}
    return pd.concat(found, names=["group"]).reorder_levels(
        [*_keys(table), "group", "explanation"]
    )


@measure.add("accuracy_by_certainty")
def accuracy_by_certainty(table: pd.DataFrame) -> pd.Series:
    """Accuracy by how sure the meta-target was told, in tenths from 0 to 1.

    `certainty` is the middle of a tenth. Only of learners that explain themselves.

    Source: barrett2018, Sec. 4.6; the tenths are ours.
    """
    told = _explained(table, "certainty")
    tenth = np.clip(np.floor(told["certainty"] * BINS), 0, BINS - 1)
    middle = ((tenth + 0.5) / BINS).round(2)
    return _accuracy(told.assign(certainty=middle), "certainty")


@measure.add("certainty_correlation")
def certainty_correlation(table: pd.DataFrame) -> pd.Series:
    """Whether answers are right more often the surer the meta-target was told.

    Spearman's correlation over a unit's items. Units that are always right, always wrong
    or always equally sure have none, as have learners that do not explain themselves.

    Source: ours, after barrett2018, Sec. 4.6.
    """
    told = _explained(table, "certainty").astype({"correct": float})
    who = [told[key] for key in _keys(table)]
    ranks = told[["certainty", "correct"]].groupby(who, observed=True).rank()
    units = ranks.groupby(who, observed=True)
    apart = (ranks - units.transform("mean")) / units.transform("std", ddof=0)
    product = apart["certainty"] * apart["correct"]
    return product.groupby(who, observed=True).mean().dropna()


def _single(table: pd.DataFrame) -> pd.DataFrame:
    """Test items with one triple, and what it is: `object`, `attribute`, `relation`."""
    _need(table, "triples", "structure")
    single = _part(table, "test")[lambda it: it["triples"] == 1]
    words = single["structure"].astype(str).str.split(" ", n=2, expand=True)
    words = words.reindex(columns=range(3))
    return single.assign(object=words[0], attribute=words[1], relation=words[2])


def _by_explanation(table: pd.DataFrame, group: str) -> pd.Series:
    told = _explained(table, GROUPS[group])
    right = told[GROUPS[group]].astype(bool)
    named = told.assign(explanation=np.where(right, "right", "wrong"))
    return _accuracy(named, "explanation")


def _explained(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """Test items of learners that told a meta-target."""
    _need(table, column)
    return _part(table, "test").dropna(subset=[column])


def _keys(table: pd.DataFrame) -> list[str]:
    return ["learner", *details(table), "condition", "unit"]


def _part(table: pd.DataFrame, part: str) -> pd.DataFrame:
    _need(table, "part")
    return table[table["part"] == part]


def _accuracy(table: pd.DataFrame, *also: str) -> pd.Series:
    """Share of right answers of each unit, apart for each level of further columns."""
    right = table["correct"].astype(float)
    return right.groupby(
        [table[it] for it in (*_keys(table), *also)], observed=True
    ).mean()


def _need(table: pd.DataFrame, *columns: str) -> None:
    for column in columns:
        if column not in table:
            known = ", ".join(map(str, table))
            raise Refusal(
                f"this measure needs the column {column!r}; there is: {known}"
            )
