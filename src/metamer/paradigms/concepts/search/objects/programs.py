"""Programs of one or two steps that explain every demonstration."""

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.objects.steps import (
    Effect,
    Group,
    Groups,
    ProgramStep,
)
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid

MAX_PAIRED = 800
"""How many of the cheapest groups are tried together in twos."""
MAX_SOLUTIONS = 30
"""How many groups, or pairs of them, are made programs of."""
MAX_STEPS = 40
"""How many steps of a group are looked at for what they do to the asked inputs."""
MAX_ALTERNATIVES = 8
"""How many of them, at most, become programs; half as many each of a pair of groups."""
COST_OF_SECOND = 0.8
"""What a second step costs on top."""


def of_one_step(view: View, groups: Groups, budget: Budget) -> Iterator[Program]:
    """Programs of one step."""
    enough = [
        group
        for group in groups.values()
        if _explains(view, group.paints, group.erases)
    ]
    for group in sorted(enough, key=lambda group: group.cost)[:MAX_SOLUTIONS]:
        yield from _programs(view, (group,), budget)


def of_two_steps(view: View, groups: Groups, budget: Budget) -> Iterator[Program]:
    """Programs of two steps, neither of which is enough alone."""
    parts = [
        group
        for group in groups.values()
        if not _explains(view, group.paints, group.erases)
    ]
    cheapest = sorted(parts, key=lambda group: group.cost)[:MAX_PAIRED]
    for pair in _pairs(view, cheapest, budget):
        yield from _programs(view, pair, budget)


def _explains(view: View, paints: int, erases: int) -> bool:
    """Whether every change is made, and nothing is erased that should stand."""
    # What is painted is right (`Act.fits` saw to it), so only erasing can do harm.
    changed, standing = view.changed, view.standing
    return not changed & ~(paints | erases) and not erases & ~paints & standing


def _pairs(
    view: View, groups: list[Group], budget: Budget
) -> list[tuple[Group, Group]]:
    """The cheapest pairs of groups that explain everything together."""
    found: list[tuple[float, int, tuple[Group, Group]]] = []
    for number, one in enumerate(groups):
        budget.spend()
        rest = view.changed & ~one.cells
        for other in groups[:number]:
            # The first test alone rules out nearly all pairs.
            if not rest & ~other.cells and _explains(
                view, one.paints | other.paints, one.erases | other.erases
            ):
                # The number decides between equal costs: groups have no order.
                found.append((one.cost + other.cost, len(found), (one, other)))
        # Groups are in the order of cost, so that later pairs are seldom cheaper.
        if len(found) > 4 * MAX_SOLUTIONS:
            break
    return [pair for _, _, pair in sorted(found)[:MAX_SOLUTIONS]]


def _programs(
    view: View, groups: tuple[Group, ...], budget: Budget
) -> Iterator[Program]:
    """A program for each different effect that the groups can have on asked inputs."""
    budget.spend(len(view.task.inputs))
    most = MAX_ALTERNATIVES // len(groups)
    choices = [_alternatives(view, group)[:most] for group in groups]
    for steps in product(*choices):
        cost = sum(step.cost for step, _ in steps) + COST_OF_SECOND * (len(steps) - 1)
        answers = tuple(
            _paint(view, view.known + place, [effects[place] for _, effects in steps])
            for place in range(len(view.task.inputs))
        )
        yield Program("; ".join(step.words for step, _ in steps), cost, answers)


Alternative = tuple[ProgramStep, list[Effect]]


def _alternatives(view: View, group: Group) -> list[Alternative]:
    """The cheapest step of a group for each different effect on the asked inputs."""
    asked = range(view.known, len(view.scenes))
    alternatives: dict[bytes, Alternative] = {}
    for step in islice(group.steps(), MAX_STEPS):
        effects = [step.effect(number) for number in asked]
        key = b"".join(part.tobytes() for effect in effects for part in effect)
        alternatives.setdefault(key, (step, effects))
    return list(alternatives.values())


def _paint(view: View, number: int, effects: list[Effect]) -> Grid:
    """A scene's grid after all effects have erased, and then painted."""
    scene = view.scenes[number]
    grid = scene.grid.copy()
    for effect in effects:
        grid[effect.erased] = scene.background
    for effect in effects:
        grid = np.where(effect.painted == NOTHING, grid, effect.painted)
    return grid
