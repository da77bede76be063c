"""Programs about things, for tasks whose outputs keep the shape of their inputs."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from metamer.programs.budget import Budget, Spent
from metamer.programs.program import Program
from metamer.programs.scene import WAYS
from metamer.programs.things.acts import Act
from metamer.programs.things.compose import of_one_step, of_two_steps
from metamer.programs.things.copies import completions
from metamer.programs.things.crowd import Crowd, paneled, seen
from metamer.programs.things.move import moves
from metamer.programs.things.paint import erasing, paintings
from metamer.programs.things.referring import Reference, references
from metamer.programs.things.stamp import repeats, stamps
from metamer.programs.things.steps import Groups, gather, join, kinds, kinds_of_two
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
    found: list[Program] = []
    with suppress(Spent):
        for program in _search(view, budget):
            found.append(program)
    return sorted(agreed(found), key=lambda it: it.cost)[:MOST_PROGRAMS]


def _search(view: View, budget: Budget) -> Iterator[Program]:
    """Programs about things with one property; if there are none, with two."""
    groups: Groups = {}
    completions(view, groups)
    found = list(of_one_step(view, groups, budget))
    yield from found
    tried: list[tuple[Crowd, list[Act]]] = []
    for crowd in crowds(view):
        acts = list(_acts(crowd, references(crowd)))
        here = gather(crowd, acts, kinds(crowd), budget)
        for program in of_one_step(view, here, budget):
            found.append(program)
            yield program
        join(groups, here)
        tried.append((crowd, acts))
    for program in of_two_steps(view, groups, budget):
        found.append(program)
        yield program
    if not found:
        yield from _with_two_properties(view, groups, tried, budget)


def _with_two_properties(
    view: View, groups: Groups, tried: list[tuple[Crowd, list[Act]]], budget: Budget
) -> Iterator[Program]:
    for crowd, acts in tried:
        here = gather(crowd, acts, kinds_of_two(crowd), budget)
        yield from of_one_step(view, here, budget)
        join(groups, here)
    yield from of_two_steps(view, groups, budget)


def _acts(crowd: Crowd, others: list[Reference]) -> Iterator[Act]:
    yield erasing(crowd)
    yield from paintings(crowd, others)
    yield from moves(crowd, others)
    yield from stamps(crowd, others)
    yield from repeats(crowd)


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
    # What is said of things takes the square of their number, so they are counted first.
    few = [
        how
        for how in WAYS
        if max(len(scene.things(how)) for scene in view.scenes) <= MOST_THINGS
    ]
    for crowd in [*(seen(view, how) for how in few), paneled(view)]:
        if 0 < crowd.most <= MOST_THINGS and crowd.key not in keys:
            keys.add(crowd.key)
            yield crowd
