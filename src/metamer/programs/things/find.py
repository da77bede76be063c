"""Programs about things, for tasks whose outputs keep the shape of their inputs."""

from collections.abc import Iterator

import numpy as np

from metamer.programs.budget import Budget, Spent
from metamer.programs.program import Program
from metamer.programs.properties import Properties
from metamer.programs.scene import WAYS
from metamer.programs.things.compose import programs
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.move import moves
from metamer.programs.things.paint import erasing, paintings
from metamer.programs.things.panels import panels
from metamer.programs.things.referring import references
from metamer.programs.things.steps import Groups, gather, kinds
from metamer.programs.view import View

MOST_THINGS = 40
"""Scenes with more are not looked at thing by thing."""
MOST_PROGRAMS = 60
UNTOLD = Properties([], np.zeros(0), [])
"""For things of which nothing is asked."""


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
    return sorted(agreed(found), key=lambda it: it.cost)[:MOST_PROGRAMS]


def agreed(found: list[Program]) -> list[Program]:
    """One program for all that agree on every answer, in the words of the cheapest.

    It costs less than each of them, so that it is believed as much as all together.
    """
    alike: dict[bytes, list[Program]] = {}
    for program in found:
        key = b"|".join(b"" if it is None else it.tobytes() for it in program.answers)
        alike.setdefault(key, []).append(program)
    return [
        min(some, key=lambda it: it.cost)._replace(
            cost=-float(np.log(sum(np.exp(-it.cost) for it in some)))
        )
        for some in alike.values()
    ]


def crowds(view: View) -> Iterator[Crowd]:
    """The things of a task in every way of seeing that finds others than before."""
    seen: set[bytes] = set()
    for crowd in _ways(view):
        if 0 < crowd.most <= MOST_THINGS and crowd.key not in seen:
            seen.add(crowd.key)
            yield crowd


def _ways(view: View) -> Iterator[Crowd]:
    for how in WAYS:
        things = [scene.things(how) for scene in view.scenes]
        yield Crowd(view, how, things, view.properties(how))
    yield Crowd(view, "panels", [panels(scene) for scene in view.scenes], UNTOLD)


def _collect(crowd: Crowd, groups: Groups, budget: Budget) -> None:
    chosen = kinds(crowd)
    others = references(crowd)
    for acts in ([erasing(crowd)], paintings(crowd, others), moves(crowd, others)):
        gather(crowd, acts, chosen, groups, budget)
