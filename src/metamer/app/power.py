"""How often a study of some size would find its effect, from simulated participants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key, root
from metamer.core.responses import Responses, details
from metamer.core.result import Result
from metamer.reports.analysis import measures_table
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

ALPHA = 0.05
"""The p value below which a study counts as having found its effect."""

STUDIES = 200
"""Simulated studies of each size. Source: ours: the 95 % interval of a power of 0.8 is
then 0.74 to 0.85."""


class Power(NamedTuple):
    """The share of simulated studies of one size that found the effect."""

    participants: int
    """In each cell."""
    found: int
    studies: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.found / self.studies


@dataclass(frozen=True)
class MainEffect:
    """The first result of a study's tests that has a p value."""

    test: str
    measure: str
    effect: str

    def p_value(self, results: Sequence[Result]) -> float:
        """Its p value among these results; NaN if it could not be tested."""
        for each in results:
            if (each.test, each.measure, each.effect) == (
                self.test,
                self.measure,
                self.effect,
            ):
                return each.p
        return float("nan")


def main_effect(responses: Responses) -> MainEffect:
    """What the study tests first; refuses a study that tests nothing in these rows."""
    for each in _results(responses, responses.table):
        if not isnan(each.p):
            return MainEffect(each.test, each.measure, each.effect)
    raise Refusal(
        f"the tests of {responses.study.name!r} give no p value for these participants, so "
        "there is no effect to find: simulate more participants that differ, or give the "
        "study a test of its conditions"
    )


def _results(responses: Responses, table: pd.DataFrame) -> list[Result]:
    measures = measures_table(table, responses.study.measures)
    return [result for test in responses.study.tests for result in test(measures)]


def power(
    responses: Responses,
    sizes: Sequence[int],
    studies: int = STUDIES,
    advance: Callable[[int], None] = lambda steps: None,
) -> tuple[MainEffect, list[Power]]:
    """The share of studies that find the main effect, for each number of participants.

    Each study is as many participants of each cell, drawn with replacement from those who
    were simulated.
    """
    at_least("--studies", studies, 2)
    for size in sizes:
        at_least("participants a cell", size, 2, 100_000)
    effect = main_effect(responses)
    cells = _cells(responses)
    found = []
    for size in sizes:
        key = root(responses.study.seed).stream("power", size)
        hits = 0
        for number in range(studies):
            table = _resample(responses.table, cells, size, key.stream(number))
            hits += effect.p_value(_results(responses, table)) < ALPHA
            advance(1)
        interval = wilson(hits, studies)
        found.append(Power(size, hits, studies, interval.low, interval.high))
    return effect, found


def _cells(responses: Responses) -> list[list[np.ndarray]]:
    """The rows of each participant, cell by cell."""
    table = responses.table
    cell = [] if responses.study.people.within else ["condition", *details(table)]
    by = [*cell, "unit"]
    places = table.groupby(by, sort=True, observed=True).indices
    cells: dict[tuple, list[np.ndarray]] = {}
    for where, rows in places.items():
        named = where if isinstance(where, tuple) else (where,)
        cells.setdefault(named[:-1], []).append(np.asarray(rows))
    return list(cells.values())


def _resample(
    table: pd.DataFrame, cells: Sequence[Sequence[np.ndarray]], size: int, key: Key
) -> pd.DataFrame:
    """`size` participants of each cell, drawn with replacement and numbered anew."""
    rng = key.numpy
    rows, units = [], []
    for people in cells:
        for unit, chosen in enumerate(rng.integers(len(people), size=size)):
            rows.append(people[chosen])
            units.append(np.full(len(people[chosen]), unit, np.int32))
    drawn = table.iloc[np.concatenate(rows)].reset_index(drop=True)
    return drawn.assign(unit=np.concatenate(units))
