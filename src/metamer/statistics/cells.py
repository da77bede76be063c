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
"""All other columns of the table tell cells apart."""


def rows_of(measures: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The rows of one measure, with the columns that say something about it.

    A table with several measures has columns that belong to other measures and are empty
    for this one; those are dropped.
    """
    found = measures[measures["measure"] == measure]
    if found.empty:
        known = ", ".join(sorted(set(measures["measure"]))) or "none"
        raise Refusal(f"no measure {measure!r} in this table; it has: {known}")
    found = found.assign(value=found["value"].astype(float))
    if np.isinf(found["value"]).any():
        raise Refusal(f"{measure} has infinite values; tests need finite ones")
    columns = [name for name in found if name == "value" or found[name].notna().any()]
    return found[columns]


def check_column(table: pd.DataFrame, name: str) -> None:
    """Refuse a column that the table does not have."""
    one_of("column", name, list(table.columns))


def cells(
    table: pd.DataFrame, apart_from: str = ""
) -> Iterator[tuple[str, pd.DataFrame]]:
    """A label and the rows of each combination of learner, condition and details.

    Columns that do not vary are left out of the labels, except the learner.
    """
    names = [str(name) for name in table if name not in (*NOT_A_CELL, apart_from)]
    if not names:
        yield "", table
        return
    shown = [name for name in names if _is_informative(table, name)]
    for levels, cell in table.groupby(names, sort=False, dropna=False, observed=True):
        known = dict(zip(names, levels, strict=True))
        yield ", ".join(_label(name, known[name]) for name in shown), cell


def _is_informative(table: pd.DataFrame, name: str) -> bool:
    return name == "learner" or table[name].nunique(dropna=False) > 1


def _label(name: str, level: object) -> str:
    return str(level) if name in ("learner", "condition") else f"{name}={level}"


def complete_pairs(x: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of numbers of which neither is missing."""
    across, up = np.asarray(x, float), np.asarray(y, float)
    if across.shape != up.shape:
        raise Refusal(f"x and y must be equally long, not {across.size} and {up.size}")
    both = ~np.isnan(across) & ~np.isnan(up)
    return across[both], up[both]


def drop_missing(values: ArrayLike) -> np.ndarray:
    """The values that are not missing."""
    array = np.asarray(values, float)
    return array[~np.isnan(array)]


def mean_or_nan(values: np.ndarray) -> float:
    """The mean; NaN, without a warning, if there are no values."""
    return float(values.mean()) if len(values) else float("nan")


def is_constant(values: np.ndarray, scale: float = 0.0) -> bool:
    """Whether the values differ by no more than rounding errors.

    `scale` is the size of the numbers from which the values were computed.
    """
    largest = max(scale, float(np.abs(values).max()))
    return bool(np.ptp(values) <= 1e-12 * largest)
