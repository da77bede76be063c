"""Means over units with Student's t, as a profile has them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.statistics.summaries import LEVEL

if TYPE_CHECKING:
    import pandas as pd


class UnitMean(NamedTuple):
    """A mean over units and its 95 % interval."""

    value: float = nan
    low: float = nan
    high: float = nan
    n: int = 0


UNKNOWN = UnitMean()


class MeanParts(NamedTuple):
    """What an interval is made of."""

    mean: float
    error: float
    n: int


def mean_parts(values: Sequence[float] | pd.Series) -> MeanParts:
    """The mean of the values that are known, its standard error, and how many they are."""
    known = np.asarray(values, float)
    known = known[~np.isnan(known)]
    mean = float(known.mean()) if len(known) else nan
    return MeanParts(mean, standard_error(known), len(known))


def mean_of(values: Sequence[float] | pd.Series) -> UnitMean:
    """A mean over units and its interval by Student's t."""
    found = mean_parts(values)
    return around(*found) if found.n else UNKNOWN


def around(value: float, error: float, n: int) -> UnitMean:
    """An estimate from `n` units with the interval that its standard error gives."""
    from scipy import stats

    half = float(stats.t.ppf((1 + LEVEL) / 2, n - 1)) * error if n > 1 else inf
    return UnitMean(value, value - half, value + half, n)


def standard_error(values: np.ndarray) -> float:
    """That of a mean; infinite for a single value."""
    n = len(values)
    return float(np.std(values, ddof=1)) / n**0.5 if n > 1 else inf


def clipped(found: UnitMean, least: float, most: float) -> UnitMean:
    """An estimate within what is possible."""
    value, low, high = (float(np.clip(each, least, most)) for each in found[:3])
    return UnitMean(value, low, high, found.n)
