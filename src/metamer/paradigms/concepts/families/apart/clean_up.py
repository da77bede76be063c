"""Clean up: dirt that has the colour of what it is on."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    dilate,
    empty,
    rectangle,
    scatter,
)
from metamer.paradigms.concepts.families.things import things
from metamer.paradigms.concepts.rules import Unfit, family
from metamer.paradigms.concepts.tasks import Grid


@family("CleanUp", "trim-rectangles")
@dataclass(frozen=True)
class TrimRectangles:
    """Of solid rectangles with cells that stick out, and loose cells around them, only
    the rectangles stay.

    Source: ours, after moskvichev2023's concept Clean Up.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        paints = colours(rng, int(rng.integers(1, 4)))
        masks = [rectangle(rng, 3, 6) for _ in paints]
        clean = scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)
        grid = clean.copy()
        for paint in paints:
            grid = _add_dirt(rng, grid, dilate(clean == paint), paint)
        for paint in rng.choice(paints, int(rng.integers(4))):
            grid = _add_dirt(rng, grid, np.ones_like(grid, bool), int(paint))
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = np.zeros_like(grid)
        for colour in np.unique(grid[grid > 0]):
            output[_thick(grid == colour)] = colour
        whole = [
            thing.shape.all() and min(thing.shape.shape) > 2 for thing in things(output)
        ]
        if not all(whole):
            raise Unfit
        return output


def _add_dirt(rng: np.random.Generator, grid: Grid, area: Mask, paint: int) -> Grid:
    """The grid with some black cells of an area in a colour."""
    free = rng.permutation(np.argwhere(area & (grid == 0)))
    output = grid.copy()
    output[tuple(free[: rng.integers(1, 5)].T)] = paint
    return output


def _thick(mask: Mask) -> Mask:
    """The cells that belong to a square of two by two."""
    height, width = mask.shape
    corners = list(product((0, 1), (0, 1)))
    squares = np.ones((height - 1, width - 1), bool)
    for down, right in corners:
        squares &= mask[down : height - 1 + down, right : width - 1 + right]
    kept = np.zeros_like(mask)
    for down, right in corners:
        kept[down : height - 1 + down, right : width - 1 + right] |= squares
    return kept
