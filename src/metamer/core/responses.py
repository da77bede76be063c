"""Every answer that was given: one table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.study import Study

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "paradigm",
    "learner",
    "unit",
    "condition",
    "item",
    "step",
    "answer",
    "correct",
)
"""What every response has; a paradigm adds columns of its own."""


Columns = dict[str, np.ndarray]
"""Rows of the table as one array for each column."""


@dataclass(frozen=True)
class Responses:
    """The table of responses, and the study and folder that it comes from."""

    table: pd.DataFrame
    study: Study
    folder: Path

    def __post_init__(self) -> None:
        check(self.table, str(self.folder))


def check(table: pd.DataFrame, where: str) -> None:
    """Refuse a table that lacks a column, or whose `correct` is not true or false."""
    missing = [column for column in COLUMNS if column not in table]
    if missing:
        raise Refusal(
            f"{where}: responses lack the column {', '.join(missing)}; "
            f"needed: {', '.join(COLUMNS)}"
        )
    if str(table["correct"].dtype) not in ("bool", "boolean"):
        raise Refusal(f"{where}: the column 'correct' must be true or false")


def as_table(columns: dict[str, Any]) -> pd.DataFrame:
    """Columns as a data frame that keeps each repeated text once."""
    import pandas as pd

    table = pd.DataFrame(columns)
    texts = [name for name in table if table[name].dtype.kind in "OUT"]
    return table.astype(dict.fromkeys(texts, "category"))


def details(table: pd.DataFrame) -> list[str]:
    """The columns that single out a condition: those between `condition` and `item`."""
    columns = [str(name) for name in table]
    return columns[columns.index("condition") + 1 : columns.index("item")]
