"""Extract objects."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    rectangle,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    inside_of,
    is_frame,
    only,
    things,
    utmost,
)
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("ExtractObjects", "cut-out-the-largest")
@dataclass(frozen=True)
class CutOutTheLargest:
    """The thing with the most cells (or the fewest) is cut out.

    Source: ours, for moskvichev2023's concept Extract Objects.
    """

    which: str = parameter("largest", "smallest")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        masks = [shape(rng, 5) for _ in range(count)]
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), count)]
        return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        sign = 1 if self.which == "largest" else -1
        thing = utmost(found, [sign * thing.size for thing in found])
        return np.where(thing.mask, grid, 0)[thing.box].astype(np.uint8)


@family("ExtractObjects", "what-the-frame-holds")
@dataclass(frozen=True)
class WhatTheFrameHolds:
    """What the only frame holds is cut out, with or without the frame.

    Source: ours, for moskvichev2023's concept Extract Objects.
    """

    frame: str = parameter("without", "with")

    def draw(self, rng: np.random.Generator) -> Grid:
        around, *paints = colours(rng, int(rng.integers(2, 5)))
        grid = empty(rng, (8, 15), (8, 15))
        busy = rng.random(grid.shape) < rng.uniform(0.1, 0.5)
        grid[busy] = rng.choice(paints, busy.sum())
        mask = rectangle(rng, 4, 8)
        top, left = rng.integers(0, np.array(grid.shape) - mask.shape + 1)
        window = grid[top : top + len(mask), left : left + mask.shape[1]]
        window[edge(mask)] = around
        return grid

    def answer(self, grid: Grid) -> Grid:
        frame = only([thing for thing in things(grid) if is_frame(thing)])
        held = grid[inside_of(frame)]
        if not held.any():
            raise Unfit
        return (held if self.frame == "without" else grid[frame.box]).copy()
