"""Differences of means, with confidence intervals from resampling whole clusters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import root
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import cells, check_column, is_constant, rows_of
from metamer.statistics.intervals import RESAMPLES, check_level

if TYPE_CHECKING:
    import pandas as pd

MAX_WEIGHTS = 4_000_000
"""Weights held in memory at a time."""


def weights(
    table: pd.DataFrame,
    draws: tuple[tuple[str, ...], ...],
    samples: int,
    generator: np.random.Generator,
) -> np.ndarray:
    """How often each row (second axis) counts in each bootstrap sample.

    The product of how often each of its clusters was drawn: units and boards are drawn
    independently of each other, and a row stands for a unit on a board.

    Source: Owen 2007, the pigeonhole bootstrap.
    """
    product = np.ones((samples, len(table)))
    for columns in draws:
        product *= _counts(table, columns, samples, generator)
    return product


def _counts(
    table: pd.DataFrame,
    columns: tuple[str, ...],
    samples: int,
    generator: np.random.Generator,
) -> np.ndarray:
    """How often the cluster of each row was drawn among those of the same stratum."""
    cluster, stratum = _clusters(table, columns)
    counts = np.empty((samples, len(stratum)))
    for one in np.unique(stratum):
        # Drawing n of n clusters with replacement gives each a multinomial count.
        place = np.flatnonzero(stratum == one)
        equal = np.full(len(place), 1 / len(place))
        counts[:, place] = generator.multinomial(len(place), equal, size=samples)
    return counts[:, cluster]


def _clusters(
    table: pd.DataFrame, columns: tuple[str, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """The cluster of each row, and the stratum of each cluster, as numbers from 0."""
    cluster = _group_numbers(table, columns)
    nested = bool(columns[1:])
    stratum = _group_numbers(table, columns[:-1]) if nested else np.zeros_like(cluster)
    _, first = np.unique(cluster, return_index=True)
    return cluster, stratum[first]


def _group_numbers(table: pd.DataFrame, columns: tuple[str, ...]) -> np.ndarray:
    groups = table.groupby([*columns], observed=True, dropna=False)
    return groups.ngroup().to_numpy()


@test.add("cluster_bootstrap")
@dataclass(frozen=True)
class ClusterBootstrap:
    """Which levels of a column differ, if rows share a unit, a board or a rule.

    The difference of means, its percentile interval, and as p twice the smaller share of
    bootstrap samples on one side of 0. Columns that are resampled do not tell cells apart.
    Rows without a value are left out.

    Source: Owen 2007 and Efron 1979; kumar2022 has no such test.
    """

    measure: str
    by: str = "condition"
    draws: tuple[tuple[str, ...], ...] = (("learner", "unit"),)
    """What is resampled: the last column of each entry, within levels of those before it.

    ("learner", "unit") resamples units within each learner, ("rule",) resamples rules.
    All entries are resampled at once, independently of each other."""
    level: float = 0.95
    resamples: int = RESAMPLES
    seed: int = 0

    def __post_init__(self) -> None:
        check_level(self.level)
        at_least("resamples", self.resamples, 1)
        if not self.draws or not all(self.draws):
            raise Refusal("a cluster bootstrap needs at least one column to resample")
        if self.by in {entry[-1] for entry in self.draws}:
            raise Refusal(f"levels of {self.by} cannot be both compared and resampled")

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure).dropna(subset=["value"])
        for column in (self.by, *(name for entry in self.draws for name in entry)):
            check_column(table, column)
        resampled = {entry[-1] for entry in self.draws} - {"unit"}
        apart = table.drop(columns=[*resampled])
        return [
            result
            for label, cell in cells(apart, apart_from=self.by)
            for result in self._pairs(label, table.loc[cell.index])
        ]

    def _pairs(self, label: str, cell: pd.DataFrame) -> Iterator[Result]:
        """All pairs of levels in one cell, from the same bootstrap samples."""
        names, level = np.unique(cell[self.by].astype(str), return_inverse=True)
        means = self._means(cell, level, len(names))
        for one, other in combinations(range(len(names)), 2):
            effect = f"{names[one]} - {names[other]}"
            pair = cell[np.isin(level, (one, other))]
            yield self._result(
                Result(
                    "cluster bootstrap",
                    self.measure,
                    f"{effect} ({label})" if label else effect,
                    means[0, one] - means[0, other],
                    level=self.level,
                    n=len(pair),
                ),
                pair,
                means[1:, one] - means[1:, other],
            )

    def _means(self, cell: pd.DataFrame, level: np.ndarray, levels: int) -> np.ndarray:
        """The mean of each level in the data, and then in each bootstrap sample."""
        generator = root(self.seed).stream("cluster bootstrap").numpy
        # Sums of values and of ones for each level: weights times these give the totals
        # of all samples in one matrix product.
        member = np.eye(levels)[level]
        summed = np.column_stack([member * cell["value"].to_numpy()[:, None], member])
        totals = [summed.sum(axis=0, keepdims=True)]
        size = max(1, MAX_WEIGHTS // len(cell))
        for start in range(0, self.resamples, size):
            count = min(size, self.resamples - start)
            totals.append(weights(cell, self.draws, count, generator) @ summed)
        whole = np.concatenate(totals)
        counts = np.where(whole[:, levels:] > 0, whole[:, levels:], np.nan)
        return whole[:, :levels] / counts

    def _result(self, found: Result, pair: pd.DataFrame, gaps: np.ndarray) -> Result:
        gaps = gaps[~np.isnan(gaps)]  # a sample may lack one of the two levels
        if len(gaps) and self._has_choice(pair):
            low, high = np.quantile(gaps, [(1 - self.level) / 2, (1 + self.level) / 2])
            found = replace(found, low=float(low), high=float(high))
            if not is_constant(pair["value"].to_numpy()):
                # The data count as one of the samples, so that p is never 0.
                side = min((gaps <= 0).sum(), (gaps >= 0).sum()) + 1
                found = replace(found, p=float(min(1, 2 * side / (len(gaps) + 1))))
        return replace(found, words=self._words(found, pair))

    def _has_choice(self, pair: pd.DataFrame) -> bool:
        """Whether any stratum has more than one cluster to draw from."""
        found = (_clusters(pair, entry)[1] for entry in self.draws)
        return any(len(stratum) > len(np.unique(stratum)) for stratum in found)

    def _words(self, found: Result, pair: pd.DataFrame) -> str:
        start = (
            f"{wording.prefix(found)}mean difference in {found.measure} "
            f"{wording.number(found.estimate)}"
        )
        if isnan(found.low):
            reason = "because there is only one cluster"
            return f"{start}; no interval, {reason} (n = {found.n})"
        numbers = (len(_clusters(pair, entry)[1]) for entry in self.draws)
        resampled = ", ".join(
            f"{count} of {entry[-1]}"
            for count, entry in zip(numbers, self.draws, strict=True)
        )
        p = "" if isnan(found.p) else f", {wording.probability(found.p)}"
        return (
            f"{start}, {wording.interval(found)}{p} "
            f"(resampled: {resampled}; n = {found.n})"
        )
