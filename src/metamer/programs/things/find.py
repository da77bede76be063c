"""Programs about things, for tasks whose outputs keep the shape of their inputs."""

from collections.abc import Iterator

from metamer.programs.budget import Budget, Spent
from metamer.programs.program import Program
from metamer.programs.scene import WAYS
from metamer.programs.things.compose import programs
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.move import moves
from metamer.programs.things.paint import paintings
from metamer.programs.things.referring import references
from metamer.programs.things.steps import Groups, gather, kinds
from metamer.programs.view import View

MOST_THINGS = 40
"""Scenes with more are not looked at thing by thing."""
MOST_PROGRAMS = 60


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain all demonstrations, the cheapest first."""
    if not view.task.keeps_shape:
        return []
    groups: Groups = {}
    found: list[Program] = []
    try:
        for crowd in crowds(view):
            _collect(crowd, groups, budget)
        for program in programs(view, groups, budget):
            found.append(program)
    except Spent:
        pass
    return sorted(found, key=lambda it: it.cost)[:MOST_PROGRAMS]


def crowds(view: View) -> Iterator[Crowd]:
    """The things of a task in every way of seeing that finds others than before."""
    seen: set[bytes] = set()
    for how in WAYS:
        crowd = Crowd(view, how)
        if crowd.most <= MOST_THINGS and crowd.key not in seen:
            seen.add(crowd.key)
            yield crowd


def _collect(crowd: Crowd, groups: Groups, budget: Budget) -> None:
    chosen = kinds(crowd)
    others = references(crowd)
    gather(crowd, paintings(crowd, others), chosen, groups, budget)
    gather(crowd, moves(crowd, others), chosen, groups, budget)
