"""Top and bottom in three dimensions: which of two is on the other."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    crop,
    empty,
    line,
    picture_of,
    put,
    put_anywhere,
    rectangle,
)
from metamer.paradigms.concepts.families.things import Thing, clumps, only
from metamer.paradigms.concepts.rules import (
    Unfit,
    family,
    parameter,
)
from metamer.paradigms.concepts.tasks import Grid

LONGEST = 7
"""The longest side of a rectangle."""


@family("TopBottom3D", "colour-by-layer")
@dataclass(frozen=True)
class ColourByLayer:
    """Where one rectangle lies on another, the upper one takes one colour and the lower
    one another.

    Source: ours, after moskvichev2023's concept Top and Bottom 3D.
    """

    above: int = parameter(2, 4, 8)
    below: int = parameter(1, 3, 6)

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (9, 15), (9, 15))
        for _ in range(int(rng.integers(1, 3))):
            paints = colours(rng, 2, self.above, self.below)
            grid = put_anywhere(rng, grid, _two_layers(rng, *paints))
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for clump in clumps(grid):
            upper, lower = _layers(grid, clump)
            output[upper.mask] = self.above
            output[lower.mask] = self.below
        return output


def _two_layers(rng: np.random.Generator, lower: int, upper: int) -> Grid:
    """A rectangle with another on it, anywhere so that they overlap."""
    under, over = _flat(rng), _flat(rng)
    table = picture_of(np.pad(under, LONGEST), lower)
    first = LONGEST + 1 - np.array(over.shape)
    top, left = rng.integers(first, LONGEST + np.array(under.shape))
    return crop(put(table, picture_of(over, upper), int(top), int(left)))


def _flat(rng: np.random.Generator) -> Mask:
    return line(rng, 4, LONGEST) if rng.random() < 0.3 else rectangle(rng, 3, 6)


def _layers(grid: Grid, clump: Thing) -> tuple[Thing, Thing]:
    """The rectangle that is whole, and the one that it covers a part of."""
    known = np.unique(grid[clump.mask])
    parts = [Thing(clump.mask & (grid == colour), int(colour)) for colour in known]
    upper = only([part for part in parts if part.shape.all()])
    lower = only([part for part in parts if part is not upper])
    if not clump.mask[lower.box].all():
        raise Unfit
    return upper, lower
