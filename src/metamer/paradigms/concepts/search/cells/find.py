"""The finder: what a cell gets, but something else where a condition holds.

Source: ours, after the prototype of section 7 of the specification of `concepts`.
"""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.cells.cell_table import CellTable, tabulate
from metamer.paradigms.concepts.search.cells.overrides import (
    Sketch,
    with_one_override,
    with_two_overrides,
    without_override,
)
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid

MAX_PROGRAMS = 60
MAX_RULES = 16
"""How many rules are made of a sketch: their conditions agree on all demonstrations."""
SHARPNESS = 4.0
"""How much more a rule counts, among those that agree, for being cheaper by one."""


class CellRule(NamedTuple):
    """A rule in words, and what it gives to every asked cell."""

    words: str
    cost: float
    colours: np.ndarray


def find(view: View, budget: Budget) -> list[Program]:
    """Rules for cells that explain all demonstrations, the cheapest first."""
    if not (view.task.keeps_shape and view.task.inputs):
        return []
    rules: list[CellRule] = []
    try:
        table = tabulate(view, budget)
        for sketch in _sketches(table, budget, len(view.scenes)):
            rules += _rules(table, sketch)
    except Spent:
        pass
    return _programs(view, rules)


def _sketches(table: CellTable, budget: Budget, grids: int) -> Iterator[Sketch]:
    """Rules that fit, simple ones first; two overrides only if one is not enough."""
    simple = [*without_override(table), *with_one_override(table, budget, grids)]
    return chain(simple, [] if simple else with_two_overrides(table, budget, grids))


def _rules(table: CellTable, sketch: Sketch) -> Iterator[CellRule]:
    """The rules of a sketch: all choices of a condition of each group, cheapest first."""
    groups = [group for override in sketch.overrides for group in override.where]
    # Fewer of each group if there are several, because all combinations are made.
    most = MAX_RULES if len(groups) == 1 else MAX_RULES // 2
    choices = product(*(table.groups[group][:most].tolist() for group in groups))
    costs = table.conditions.costs
    cheapest = sorted(choices, key=lambda rows: costs[list(rows)].sum())
    for rows in cheapest[:MAX_RULES]:
        yield _rule(table, sketch, list(rows))


def _rule(table: CellTable, sketch: Sketch, rows: list[int]) -> CellRule:
    """The rule of a sketch with these conditions, as many as all its overrides have."""
    expressions, conditions = table.expressions, table.conditions
    asked = slice(table.wrong.shape[1], None)
    words = expressions.words[sketch.default]
    colours = expressions.values[sketch.default, asked]
    cost = float(expressions.costs[sketch.default])
    cost += float(conditions.costs[rows].sum())
    for override in sketch.overrides:
        own, rows = rows[: len(override.where)], rows[len(override.where) :]
        where = np.logical_and.reduce(conditions.values[own, asked])
        colours = np.where(where, expressions.values[override.gives, asked], colours)
        cost += float(expressions.costs[override.gives])
        condition = " and ".join(conditions.words[row] for row in own)
        words += f", but {expressions.words[override.gives]} where {condition}"
    return CellRule(words, cost, colours)


def _programs(view: View, all_rules: list[CellRule]) -> list[Program]:
    """Rules that give different answers, each with the weight of all that agree."""
    agreeing: dict[bytes, list[CellRule]] = {}
    for rule in all_rules:
        agreeing.setdefault(rule.colours.tobytes(), []).append(rule)
    programs = [_pool(view, rules) for rules in agreeing.values()]
    return sorted(programs, key=lambda program: program.cost)[:MAX_PROGRAMS]


def _pool(view: View, agreeing: list[CellRule]) -> Program:
    """One program for rules with the same answers, cheaper the more rules there are."""
    best = min(agreeing, key=lambda rule: rule.cost)
    costs = np.array([rule.cost for rule in agreeing])
    # A soft minimum: rules of about the same cost add to each other, a much dearer one
    # adds nothing.
    bonus = np.log(np.exp(-SHARPNESS * (costs - best.cost)).sum()) / SHARPNESS
    ends = np.cumsum([grid.size for grid in view.task.inputs])[:-1]
    parts = zip(view.task.inputs, np.split(best.colours, ends), strict=True)
    answers = tuple(_answer(grid, colours) for grid, colours in parts)
    return Program(best.words, best.cost - float(bonus), answers)


def _answer(grid: Grid, colours: np.ndarray) -> Grid | None:
    """The colours in the shape of the grid, if there is one for every cell."""
    return None if (colours == NOTHING).any() else colours.reshape(grid.shape)
