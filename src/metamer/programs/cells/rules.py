"""The finder: what a cell gets, but something else where a condition holds.

Source: ours, after the prototype of section 7 of the specification of `concepts`.
"""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from metamer.programs.budget import Budget, Spent
from metamer.programs.cells.exemptions import Sketch, double, plain, single
from metamer.programs.cells.table import Table, tabulate
from metamer.programs.program import Program
from metamer.programs.scene import NOTHING
from metamer.programs.task import Grid
from metamer.programs.view import View

KEPT = 60
"""How many programs are returned."""
VOICES = 16
"""How many rules of a sketch are heard: their conditions agree on all demonstrations."""
SHARPNESS = 4.0
"""How much more a rule counts, among those that agree, for being cheaper by one."""


class Rule(NamedTuple):
    """A rule in words, and what it gives to every asked cell."""

    words: str
    cost: float
    colours: np.ndarray


def find(view: View, budget: Budget) -> list[Program]:
    """Rules for cells that explain all demonstrations, the cheapest first."""
    if not (view.task.keeps_shape and view.task.inputs):
        return []
    found: list[Rule] = []
    try:
        table = tabulate(view, budget)
        for sketch in _sketches(table, budget, len(view.scenes)):
            found += told(table, sketch)
    except Spent:
        pass
    return programs(view, found)


def _sketches(table: Table, budget: Budget, grids: int) -> Iterator[Sketch]:
    """Rules that fit, simple ones first; two exceptions only where one is not enough."""
    simple = [*plain(table), *single(table, budget, grids)]
    return chain(simple, [] if simple else double(table, budget, grids))


def told(table: Table, sketch: Sketch) -> Iterator[Rule]:
    """All rules of a sketch: each of its conditions as whoever agrees would say it."""
    parts = [part for it in sketch.exceptions for part in it.where]
    few = VOICES if len(parts) == 1 else VOICES // 2
    said = [table.groups[part][:few].tolist() for part in parts]
    heard = sorted(product(*said), key=lambda rows: table.asks.costs[list(rows)].sum())
    for rows in heard[:VOICES]:
        yield _rule(table, sketch, list(rows))


def _rule(table: Table, sketch: Sketch, rows: list[int]) -> Rule:
    gives, asks = table.gives, table.asks
    asked = slice(table.wrong.shape[1], None)
    words, colours = gives.words[sketch.first], gives.values[sketch.first, asked]
    cost = float(gives.costs[sketch.first]) + float(asks.costs[rows].sum())
    for exception in sketch.exceptions:
        mine, rows = rows[: len(exception.where)], rows[len(exception.where) :]
        where = np.logical_and.reduce(asks.values[mine, asked])
        colours = np.where(where, gives.values[exception.gives, asked], colours)
        cost += float(gives.costs[exception.gives])
        said = " and ".join(asks.words[row] for row in mine)
        words += f", but {gives.words[exception.gives]} where {said}"
    return Rule(words, cost, colours)


def programs(view: View, found: list[Rule]) -> list[Program]:
    """Rules that give different answers, each with the weight of all that agree."""
    agreeing: dict[bytes, list[Rule]] = {}
    for rule in found:
        agreeing.setdefault(rule.colours.tobytes(), []).append(rule)
    made = [_pooled(view, rules) for rules in agreeing.values()]
    return sorted(made, key=lambda it: it.cost)[:KEPT]


def _pooled(view: View, agreeing: list[Rule]) -> Program:
    """One program for rules with the same answers, believed more for every one."""
    best = min(agreeing, key=lambda it: it.cost)
    costs = np.array([rule.cost for rule in agreeing])
    bonus = np.log(np.exp(-SHARPNESS * (costs - best.cost)).sum()) / SHARPNESS
    ends = np.cumsum([grid.size for grid in view.task.inputs])[:-1]
    parts = zip(view.task.inputs, np.split(best.colours, ends), strict=True)
    answers = tuple(_answer(grid, colours) for grid, colours in parts)
    return Program(best.words, best.cost - float(bonus), answers)


def _answer(grid: Grid, colours: np.ndarray) -> Grid | None:
    """The colours in the shape of the grid, if there is one for every cell."""
    return None if (colours == NOTHING).any() else colours.reshape(grid.shape)
