"""Measures that suit more than one paradigm, and what all measures need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.ranges import share
from metamer.core.registry import measure
from metamer.core.responses import details

if TYPE_CHECKING:
    import pandas as pd


@measure.add("taught_accuracy")
@share
def taught_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to items that were taught.

    Source: zhang2021, Fig. 9 and 12 (training accuracy).
    """
    return accuracy(table, "taught")


def accuracy(table: pd.DataFrame, part: str) -> pd.Series:
    """Share of right answers to the items of one part, for each unit in each condition."""
    rows = table[table["part"] == part]
    means = rows.groupby(unit_columns(table), observed=True)["correct"].mean()
    return means.rename("value")


def unit_columns(table: pd.DataFrame) -> list[str]:
    """The columns that single out a unit in a condition: the index of most measures."""
    return ["learner", *details(table), "condition", "unit"]


def need_columns(table: pd.DataFrame, *columns: str) -> None:
    """Refuse responses that lack a column."""
    for column in columns:
        if column not in table:
            known = ", ".join(map(str, table))
            raise Refusal(
                f"this measure needs the column {column!r}; the table has: {known}"
            )
