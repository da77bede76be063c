"""Numbers in files of `results/`, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot, nan, sqrt
from pathlib import Path
from typing import Protocol

import pandas as pd
from scipy import stats

RESULTS = Path(__file__).resolve().parents[2] / "results"

Z = stats.norm.ppf(0.975)


@dataclass(frozen=True)
class Estimate:
    """A number of ours: its 95 % interval, and how many units it comes from."""

    value: float
    low: float = nan
    high: float = nan
    units: int = 0

    @property
    def has_interval(self) -> bool:
        return self.low == self.low and self.low < self.high


class Ours(Protocol):
    """Whatever reads a number of ours from `results/`."""

    @property
    def files(self) -> tuple[str, ...]: ...
    def read(self) -> Estimate: ...


@lru_cache
def table(file: str) -> pd.DataFrame:
    """A table below `results/`, with texts in all columns that are not numbers."""
    return pd.read_csv(RESULTS / file, dtype=object, keep_default_na=False)


@dataclass(frozen=True)
class Cell:
    """A mean with its standard error, a test's estimate, a share, or units to average.

    The columns of the file decide which: `mean, sem, count`; `estimate, low, high, n`;
    `share, low, high, n`; or `value` with a row for each unit.
    """

    file: str
    where: Mapping[str, str]
    column: str = ""
    """The column of the number; empty if one of the above has it."""
    items: int = 0
    """For a single unit: how many items its share is of, for a binomial interval."""
    worst: bool = False
    """Take the lowest unit instead of the mean."""

    @property
    def files(self) -> tuple[str, ...]:
        return (self.file,)

    def rows(self) -> pd.DataFrame:
        """The rows that are asked for, at least one."""
        found = table(self.file)
        for column, value in self.where.items():
            found = found[found[column] == value]
        if found.empty:
            raise LookupError(f"{self.file} has no row with {dict(self.where)}")
        return found

    def read(self) -> Estimate:
        rows = self.rows()
        if "unit" in rows:
            return self._over_units(rows["value"].astype(float))
        if len(rows) != 1:
            raise LookupError(f"{self.file}: {len(rows)} rows with {dict(self.where)}")
        row = rows.iloc[0]
        if self.column:
            return Estimate(float(row[self.column]), units=_count(row))
        if "mean" in row:
            return self._around(*map(_number, (row["mean"], row["sem"], row["count"])))
        value = row["share" if "share" in row else "estimate"]
        return Estimate(*map(_number, (value, row["low"], row["high"])), _count(row))

    def _over_units(self, values: pd.Series) -> Estimate:
        if self.worst:
            return Estimate(values.min(), units=len(values))
        error = values.sem() if len(values) > 1 else nan
        return self._around(values.mean(), error, len(values))

    def _around(self, mean: float, error: float, count: float) -> Estimate:
        if count > 1:
            half = stats.t.ppf(0.975, count - 1) * error
        elif self.items:
            half = Z * sqrt(mean * (1 - mean) / self.items)
        else:
            half = nan
        return Estimate(mean, mean - half, mean + half, int(count))


@dataclass(frozen=True)
class Difference:
    """One number minus another, from different units; means of several, if there are."""

    of: tuple[Ours, ...]
    minus: tuple[Ours, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return _files(self.of + self.minus)

    def read(self) -> Estimate:
        first, second = (
            [cell.read() for cell in side] for side in (self.of, self.minus)
        )
        value = _mean(first) - _mean(second)
        half = hypot(_half(first), _half(second))
        return Estimate(value, value - half, value + half, first[0].units)


@dataclass(frozen=True)
class Paired:
    """t of a paired test between two lists of numbers, such as the means of eight rules."""

    of: tuple[Cell, ...]
    minus: tuple[Cell, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return _files(self.of + self.minus)

    def read(self) -> Estimate:
        sides = ([cell.read().value for cell in side] for side in (self.of, self.minus))
        return Estimate(float(stats.ttest_rel(*sides).statistic), units=len(self.of))


def _files(ours: tuple[Ours, ...]) -> tuple[str, ...]:
    """The files of several numbers, each once."""
    return tuple(dict.fromkeys(file for one in ours for file in one.files))


def _mean(found: list[Estimate]) -> float:
    return sum(each.value for each in found) / len(found)


def _half(found: list[Estimate]) -> float:
    """Half of the interval of a mean of independent estimates."""
    return hypot(*(each.high - each.value for each in found)) / len(found)


def _number(text: str) -> float:
    return float(text) if text != "" else nan


def _count(row: pd.Series) -> int:
    for name in ("count", "n"):
        if row.get(name, "") != "":
            return int(float(row[name]))
    return 0


@dataclass(frozen=True)
class Fixed:
    """A number that does not come from units: counted or computed by the package."""

    name: str
    file: str = field(default="computed/values.csv")

    @property
    def files(self) -> tuple[str, ...]:
        return (self.file,)

    def read(self) -> Estimate:
        return Cell(self.file, {"name": self.name}, "value").read()
