"""Inside and outside: what holds something."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    blob,
    colours,
    diamond,
    edge,
    empty,
    line,
    near,
    painted,
    placed,
    rectangle,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import enclosed, is_hollow, things
from metamer.programs.task import Grid


@family("InsideOutside", "outlines-that-hold-something")
@dataclass(frozen=True)
class OutlinesThatHold:
    """Outlines with something inside stay with it, or else the empty ones; all else goes.

    Source: ours, after moskvichev2023's concept Inside and Outside.
    """

    kept: str = one_of_these("holding", "empty")

    def draw(self, rng: np.random.Generator) -> Grid:
        rings = colours(rng, int(rng.integers(2, 5)))
        grid = empty(rng, (9, 15), (9, 15))
        grid = scattered(rng, grid, [_ring(rng) for _ in rings], rings)
        outside = ~enclosed(grid > 0)
        held = rng.permutation([True, False, *(rng.random(len(rings) - 2) < 0.5)])
        areas = [
            enclosed(it.mask) for it, has in zip(things(grid), held, strict=True) if has
        ]
        areas += [outside] * int(rng.integers(1, 4))
        for area in areas:
            paint = colours(rng, 1, *rings)[0]
            grid = placed(rng, grid, painted(line(rng, 1, 2), paint), area, apart=False)
        return grid

    def answer(self, grid: Grid) -> Grid:
        outlines = [thing for thing in things(grid) if is_hollow(thing)]
        rooms = [enclosed(outline.mask) for outline in outlines]
        holding = [bool(grid[room].any()) for room in rooms]
        if len(set(holding)) != 2:
            raise Unfit
        kept = np.zeros(grid.shape, bool)
        for outline, room, holds in zip(outlines, rooms, holding, strict=True):
            if holds == (self.kept == "holding"):
                kept |= outline.mask | room
        return np.where(kept, grid, 0).astype(np.uint8)


def _ring(rng: np.random.Generator) -> Mask:
    """A closed outline: of a rectangle, of a diamond, or around a blob."""
    kind = rng.integers(3)
    if kind == 0:
        return edge(rectangle(rng, 3, 6))
    if kind == 1:
        return edge(diamond(rng, 2, 3))
    return edge(near(np.pad(blob(rng, 3, 6), 1)))
