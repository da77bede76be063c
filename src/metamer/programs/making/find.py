"""Finds programs whose output is made anew rather than drawn onto the input."""

from collections.abc import Iterator

from metamer.programs.budget import Budget, Spent
from metamer.programs.making.amounts import amounts
from metamer.programs.making.counting import lit, solids
from metamer.programs.making.crop import crops
from metamer.programs.making.elements import elements
from metamer.programs.making.listing import lists
from metamer.programs.making.whole import changed
from metamer.programs.program import Program
from metamer.programs.view import View

MOST = 60
"""So many programs are returned, the cheapest."""


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain every demonstration, the cheapest first."""
    found: list[Program] = []
    try:
        for program in _programs(view, budget):
            found.append(program)
    except Spent:
        pass
    return sorted(found, key=lambda it: it.cost)[:MOST]


def _programs(view: View, budget: Budget) -> Iterator[Program]:
    yield from changed(view, budget)
    kinds = elements(view)
    if view.task.keeps_shape:
        kinds = [kind for kind in kinds if kind.panels]
    for kind in kinds:
        yield from lists(view, kind, budget)
    if view.task.keeps_shape:
        return
    for kind in kinds:
        yield from crops(view, kind, budget)
    found = amounts(view, kinds)
    yield from solids(view, kinds, found, budget)
    yield from lit(view, kinds, found, budget)
