"""Finds programs whose output is made anew rather than drawn onto the input."""

from collections import Counter
from collections.abc import Iterator

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.outputs.amounts import amounts
from metamer.paradigms.concepts.search.outputs.bars import bars
from metamer.paradigms.concepts.search.outputs.cases import branches, lookups
from metamer.paradigms.concepts.search.outputs.cleanings import clean
from metamer.paradigms.concepts.search.outputs.counting import (
    diagonals,
    lit_cells,
    solids,
)
from metamer.paradigms.concepts.search.outputs.crops import crops
from metamer.paradigms.concepts.search.outputs.lattices import as_cells, rearrangements
from metamer.paradigms.concepts.search.outputs.lists import lists
from metamer.paradigms.concepts.search.outputs.overlays import combinations, overlays
from metamer.paradigms.concepts.search.outputs.segmentations import lines, segmentations
from metamer.paradigms.concepts.search.outputs.whole import whole_changes
from metamer.paradigms.concepts.search.program import Program, grids_key
from metamer.paradigms.concepts.search.view import Segmentation, View

MAX_PROGRAMS = 60
"""How many programs are returned, the cheapest."""
MAX_ALIKE = 6
"""How many programs with the same answers are kept."""
SIMPLE = 4.0
"""If there is a program up to this cost, no roundabout ones are looked for."""


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain every demonstration, the cheapest first."""
    programs: list[Program] = []
    try:
        programs += _programs(view, budget)
        # Roundabout programs explain much by accident: next to a simple one they would
        # only add noise, and time.
        simple = any(program.cost <= SIMPLE for program in programs)
        if not view.task.keeps_shape and not simple:
            programs += _roundabout(view, budget)
    except Spent:
        pass
    return _cheapest(programs)


def _cheapest(programs: list[Program]) -> list[Program]:
    """The cheapest, but not the same answers over and over."""
    chosen: list[Program] = []
    times: Counter[bytes] = Counter()
    for program in sorted(programs, key=lambda program: program.cost):
        key = grids_key(program.answers)
        times[key] += 1
        answered = any(grid is not None for grid in program.answers)
        if answered and times[key] <= MAX_ALIKE:
            chosen.append(program)
    return chosen[:MAX_PROGRAMS]


def _programs(view: View, budget: Budget) -> Iterator[Program]:
    yield from whole_changes(view, budget)
    seen = segmentations(view)
    for segmentation in seen:
        if segmentation.kind.panels:
            yield from overlays(segmentation, budget)
            yield from combinations(segmentation, budget)
    for segmentation in [*seen, *lines(view)]:
        if segmentation.kind.panels and view.task.keeps_shape:
            yield from rearrangements(segmentation, budget)
    if not view.task.keeps_shape:
        yield from _of_objects(view, seen, budget)


def _of_objects(
    view: View, seen: list[Segmentation], budget: Budget
) -> Iterator[Program]:
    """Outputs of another shape, made of objects or of numbers of them."""
    for segmentation in seen:
        yield from crops(segmentation, budget)
        yield from lists(segmentation, budget)
        yield from as_cells(segmentation, budget)
        yield from bars(segmentation, budget)
    counted = amounts(view, seen)
    yield from solids(view, seen, counted, budget)
    yield from lit_cells(view, seen, counted, budget)
    yield from diagonals(view, seen, counted, budget)
    yield from lookups(view, counted, budget)


def _roundabout(view: View, budget: Budget) -> Iterator[Program]:
    """Programs with a case distinction, or else after a cleaning of the inputs."""

    def inner(part: View) -> list[Program]:
        part.budget = budget
        return sorted(_programs(part, budget), key=lambda program: program.cost)

    cases = list(branches(view, amounts(view, segmentations(view)), inner, budget))
    yield from cases
    for words, cost, tidy in clean(view) if not cases else ():
        for program in inner(tidy):
            named = f"{words}, then {program.words}"
            yield Program(named, program.cost + cost, program.answers)
