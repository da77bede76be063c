"""Which of the many items of a run are worth a look: divisive, hard and easy ones."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def right_shares(answers: pd.DataFrame) -> pd.DataFrame:
    """The share of right answers of each learner (columns) to each item (rows)."""
    by = answers.groupby(["item", "learner"], observed=True, sort=True)
    return by["correct"].mean().unstack("learner")


def choose(answers: pd.DataFrame, count: int) -> list[str]:
    """Up to `count` items of one condition, from a table with one row for each answer.

    In turn: an item on which learners differ most in whether they are right, one that
    the fewest answer right, again one on which they differ, and one that most answer
    right. Items that are alike in this come in the order of their ids, which is that of no
    property. So the choice of fewer items is the beginning of the choice of more.
    """
    shares = right_shares(answers)
    spread = shares.var(axis="columns", ddof=0).fillna(0).astype(float)
    mean = shares.mean(axis="columns").astype(float)
    divisive = _descending(spread[spread > 0])
    hard, easy = _descending(-mean), _descending(mean)
    turns = zip_longest(divisive[::2], hard, divisive[1::2], easy)
    order = [item for turn in turns for item in turn if item is not None]
    return list(dict.fromkeys(order))[:count]


def _descending(values: pd.Series) -> list[str]:
    """The index from the largest value to the smallest; ties in their own order."""
    return [str(item) for item in (-values).sort_values(kind="stable").index]


def first_units(table: pd.DataFrame, rows: int) -> tuple[pd.DataFrame, str]:
    """As many units as have no more than `rows` rows together, but at least one.

    With them comes a sentence for the page, if these are not all units.
    """
    if len(table) <= rows:
        return table, ""
    sizes = table["unit"].value_counts().sort_index()
    last = sizes.index[max(0, (sizes.cumsum() <= rows).sum() - 1)]
    few = table[table["unit"] <= last]
    return few, "" if len(few) == len(table) else f"Only units up to {last} are shown."
