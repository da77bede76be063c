"""How well boards were played (`tiles`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.responses import details

if TYPE_CHECKING:
    import pandas as pd


@measure.add("z")
def z(table: pd.DataFrame) -> pd.Series:
    """Blue tiles turned up, in standard deviations above the neighbour player.

    The mean over a unit's boards; lower is better. Published scores come as they are.

    Source: kumar2022, Results, "Human versus Machine Performance".
    """
    return _mean(table, "published_z")


@measure.add("finished_share")
def finished_share(table: pd.DataFrame) -> pd.Series:
    """Share of a unit's games in which all red tiles were found.

    Source: ours; kumar2022 scores an unfinished board as 49 minus its red tiles.
    """
    return _mean(table, "finished")


def _mean(table: pd.DataFrame, column: str) -> pd.Series:
    if column not in table:
        known = ", ".join(map(str, table))
        raise Refusal(f"this measure needs the column {column!r}; there is: {known}")
    keys = ["learner", *details(table), "condition", "unit"]
    values = table[column].astype(float)
    return values.groupby([table[key] for key in keys], observed=True).mean()
