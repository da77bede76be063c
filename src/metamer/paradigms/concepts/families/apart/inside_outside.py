"""Inside and outside: what holds something."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    filled_shape,
    line,
    picture_of,
    put_anywhere,
    scatter,
)
from metamer.paradigms.concepts.families.things import enclosed, is_hollow, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("InsideOutside", "outlines-that-hold-something")
@dataclass(frozen=True)
class OutlinesThatHold:
    """Outlines that hold something stay, with what they hold, or else only the empty
    ones; all else disappears.

    Source: ours, after moskvichev2023's concept Inside and Outside.
    """

    kept: str = parameter("holding", "empty")

    def draw(self, rng: np.random.Generator) -> Grid:
        rings = colours(rng, int(rng.integers(2, 5)))
        grid = empty(rng, (9, 15), (9, 15))
        masks = [edge(filled_shape(rng, (3, 6), (2, 3), (3, 6))) for _ in rings]
        grid = scatter(rng, grid, masks, rings)
        outside = ~enclosed(grid > 0)
        held = rng.permutation([True, False, *(rng.random(len(rings) - 2) < 0.5)])
        areas = [
            enclosed(ring.mask)
            for ring, has in zip(things(grid), held, strict=True)
            if has
        ]
        areas += [outside] * int(rng.integers(1, 4))
        for area in areas:
            paint = colours(rng, 1, *rings)[0]
            grid = put_anywhere(
                rng, grid, picture_of(line(rng, 1, 2), paint), area, apart=False
            )
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
