"""Inside and outside."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    colours,
    edge,
    empty,
    filled_shape,
    picture_of,
    put_anywhere,
    scatter,
)
from metamer.paradigms.concepts.families.things import enclosed, is_hollow, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


def _rings(rng: np.random.Generator, paints: list[int]) -> Grid:
    """Closed outlines with room inside: rectangles, diamonds and others."""
    masks = [edge(filled_shape(rng, (4, 7), (2, 3), (4, 9))) for _ in paints]
    return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)


@family("InsideOutside", "keep-dots-inside")
@dataclass(frozen=True)
class KeepDotsInside:
    """Dots inside an outline stay and those outside disappear, or the reverse.

    Source: ours, for moskvichev2023's concept Inside and Outside.
    """

    kept: str = parameter("inside", "outside")

    def draw(self, rng: np.random.Generator) -> Grid:
        dot, *paints = colours(rng, int(rng.integers(2, 4)))
        grid = _rings(rng, paints)
        inside = enclosed(grid > 0)
        dots = np.zeros_like(grid)
        for area in (inside, ~inside & (grid == 0)):
            count = int(rng.integers(1, 5))
            dots = scatter(rng, dots, [DOT] * count, [dot] * count, area)
        return np.where(dots, dots, grid)

    def answer(self, grid: Grid) -> Grid:
        outlines = np.zeros(grid.shape, bool)
        for thing in things(grid):
            if is_hollow(thing):
                outlines |= thing.mask
        inside = enclosed(outlines)
        gone = ~inside if self.kept == "inside" else inside
        return np.where(gone & ~outlines, 0, grid).astype(np.uint8)


@family("InsideOutside", "colour-from-inside")
@dataclass(frozen=True)
class ColourFromInside:
    """The colour of a dot inside an outline spreads over its inside, or to the outline.

    Source: ours, for moskvichev2023's concept Inside and Outside.
    """

    spreads: str = parameter("inside", "outline")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 4))
        known = colours(rng, 2 * count)
        grid = _rings(rng, known[:count])
        outside = ~enclosed(grid > 0)
        for thing, dot in zip(things(grid), known[count:], strict=True):
            area = enclosed(thing.mask) if rng.random() < 0.75 else outside
            grid = put_anywhere(rng, grid, picture_of(DOT, dot), area, apart=False)
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for outline in [thing for thing in things(grid) if is_hollow(thing)]:
            inside = enclosed(outline.mask)
            dots = grid[inside & (grid > 0)]
            if len(dots) > 1:
                raise Unfit
            if len(dots):
                output[inside if self.spreads == "inside" else outline.mask] = dots[0]
        return output
