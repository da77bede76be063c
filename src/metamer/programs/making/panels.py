"""Programs that show panels as cells, or put them in another order."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.budget import Budget
from metamer.programs.making.elements import Elements
from metamer.programs.making.listing import KEYS
from metamer.programs.program import Program
from metamer.programs.task import Grid, same
from metamer.programs.view import View


def cells(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """One cell for each thing that stands in a lattice: its colour, or lit or not."""
    lattices = [_lattice(found, place) for place in range(len(found.scenes))]
    pairs = zip(lattices, view.outputs, strict=False)
    if any(lattice != output.shape for lattice, output in pairs):
        return
    if all(output.size == 1 for output in view.outputs):
        return
    budget.spend(len(found.properties.words))
    yield from _in_colours(view, found, lattices)
    yield from _lit_or_not(view, found, lattices)


Lattice = tuple[int, int] | None
"""How many rows and columns things stand in."""


def _in_colours(
    view: View, found: Elements, lattices: list[Lattice]
) -> Iterator[Program]:
    grids = [
        np.array([it.colour for it in things], np.uint8).reshape(lattice)
        if lattice
        else None
        for things, lattice in zip(found.things, lattices, strict=True)
    ]
    if all(map(same, grids, view.outputs)):
        words = f"show each {found.words} as a cell of its colour"
        yield Program(words, 1.5 + found.cost, tuple(grids[view.known :]))


def _lit_or_not(
    view: View, found: Elements, lattices: list[Lattice]
) -> Iterator[Program]:
    shades = {int(it) for output in view.outputs for it in np.unique(output)}
    table = found.properties
    for on, off in permutations(sorted(shades)) if len(shades) == 2 else ():
        for place in _exactly(found, [it.ravel() == on for it in view.outputs]):
            answers = tuple(
                _coloured(lattice, holds[:, place], on, off)
                for lattice, holds in zip(
                    lattices[view.known :], table.holds[view.known :], strict=True
                )
            )
            words = f"show each {found.words} as a cell, {on} if {table.words[place]}"
            yield Program(words, float(2 + found.cost + table.costs[place]), answers)


def _lattice(found: Elements, place: int) -> Lattice:
    """The lattice of the things, if every place in it is taken."""
    things = found.things[place]
    rows, columns = len({it.top for it in things}), len({it.left for it in things})
    return (rows, columns) if rows * columns == len(things) else None


def _coloured(lattice: Lattice, lit: np.ndarray, on: int, off: int) -> Grid | None:
    if lattice is None:
        return None
    return np.where(lit, np.uint8(on), np.uint8(off)).reshape(lattice)


def _exactly(found: Elements, right: list[np.ndarray]) -> list[int]:
    """The properties that hold of just these things."""
    fits = np.ones(len(found.properties.words), bool)
    for holds, on in zip(found.properties.holds, right, strict=False):
        fits &= (holds == on[:, None]).all(0)
    return np.flatnonzero(fits).tolist()


def rearranged(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """Panels put back into their places in another order."""
    places = {words: place for place, words in enumerate(ATTRIBUTES)}
    for words, cost in KEYS.items():
        for sign in (1, -1):
            budget.spend(len(found.scenes))
            keys = [sign * table[:, places[words]] for table in found.tables]
            grids = [
                _placed(found, place, np.argsort(key, kind="stable"))
                for place, key in enumerate(keys)
            ]
            if all(map(same, grids, view.outputs)):
                order = f"{'falling' if sign < 0 else 'rising'} {words}"
                yield Program(
                    f"put each {found.words} in the order of {order}",
                    1.5 + found.cost + cost,
                    tuple(grids[view.known :]),
                )


def _placed(found: Elements, place: int, order: np.ndarray) -> Grid | None:
    things = found.things[place]
    if len({it.box.shape for it in things}) != 1:
        return None
    made = found.scenes[place].grid.copy()
    for here, taken in zip(things, order.tolist(), strict=True):
        made[here.place] = things[taken].box
    return made
