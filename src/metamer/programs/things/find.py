"""Programs about things, for tasks whose outputs keep the shape of their inputs."""

from collections.abc import Iterator

import numpy as np

from metamer.programs.budget import Budget, Spent
from metamer.programs.program import Program
from metamer.programs.scene import WAYS
from metamer.programs.things.compose import programs
from metamer.programs.things.copies import completions
from metamer.programs.things.crowd import Crowd, paneled, seen
from metamer.programs.things.move import moves
from metamer.programs.things.paint import erasing, paintings
from metamer.programs.things.referring import references
from metamer.programs.things.steps import Groups, gather, kinds
from metamer.programs.view import View

MOST_THINGS = 40
"""Scenes with more are not looked at thing by thing."""
MOST_PROGRAMS = 60
SHARED = 0.5
"""How much programs that agree add to each other: 0 is nothing, 1 is all."""


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain all demonstrations, the cheapest first."""
    if not view.task.keeps_shape:
        return []
    groups: Groups = {}
    found: list[Program] = []
    try:
        completions(view, groups)
        for crowd in crowds(view):
            _collect(crowd, groups, budget)
        for program in programs(view, groups, budget):
            found.append(program)
    except Spent:
        pass
    return sorted(agreed(found), key=lambda it: it.cost)[:MOST_PROGRAMS]


def agreed(found: list[Program]) -> list[Program]:
    """One program for all that agree on every answer, in the words of the cheapest.

    It costs less than each of them: many ways to say the same make it more believable,
    though less so than if they had nothing in common.
    """
    alike: dict[bytes, list[Program]] = {}
    for program in found:
        key = b"|".join(b"" if it is None else it.tobytes() for it in program.answers)
        alike.setdefault(key, []).append(program)
    return [_joined(some) for some in alike.values()]


def _joined(alike: list[Program]) -> Program:
    best = min(alike, key=lambda it: it.cost)
    votes = sum(np.exp(best.cost - it.cost) for it in alike)
    return best._replace(cost=best.cost - SHARED * float(np.log(votes)))


def crowds(view: View) -> Iterator[Crowd]:
    """The things of a task in every way of seeing that finds others than before."""
    keys: set[bytes] = set()
    for crowd in [*(seen(view, how) for how in WAYS), paneled(view)]:
        if 0 < crowd.most <= MOST_THINGS and crowd.key not in keys:
            keys.add(crowd.key)
            yield crowd


def _collect(crowd: Crowd, groups: Groups, budget: Budget) -> None:
    chosen = kinds(crowd)
    others = references(crowd)
    for acts in ([erasing(crowd)], paintings(crowd, others), moves(crowd, others)):
        gather(crowd, acts, chosen, groups, budget)
