"""Which expressions and conditions make a rule: `this, but that where so`."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.cells.table import Table

PAIRS = 60
"""How many pairs of expressions are tried with conditions, the cheapest first."""
JOINT = 16
"""How many of them are tried with two conditions at once."""
WIDE = 500
"""How many conditions are joined with one another."""
PER_PAIR = 60
"""How many rules are made of one pair of expressions."""


class Exemption(NamedTuple):
    """An expression, and the groups of conditions that must all hold for it."""

    gives: int
    where: tuple[int, ...]


class Sketch(NamedTuple):
    """A rule that fits the demonstrations: later exceptions go before earlier ones."""

    first: int
    exceptions: tuple[Exemption, ...]


def plain(table: Table) -> Iterator[Sketch]:
    """Expressions that are right by themselves."""
    for row in np.flatnonzero(~table.wrong.any(1)):
        yield Sketch(int(row), ())


def single(table: Table, budget: Budget, grids: int) -> Iterator[Sketch]:
    """One expression with one exception, under one condition or two."""
    pairs = _pairs(table)
    budget.spend(len(table.groups) * grids * len(pairs))
    must = table.wrong[[first for first, _ in pairs]]
    never = table.wrong[[second for _, second in pairs]]
    covers = table.shown @ must.T.astype(np.float32) == must.sum(1)
    avoids = table.shown @ never.T.astype(np.float32) == 0
    for number, (first, second) in enumerate(pairs):
        fit, wide = covers[:, number], covers[:, number] & ~avoids[:, number]
        found: list[tuple[int, ...]] = [
            (int(it),) for it in np.flatnonzero(fit & ~wide)
        ]
        if number < JOINT:
            found += _joint(table, never[number], np.flatnonzero(wide))
        for where in found[:PER_PAIR]:
            yield Sketch(first, (Exemption(second, where),))


def _pairs(table: Table) -> list[tuple[int, int]]:
    """Two expressions of which one is right in every cell, the cheapest first."""
    some = np.flatnonzero(table.wrong.any(1))
    errors = table.wrong[some].astype(np.float32)
    fit = np.argwhere(errors @ errors.T == 0)
    costs = table.gives.costs[some][fit].sum(1)
    order = np.argsort(costs, kind="stable")[:PAIRS]
    return [(int(some[one]), int(some[two])) for one, two in fit[order]]


def _joint(table: Table, never: np.ndarray, wide: np.ndarray) -> list[tuple[int, ...]]:
    """Pairs of conditions that hold together in no cell where they must not."""
    some = table.shown[wide[:WIDE]][:, never]
    one, two = np.nonzero(np.triu(some @ some.T == 0))
    costs = table.costs[wide[one]] + table.costs[wide[two]]
    order = np.argsort(costs, kind="stable")[:PER_PAIR]
    return [(int(wide[one[it]]), int(wide[two[it]])) for it in order]


BASES = 12
"""How many expressions are tried as the rule of a rule with two exceptions."""
CUTS = 40
"""How many last exceptions are tried for each of them."""
SECONDS = 8
"""How many expressions are tried for the exception before the last."""


def double(table: Table, budget: Budget, grids: int) -> Iterator[Sketch]:
    """One expression with two exceptions, under one condition each."""
    right = (~table.wrong).mean(1)
    bases = np.argsort(table.gives.costs - 3 * right, kind="stable")[:BASES]
    harm = table.shown @ table.wrong.T.astype(np.float32)
    for base in bases:
        must = table.wrong[base]
        if must.any():
            cuts = _cuts(table, harm, must)
            budget.spend(len(table.groups) * grids)
            for last, second in _seconds(table, must, cuts):
                yield Sketch(int(base), (second, last))


def _cuts(table: Table, harm: np.ndarray, must: np.ndarray) -> list[Exemption]:
    """Exceptions that put much right and nothing wrong, those that do most first."""
    gain = table.shown @ must.astype(np.float32)
    group, gives = np.nonzero((harm == 0) & (gain > 0)[:, None])
    some = gain[group] < must.sum()
    group, gives = group[some], gives[some]
    cost = table.costs[group] + table.gives.costs[gives]
    score = 4 * gain[group] / must.sum() - cost
    kept: dict[bytes, Exemption] = {}
    for it in np.argsort(-score, kind="stable")[: 20 * CUTS]:
        left = must & (table.shown[group[it]] == 0)
        kept.setdefault(left.tobytes(), Exemption(int(gives[it]), (int(group[it]),)))
    return list(kept.values())[:CUTS]


def _seconds(
    table: Table, must: np.ndarray, cuts: list[Exemption]
) -> Iterator[tuple[Exemption, Exemption]]:
    """For each last exception those that put right what it leaves."""
    free = table.shown[[last.where[0] for last in cuts]] > 0
    left = (must & ~free).astype(np.float32)
    covers = table.shown @ left.T == left.sum(1)
    unable = table.wrong @ left.T > 0
    for number, last in enumerate(cuts):
        able = np.flatnonzero(~unable[:, number])[:SECONDS]
        wide = np.flatnonzero(covers[:, number])[:WIDE]
        never = (table.wrong[able] & ~free[number]).astype(np.float32)
        hits = table.shown[wide] @ never.T
        for which, second in np.argwhere(hits == 0)[:PER_PAIR]:
            yield last, Exemption(int(able[second]), (int(wide[which]),))
