"""Programs of one or two steps that explain every demonstration."""

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.program import Program
from metamer.programs.scene import NOTHING
from metamer.programs.task import Grid
from metamer.programs.things.crowd import changed, standing
from metamer.programs.things.steps import Effect, Group, Groups, Step
from metamer.programs.view import View

PARTS = 800
"""How many of the cheapest groups are tried together in twos."""
SOLUTIONS = 30
"""How many groups, or pairs of them, are made programs of."""
SECOND = 0.8
"""What a second step costs on top."""
ALIKE = 40
"""How many steps of a group are looked at for what they do to the asked inputs."""


def of_one_step(view: View, groups: Groups, budget: Budget) -> Iterator[Program]:
    """Programs of one step."""
    cells, there = changed(view), standing(view)
    enough = [
        it for it in groups.values() if _explains(cells, there, it.paints, it.erases)
    ]
    for group in sorted(enough, key=lambda it: it.cost)[:SOLUTIONS]:
        yield from _programs(view, (group,), budget)


def of_two_steps(view: View, groups: Groups, budget: Budget) -> Iterator[Program]:
    """Programs of two steps, neither of which is enough alone."""
    cells, there = changed(view), standing(view)
    parts = [
        it
        for it in groups.values()
        if not _explains(cells, there, it.paints, it.erases)
    ]
    cheapest = sorted(parts, key=lambda it: it.cost)[:PARTS]
    for pair in _pairs(cheapest, cells, there, budget):
        yield from _programs(view, pair, budget)


def _explains(cells: int, there: int, paints: int, erases: int) -> bool:
    """Whether every change is made, and nothing is erased that should stand."""
    return not cells & ~(paints | erases) and not erases & ~paints & there


def _pairs(
    groups: list[Group], cells: int, there: int, budget: Budget
) -> list[tuple[Group, Group]]:
    """The cheapest pairs of groups that explain everything together."""
    found: list[tuple[float, int, tuple[Group, Group]]] = []
    for number, one in enumerate(groups):
        budget.spend()
        rest = cells & ~one.cells
        for other in groups[:number]:
            if not rest & ~other.cells and _explains(
                cells, there, one.paints | other.paints, one.erases | other.erases
            ):
                found.append((one.cost + other.cost, len(found), (one, other)))
        if len(found) > 4 * SOLUTIONS:
            break
    return [pair for _, _, pair in sorted(found)[:SOLUTIONS]]


def _programs(
    view: View, groups: tuple[Group, ...], budget: Budget
) -> Iterator[Program]:
    """A program for each thing that the steps of some groups could do when asked."""
    budget.spend(len(view.task.inputs))
    most = 8 // len(groups)
    choices = [_alternatives(view, group)[:most] for group in groups]
    for steps in product(*choices):
        cost = sum(step.cost for step, _ in steps) + SECOND * (len(steps) - 1)
        answers = tuple(
            _painted(view, view.known + place, [effects[place] for _, effects in steps])
            for place in range(len(view.task.inputs))
        )
        yield Program("; ".join(step.words for step, _ in steps), cost, answers)


Alternative = tuple[Step, list[Effect]]


def _alternatives(view: View, group: Group) -> list[Alternative]:
    """The cheapest step of a group for each different thing that they do when asked."""
    asked = range(view.known, len(view.scenes))
    found: dict[bytes, Alternative] = {}
    for step in islice(group.steps(), ALIKE):
        effects = [step.effect(number) for number in asked]
        key = b"".join(part.tobytes() for effect in effects for part in effect)
        found.setdefault(key, (step, effects))
    return list(found.values())


def _painted(view: View, number: int, effects: list[Effect]) -> Grid:
    """A scene's grid after all is erased and then painted that some effects say."""
    scene = view.scenes[number]
    grid = scene.grid.copy()
    for effect in effects:
        grid[effect.erased] = scene.background
    for effect in effects:
        grid = np.where(effect.painted == NOTHING, grid, effect.painted)
    return grid
