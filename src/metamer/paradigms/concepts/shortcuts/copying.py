"""Copy."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    blob,
    colours,
    empty,
    free_places,
    picture_of,
    put,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_size,
    picks,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("Copy", "same-colour-or-larger")
@dataclass(frozen=True)
class SameColourOrLarger:
    """Of two things the one that has the dot's colour (or the other) is copied onto the
    dot, with its middle there. Shortcut: the larger one is copied (or the smaller).

    Source: ours, for moskvichev2023's concept Copy.
    """

    copied: str = parameter("same colour", "other colour")
    size: str = parameter("largest", "smallest")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        sizes = rng.permutation(np.arange(5, 9))[:2]
        if cues == "absent":
            sizes[:] = sizes[0]
        paints = colours(rng, 2)
        grid = empty(rng, (9, 15), (9, 15))
        masks = [_three_by_three(rng, int(size)) for size in sizes]
        grid = scatter(rng, grid, masks, paints)
        places = free_places(grid, np.ones((3, 3), bool))
        if not len(places):
            raise Unfit
        top, left = places[rng.integers(len(places))]
        grid[top + 1, left + 1] = paints[0]
        return grid

    def answer(self, grid: Grid) -> Grid:
        dot, two = _dot_and_two(grid)
        same = [thing.colour == dot.colour for thing in two]
        if sum(same) != 1:
            raise Unfit
        place = same.index(self.copied == "same colour")
        return _copied(grid, two[place])

    def shortcut(self, grid: Grid) -> Grid:
        return _copied(grid, by_size(_two(grid), self.size))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(_two, _copied)


def _three_by_three(rng: np.random.Generator, cells: int) -> Mask:
    """A shape of this number of cells that is three cells wide and high."""
    mask = blob(rng, cells, cells)
    if mask.shape != (3, 3):
        raise Unfit
    return mask


def _dot_and_two(grid: Grid) -> tuple[Thing, list[Thing]]:
    found = things(grid)
    two = [thing for thing in found if thing.shape.shape == (3, 3)]
    if len(found) != 3 or len(two) != 2:
        raise Unfit
    return only([thing for thing in found if thing.size == 1]), two


def _two(grid: Grid) -> list[Thing]:
    return _dot_and_two(grid)[1]


def _copied(grid: Grid, thing: Thing) -> Grid:
    dot, _ = _dot_and_two(grid)
    rows, columns = dot.box
    output = np.where(dot.mask, 0, grid).astype(np.uint8)
    picture = picture_of(thing.shape, thing.colour)
    return put(output, picture, rows.start - 1, columns.start - 1)
