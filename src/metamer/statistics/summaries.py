"""Means over units with intervals that stay within what is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metamer.core.ranges import range_of
from metamer.core.study import MIN_UNITS

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95
"""The confidence level of intervals."""

HALF_WIDTH = "± is half the width of the 95 % confidence interval over units"
"""What the sign means, wherever it is printed."""


def summary(values: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Mean, confidence interval (`low`, `high`) and number of units of each group.

    The interval is Student's, without what lies beyond the range of the measure: no mean
    can be there, so it covers the mean as often as before. Groups of fewer than three
    units have none (NaN).
    """
    from scipy import stats

    grouped = values.groupby(by, sort=False, observed=True)["value"]
    found = grouped.agg(["mean", "sem", "count"])
    critical = stats.t.ppf((1 + LEVEL) / 2, np.maximum(found["count"] - 1, 1))
    half = (critical * found["sem"]).where(found["count"] >= MIN_UNITS)
    low, high = _bounds(values)
    return found.assign(
        low=(found["mean"] - half).clip(lower=low),
        high=(found["mean"] + half).clip(upper=high),
    )


def _bounds(values: pd.DataFrame) -> tuple[float, float]:
    """The least and the greatest value that the measures of these rows can have."""
    names = list(values["measure"].unique()) if "measure" in values else []
    known = [range_of(str(name)) for name in names]
    if not known:
        return -np.inf, np.inf
    return min(each.low for each in known), max(each.high for each in known)


def whiskers(found: pd.DataFrame) -> np.ndarray:
    """How far intervals reach below and above their means, as error bars are drawn."""
    mean = found["mean"]
    return np.array([mean - found["low"], found["high"] - mean], float)


def half_width(mean: float, low: float, high: float) -> float:
    """What stands after ±: the longer side of an interval that need not be symmetric."""
    return max(high - mean, mean - low)


def mean_text(mean: float, low: float, high: float) -> str:
    """`0.357 ± 0.016`; without an interval, the mean alone."""
    half = half_width(mean, low, high)
    return f"{mean:.3f}" if np.isnan(half) else f"{mean:.3f} ± {half:.3f}"
