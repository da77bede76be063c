"""Inside and outside."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    Mask,
    blob,
    colours,
    diamond,
    edge,
    empty,
    near,
    painted,
    placed,
    rectangle,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import enclosed, is_hollow, things
from metamer.programs.task import Grid


def _rings(rng: np.random.Generator, paints: list[int]) -> Grid:
    """Closed outlines with room inside: rectangles, diamonds and others."""
    masks: list[Mask] = []
    for _ in paints:
        kind = rng.integers(3)
        if kind == 0:
            masks.append(edge(rectangle(rng, 4, 7)))
        elif kind == 1:
            masks.append(edge(diamond(rng, 2, 3)))
        else:
            masks.append(edge(near(np.pad(blob(rng, 4, 9), 1))))
    return scattered(rng, empty(rng, (8, 15), (8, 15)), masks, paints)


@family("InsideOutside", "keep-dots-inside")
@dataclass(frozen=True)
class KeepDotsInside:
    """Dots inside an outline stay and those outside go, or the other way round.

    Source: ours, for moskvichev2023's concept Inside and Outside.
    """

    kept: str = one_of_these("inside", "outside")

    def draw(self, rng: np.random.Generator) -> Grid:
        dot, *paints = colours(rng, int(rng.integers(2, 4)))
        grid = _rings(rng, paints)
        inside = enclosed(grid > 0)
        dots = np.zeros_like(grid)
        for area in (inside, ~inside & (grid == 0)):
            many = int(rng.integers(1, 5))
            dots = scattered(rng, dots, [DOT] * many, [dot] * many, area)
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

    spreads: str = one_of_these("inside", "outline")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(1, 4))
        known = colours(rng, 2 * many)
        grid = _rings(rng, known[:many])
        outside = ~enclosed(grid > 0)
        for thing, dot in zip(things(grid), known[many:], strict=True):
            area = enclosed(thing.mask) if rng.random() < 0.75 else outside
            grid = placed(rng, grid, painted(DOT, dot), area, apart=False)
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for outline in [it for it in things(grid) if is_hollow(it)]:
            inside = enclosed(outline.mask)
            dots = grid[inside & (grid > 0)]
            if len(dots) > 1:
                raise Unfit
            if len(dots):
                made[inside if self.spreads == "inside" else outline.mask] = dots[0]
        return made
