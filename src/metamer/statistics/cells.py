"""The table of measures, cut into cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from metamer.core.errors import Refusal, one_of

if TYPE_CHECKING:
    import pandas as pd

NOT_A_CELL = ("measure", "unit", "value")
"""Every other column of the table tells cells apart."""


def rows(measures: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The rows of one measure, with the columns that say something about it.

    A table with several measures has columns that belong to others; they are empty here.
    """
    found = measures[measures["measure"] == measure]
    if found.empty:
        known = ", ".join(sorted(set(measures["measure"]))) or "none"
        raise Refusal(f"no measure {measure!r} in this table; there is: {known}")
    found = found.assign(value=found["value"].astype(float))
    if np.isinf(found["value"]).any():
        raise Refusal(f"{measure} has infinite values; tests need finite ones")
    kept = [name for name in found if name == "value" or found[name].notna().any()]
    return found[kept]


def check_column(table: pd.DataFrame, name: str) -> None:
    """Refuse a column that the table does not have."""
    one_of("column", name, list(table.columns))


def cells(
    table: pd.DataFrame, apart_from: str = ""
) -> Iterator[tuple[str, pd.DataFrame]]:
    """A label and the rows of each combination of learner, condition and details.

    Columns in which nothing varies are left out of the labels, save the learner.
    """
    names = [str(name) for name in table if name not in (*NOT_A_CELL, apart_from)]
    if not names:
        yield "", table
        return
    shown = [name for name in names if _tells(table, name)]
    for levels, cell in table.groupby(names, sort=False, dropna=False, observed=True):
        known = dict(zip(names, levels, strict=True))
        yield ", ".join(_label(name, known[name]) for name in shown), cell


def _tells(table: pd.DataFrame, name: str) -> bool:
    return name == "learner" or table[name].nunique(dropna=False) > 1


def _label(name: str, level: object) -> str:
    return str(level) if name in ("learner", "condition") else f"{name}={level}"


def present(values: ArrayLike) -> np.ndarray:
    """The values that are not missing."""
    array = np.asarray(values, float)
    return array[~np.isnan(array)]


def mean(values: np.ndarray) -> float:
    """The mean; NaN, without a warning, where there is nothing."""
    return float(values.mean()) if len(values) else float("nan")


def constant(values: np.ndarray, scale: float = 0.0) -> bool:
    """Whether the values differ by no more than rounding does.

    `scale` is how large the numbers were that the values were computed from.
    """
    largest = max(scale, float(np.abs(values).max()))
    return bool(np.ptp(values) <= 1e-12 * largest)
