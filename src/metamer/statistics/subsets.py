"""A test on some of the rows, on each level of a column, or on means of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metamer.core.capabilities import NeedsMeasures
from metamer.core.errors import one_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.core.study import Test
from metamer.statistics.cells import check_column

if TYPE_CHECKING:
    import pandas as pd


def label_results(results: Sequence[Result], label: str) -> list[Result]:
    """Results whose effect and words say which rows they are about."""
    return [
        replace(
            result,
            effect=f"{result.effect} [{label}]",
            words=f"[{label}] {result.words}",
        )
        for result in results
    ]


def _needed_by(test: Test) -> tuple[str, ...]:
    """The measures of the test within."""
    return test.needed_measures if isinstance(test, NeedsMeasures) else ()


@test.add("only")
@dataclass(frozen=True)
class Only:
    """A test on the rows with some levels of a column, without all others.

    Source: ours.
    """

    column: str
    levels: tuple[str, ...]
    test: Test

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return _needed_by(self.test)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        check_column(measures, self.column)
        present = list(dict.fromkeys(measures[self.column].astype(str)))
        for level in self.levels:
            one_of(self.column, level, present)
        chosen = measures[measures[self.column].astype(str).isin(self.levels)]
        label = f"only {self.column} {', '.join(self.levels)}"
        return label_results(self.test(chosen), label)


@test.add("each")
@dataclass(frozen=True)
class Each:
    """A test on each level of a column by itself.

    A correction for multiple tests covers one level, not all of them.

    Source: ours; for each rule as in kumar2022, Table S3.
    """

    column: str
    test: Test

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return _needed_by(self.test)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        check_column(measures, self.column)
        return [
            result
            for level, rows in measures.groupby(self.column, sort=False, observed=True)
            for result in label_results(self.test(rows), f"{self.column}={level}")
        ]


@test.add("pooled")
@dataclass(frozen=True)
class Pooled:
    """A test that pools over the levels of some columns.

    Source: ours; over all rules as in kumar2022, Results.
    """

    columns: tuple[str, ...]
    test: Test

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return _needed_by(self.test)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        for column in self.columns:
            check_column(measures, column)
        label = f"pooled over {', '.join(self.columns)}"
        return label_results(self.test(measures.drop(columns=[*self.columns])), label)


@test.add("averaged")
@dataclass(frozen=True)
class Averaged:
    """A test on means over units: each level of a column becomes one unit.

    For units that are not independent, such as passes of one network for each rule.

    Source: ours.
    """

    column: str
    test: Test

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return _needed_by(self.test)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        check_column(measures, self.column)
        names = [name for name in measures if name not in ("unit", "value")]
        cells = measures.groupby(names, sort=False, observed=True, dropna=False)
        means = cells["value"].mean().reset_index()
        found = self.test(means.rename(columns={self.column: "unit"}))
        return label_results(found, f"one value per {self.column}")
