"""Which expressions and conditions make a rule: `this, but that where a condition holds`.

A rule is a default expression and overrides. It must be right in every demonstrated cell.
So an override must hold wherever the default is wrong, and nowhere that its own expression
is wrong. With truth values as 0 and 1, both are products of matrices over cells: one for
all conditions and all pairs of expressions at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.cells.cell_table import CellTable

MAX_PAIRS = 60
"""How many pairs of expressions are tried with conditions, the cheapest first."""
MAX_JOINT_PAIRS = 16
"""How many of them are tried with two conditions at once."""
MAX_JOINT = 500
"""How many conditions are joined with one another."""
MAX_PER_PAIR = 60
"""How many rules are made of one pair of expressions."""


class Override(NamedTuple):
    """An expression, and the groups of conditions that must all hold for it."""

    gives: int
    where: tuple[int, ...]


class Sketch(NamedTuple):
    """A rule that is right on the demonstrations; later overrides go before earlier ones.

    It names groups of conditions that agree on the demonstrations, and leaves open which
    condition of a group is meant.
    """

    default: int
    overrides: tuple[Override, ...]


def without_override(table: CellTable) -> Iterator[Sketch]:
    """Expressions that are right by themselves."""
    for row in np.flatnonzero(~table.wrong.any(1)):
        yield Sketch(int(row), ())


def with_one_override(table: CellTable, budget: Budget, grids: int) -> Iterator[Sketch]:
    """One expression with one override, under one condition or two."""
    pairs = _pairs(table)
    budget.spend(len(table.groups) * grids * len(pairs))
    must = table.wrong[[default for default, _ in pairs]]
    never = table.wrong[[other for _, other in pairs]]
    covers = table.shown @ must.T.astype(np.float32) == must.sum(1)
    avoids = table.shown @ never.T.astype(np.float32) == 0
    for number, (default, other) in enumerate(pairs):
        # Too wide: it holds wherever it must, but also where it must not. Two such
        # conditions together can be just right.
        fits, wide = covers[:, number], covers[:, number] & ~avoids[:, number]
        choices: list[tuple[int, ...]] = [
            (int(group),) for group in np.flatnonzero(fits & ~wide)
        ]
        if number < MAX_JOINT_PAIRS:
            choices += _joint(table, never[number], np.flatnonzero(wide))
        for where in choices[:MAX_PER_PAIR]:
            yield Sketch(default, (Override(other, where),))


def _pairs(table: CellTable) -> list[tuple[int, int]]:
    """Two expressions of which one is right in every cell, the cheapest first."""
    faulty = np.flatnonzero(table.wrong.any(1))
    errors = table.wrong[faulty].astype(np.float32)
    # Never wrong in the same cell: there, no condition could choose a right one.
    fits = np.argwhere(errors @ errors.T == 0)
    costs = table.expressions.costs[faulty][fits].sum(1)
    order = np.argsort(costs, kind="stable")[:MAX_PAIRS]
    return [(int(faulty[first]), int(faulty[second])) for first, second in fits[order]]


def _joint(
    table: CellTable, never: np.ndarray, wide: np.ndarray
) -> list[tuple[int, ...]]:
    """Pairs of conditions, each too wide, that never hold together where they must not."""
    excess = table.shown[wide[:MAX_JOINT]][:, never]
    first, second = np.nonzero(np.triu(excess @ excess.T == 0))
    costs = table.costs[wide[first]] + table.costs[wide[second]]
    order = np.argsort(costs, kind="stable")[:MAX_PER_PAIR]
    return [(int(wide[first[pair]]), int(wide[second[pair]])) for pair in order]


MAX_DEFAULTS = 12
"""How many expressions are tried as the default of a rule with two overrides."""
MAX_LAST = 40
"""How many last overrides are tried for each of them."""
MAX_FIRST = 8
"""How many expressions are tried for the override before the last."""


def with_two_overrides(
    table: CellTable, budget: Budget, grids: int
) -> Iterator[Sketch]:
    """One expression with two overrides, under one condition each."""
    right = (~table.wrong).mean(1)
    # A default should be cheap and right in most cells.
    order = np.argsort(table.expressions.costs - 3 * right, kind="stable")
    # The same for all defaults, so it is counted once: in how many cells a condition
    # holds where an expression is wrong.
    harm = table.shown @ table.wrong.T.astype(np.float32)
    for default in order[:MAX_DEFAULTS]:
        must = table.wrong[default]
        if must.any():
            last = _last_overrides(table, harm, must)
            budget.spend(len(table.groups) * grids)
            for one, two in _completed(table, must, last):
                yield Sketch(int(default), (one, two))


def _last_overrides(
    table: CellTable, harm: np.ndarray, must: np.ndarray
) -> list[Override]:
    """Overrides that correct much and break nothing, those that do most first.

    Of those that leave the same cells wrong, only the first is kept.
    """
    gain = table.shown @ must.astype(np.float32)
    group, gives = np.nonzero((harm == 0) & (gain > 0)[:, None])
    # What corrects everything by itself is a rule with one override.
    partial = gain[group] < must.sum()
    group, gives = group[partial], gives[partial]
    cost = table.costs[group] + table.expressions.costs[gives]
    score = 4 * gain[group] / must.sum() - cost
    by_rest: dict[bytes, Override] = {}
    # Many leave the same cells wrong, so more are looked at than are kept.
    for place in np.argsort(-score, kind="stable")[: 20 * MAX_LAST]:
        left = must & (table.shown[group[place]] == 0)
        override = Override(int(gives[place]), (int(group[place]),))
        by_rest.setdefault(left.tobytes(), override)
    return list(by_rest.values())[:MAX_LAST]


def _completed(
    table: CellTable, must: np.ndarray, last: list[Override]
) -> Iterator[tuple[Override, Override]]:
    """For each last override those before it that correct what it leaves wrong.

    Where the last one holds, the one before it may be wrong: nobody sees it there.
    """
    free = table.shown[[override.where[0] for override in last]] > 0
    left = (must & ~free).astype(np.float32)
    covers = table.shown @ left.T == left.sum(1)
    unable = table.wrong @ left.T > 0
    for number, override in enumerate(last):
        able = np.flatnonzero(~unable[:, number])[:MAX_FIRST]
        wide = np.flatnonzero(covers[:, number])[:MAX_JOINT]
        never = (table.wrong[able] & ~free[number]).astype(np.float32)
        hits = table.shown[wide] @ never.T
        for group, gives in np.argwhere(hits == 0)[:MAX_PER_PAIR]:
            yield Override(int(able[gives]), (int(wide[group]),)), override
