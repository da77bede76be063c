"""Programs about objects, for tasks whose outputs keep the shape of their inputs."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.objects.acts import Act
from metamer.paradigms.concepts.search.objects.completions import completions
from metamer.paradigms.concepts.search.objects.moves import moves
from metamer.paradigms.concepts.search.objects.painting import erasing, paintings
from metamer.paradigms.concepts.search.objects.programs import of_one_step, of_two_steps
from metamer.paradigms.concepts.search.objects.references import references
from metamer.paradigms.concepts.search.objects.stamps import repeats, stamps
from metamer.paradigms.concepts.search.objects.steps import (
    Groups,
    gather,
    join,
    selections,
    selections_by_two,
)
from metamer.paradigms.concepts.search.panels import at_lines
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import Object, Scene
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.search.ways import WAYS, Kind

MAX_OBJECTS = 40
"""Scenes with more objects are not looked at object by object."""
MAX_PROGRAMS = 60
"""How many programs are returned, the cheapest."""
AGREEMENT = 0.5
"""How much programs that agree add to each other: 0 is nothing, 1 is all."""


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain all demonstrations, the cheapest first."""
    if not view.task.keeps_shape:
        return []
    programs: list[Program] = []
    with suppress(Spent):
        # One by one: `list` would lose what was found before the budget was spent.
        for program in _search(view, budget):
            programs.append(program)
    cheapest = sorted(merge_agreeing(programs), key=lambda program: program.cost)
    return cheapest[:MAX_PROGRAMS]


def _search(view: View, budget: Budget) -> Iterator[Program]:
    """Programs about objects with one property; if there are none, with two."""
    groups: Groups = {}
    completions(view, groups)
    solutions = list(of_one_step(view, groups, budget))
    yield from solutions
    tried: list[tuple[Segmentation, list[Act]]] = []
    for segmentation in segmentations(view):
        acts = list(budget.each(_acts(segmentation)))
        here = gather(segmentation, acts, selections(segmentation), budget)
        for program in of_one_step(view, here, budget):
            solutions.append(program)
            yield program
        join(groups, here)
        tried.append((segmentation, acts))
    # After all ways of seeing, because two steps may be about objects that are seen in
    # different ways.
    for program in of_two_steps(view, groups, budget):
        solutions.append(program)
        yield program
    if not solutions:
        yield from _with_two_properties(view, groups, tried, budget)


def _with_two_properties(
    view: View,
    groups: Groups,
    tried: list[tuple[Segmentation, list[Act]]],
    budget: Budget,
) -> Iterator[Program]:
    for segmentation, acts in tried:
        here = gather(segmentation, acts, selections_by_two(segmentation), budget)
        yield from of_one_step(view, here, budget)
        join(groups, here)
    yield from of_two_steps(view, groups, budget)


def _acts(segmentation: Segmentation) -> Iterator[Act]:
    others = references(segmentation)
    yield erasing(segmentation)
    yield from paintings(segmentation, others)
    yield from moves(segmentation, others)
    yield from stamps(segmentation, others)
    yield from repeats(segmentation)


def merge_agreeing(found: list[Program]) -> list[Program]:
    """One program for all that agree on every answer, in the words of the cheapest.

    It costs less than each of them: many ways to say the same make it more believable,
    though less so than if they had nothing in common.
    """
    alike: dict[bytes, list[Program]] = {}
    for program in found:
        key = b"|".join(
            b"" if grid is None else grid.tobytes() for grid in program.answers
        )
        alike.setdefault(key, []).append(program)
    return [_merge(programs) for programs in alike.values()]


def _merge(alike: list[Program]) -> Program:
    best = min(alike, key=lambda program: program.cost)
    votes = sum(np.exp(best.cost - program.cost) for program in alike)
    return best._replace(cost=best.cost - AGREEMENT * float(np.log(votes)))


PANELS = Kind("panel", "panels", described=False)


def segmentations(view: View) -> Iterator[Segmentation]:
    """The objects of a task in every way of seeing that finds others than before."""
    keys: set[bytes] = set()
    panels = Segmentation(view, PANELS, [_panels(scene) for scene in view.scenes])
    for segmentation in [*map(view.segmentation, WAYS), panels]:
        # Attributes take the square of the number of objects, so that is asked first.
        few = 0 < segmentation.most_objects <= MAX_OBJECTS
        if few and segmentation.key not in keys:
            keys.add(segmentation.key)
            yield segmentation


def _panels(scene: Scene) -> list[Object]:
    """The parts of a grid between lines that span it, with all their cells."""
    panels = at_lines(scene)
    if panels is None:
        return []
    return panels.objects(scene.grid, lambda box: np.ones(box.shape, bool))
