"""Finds programs whose output is made anew rather than drawn onto the input."""

from collections import Counter
from collections.abc import Iterator

from metamer.programs.budget import Budget, Spent
from metamer.programs.making.amounts import amounts
from metamer.programs.making.bars import bars
from metamer.programs.making.cleaning import cleaned
from metamer.programs.making.counting import diagonals, lit, solids
from metamer.programs.making.crop import crops
from metamer.programs.making.elements import Elements, elements, lines
from metamer.programs.making.layers import logic, overlays
from metamer.programs.making.listing import lists
from metamer.programs.making.panels import cells, rearranged
from metamer.programs.making.tables import branches, lookups
from metamer.programs.making.whole import changed
from metamer.programs.program import Program
from metamer.programs.view import View

MOST = 60
"""So many programs are returned, the cheapest."""
ALIKE = 6
"""So many programs with the same answers are kept."""
SIMPLE = 4.0
"""Whoever finds a program up to this cost does not look for roundabout ones."""


def find(view: View, budget: Budget) -> list[Program]:
    """Programs that explain every demonstration, the cheapest first."""
    found: list[Program] = []
    try:
        found += _programs(view, budget)
        if not view.task.keeps_shape and not _simple(found):
            found += _roundabout(view, budget)
    except Spent:
        pass
    return _cheapest(found)


def _cheapest(found: list[Program]) -> list[Program]:
    """The cheapest, but not the same answers over and over."""
    kept: list[Program] = []
    times: Counter[bytes] = Counter()
    for program in sorted(found, key=lambda it: it.cost):
        key = b"|".join(
            b"" if it is None else bytes(it.shape) + it.tobytes()
            for it in program.answers
        )
        times[key] += 1
        if times[key] <= ALIKE and any(it is not None for it in program.answers):
            kept.append(program)
    return kept[:MOST]


def _simple(found: list[Program]) -> bool:
    return any(program.cost <= SIMPLE for program in found)


def _programs(view: View, budget: Budget) -> Iterator[Program]:
    yield from changed(view, budget)
    kinds = elements(view)
    for kind in kinds:
        if kind.panels:
            yield from overlays(view, kind, budget)
            yield from logic(view, kind, budget)
    for kind in [*kinds, *lines(view)]:
        if kind.panels and view.task.keeps_shape:
            yield from rearranged(view, kind, budget)
    if not view.task.keeps_shape:
        yield from _made(view, kinds, budget)


def _made(view: View, kinds: list[Elements], budget: Budget) -> Iterator[Program]:
    for kind in kinds:
        yield from crops(view, kind, budget)
        yield from lists(view, kind, budget)
        yield from cells(view, kind, budget)
        yield from bars(view, kind, budget)
    found = amounts(view, kinds)
    yield from solids(view, kinds, found, budget)
    yield from lit(view, kinds, found, budget)
    yield from diagonals(view, kinds, found, budget)
    yield from lookups(view, found, budget)


def _roundabout(view: View, budget: Budget) -> Iterator[Program]:
    """Programs with a case distinction, or else after a cleaning of the inputs."""

    def inner(part: View) -> list[Program]:
        return sorted(_programs(part, budget), key=lambda it: it.cost)

    cases = list(branches(view, amounts(view, elements(view)), inner, budget))
    yield from cases
    for words, tidy in cleaned(view) if not cases else ():
        for program in inner(tidy):
            said = f"{words}, then {program.words}"
            yield Program(said, program.cost + 1.2, program.answers)
