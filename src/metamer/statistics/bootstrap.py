"""Differences of means, with whole clusters drawn again and again."""

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
from metamer.statistics.cells import cells, check_column, constant, rows
from metamer.statistics.intervals import RESAMPLES, check_level

if TYPE_CHECKING:
    import pandas as pd

AT_ONCE = 4_000_000
"""Weights held in memory at a time."""


def weights(
    table: pd.DataFrame,
    draws: tuple[tuple[str, ...], ...],
    many: int,
    generator: np.random.Generator,
) -> np.ndarray:
    """How often each row (second axis) counts in each of `many` new samples.

    The product of how often each of its clusters was drawn: units and boards are drawn
    independently of each other, and a row stands for a unit on a board.

    Source: Owen 2007, the pigeonhole bootstrap.
    """
    found = np.ones((many, len(table)))
    for columns in draws:
        found *= _counts(table, columns, many, generator)
    return found


def _counts(
    table: pd.DataFrame,
    columns: tuple[str, ...],
    many: int,
    generator: np.random.Generator,
) -> np.ndarray:
    """How often the cluster of each row was drawn among those of the same stratum."""
    cluster, stratum = _clusters(table, columns)
    counts = np.empty((many, len(stratum)))
    for one in np.unique(stratum):
        place = np.flatnonzero(stratum == one)
        equal = np.full(len(place), 1 / len(place))
        counts[:, place] = generator.multinomial(len(place), equal, size=many)
    return counts[:, cluster]


def _clusters(
    table: pd.DataFrame, columns: tuple[str, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """The cluster of each row, and the stratum of each cluster, as numbers from 0."""
    cluster = _numbered(table, columns)
    row = _numbered(table, columns[:-1]) if columns[1:] else np.zeros(len(table), int)
    _, first = np.unique(cluster, return_index=True)
    return cluster, row[first]


def _numbered(table: pd.DataFrame, columns: tuple[str, ...]) -> np.ndarray:
    groups = table.groupby([*columns], observed=True, dropna=False)
    return groups.ngroup().to_numpy()


@test.add("cluster_bootstrap")
@dataclass(frozen=True)
class ClusterBootstrap:
    """Which levels of a column differ, where rows share a unit, a board or a rule.

    The difference of means, its percentile interval, and twice the smaller share of new
    samples on one side of 0. What is drawn anew does not tell cells apart. Rows without a
    value are left out.

    Source: Owen 2007 and Efron 1979; kumar2022 has no such test.
    """

    measure: str
    by: str = "condition"
    draws: tuple[tuple[str, ...], ...] = (("learner", "unit"),)
    """What is drawn: the last column of each entry, among rows alike in those before it.

    ("learner", "unit") draws units of each learner, ("rule",) draws rules. All that is
    named is drawn at once, independently of each other."""
    level: float = 0.95
    resamples: int = RESAMPLES
    seed: int = 0

    def __post_init__(self) -> None:
        check_level(self.level)
        at_least("resamples", self.resamples, 1)
        if not self.draws or not all(self.draws):
            raise Refusal("a cluster bootstrap needs at least one column to draw")
        if self.by in {entry[-1] for entry in self.draws}:
            raise Refusal(f"levels of {self.by} cannot be both compared and drawn anew")

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows(measures, self.measure).dropna(subset=["value"])
        for column in (self.by, *(name for entry in self.draws for name in entry)):
            check_column(table, column)
        drawn = {entry[-1] for entry in self.draws} - {"unit"}
        told = table.drop(columns=[*drawn])
        return [
            result
            for label, cell in cells(told, apart_from=self.by)
            for result in self._pairs(label, table.loc[cell.index])
        ]

    def _pairs(self, label: str, cell: pd.DataFrame) -> Iterator[Result]:
        """All pairs of levels in one cell, from the same new samples."""
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

    def _means(self, cell: pd.DataFrame, level: np.ndarray, many: int) -> np.ndarray:
        """The mean of each level as it is, and then in each new sample."""
        generator = root(self.seed).stream("cluster bootstrap").numpy
        member = np.eye(many)[level]
        summed = np.column_stack([member * cell["value"].to_numpy()[:, None], member])
        totals = [summed.sum(axis=0, keepdims=True)]
        size = max(1, AT_ONCE // len(cell))
        for start in range(0, self.resamples, size):
            count = min(size, self.resamples - start)
            totals.append(weights(cell, self.draws, count, generator) @ summed)
        whole = np.concatenate(totals)
        counted = np.where(whole[:, many:] > 0, whole[:, many:], np.nan)
        return whole[:, :many] / counted

    def _result(self, found: Result, pair: pd.DataFrame, gaps: np.ndarray) -> Result:
        gaps = gaps[~np.isnan(gaps)]  # a sample may miss one of the two altogether
        if len(gaps) and self._enough(pair):
            low, high = np.quantile(gaps, [(1 - self.level) / 2, (1 + self.level) / 2])
            found = replace(found, low=float(low), high=float(high))
            if not constant(pair["value"].to_numpy()):
                side = min((gaps <= 0).sum(), (gaps >= 0).sum()) + 1
                found = replace(found, p=float(min(1, 2 * side / (len(gaps) + 1))))
        return replace(found, words=self._words(found, pair))

    def _enough(self, pair: pd.DataFrame) -> bool:
        """Whether there is anything to choose from when drawing."""
        found = (_clusters(pair, entry)[1] for entry in self.draws)
        return any(len(stratum) > len(np.unique(stratum)) for stratum in found)

    def _words(self, found: Result, pair: pd.DataFrame) -> str:
        start = (
            f"{wording.about(found)}mean difference in {found.measure} "
            f"{wording.number(found.estimate)}"
        )
        if isnan(found.low):
            return f"{start}; no interval, because there is one cluster (n = {found.n})"
        numbers = (len(_clusters(pair, entry)[1]) for entry in self.draws)
        drawn = ", ".join(
            f"{count} of {entry[-1]}"
            for count, entry in zip(numbers, self.draws, strict=True)
        )
        p = "" if isnan(found.p) else f", {wording.probability(found.p)}"
        return f"{start}, {wording.interval(found)}{p} (drawn: {drawn}; n = {found.n})"
