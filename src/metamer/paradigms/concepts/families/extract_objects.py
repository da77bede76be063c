"""Extract objects."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    rectangle,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, only, things, utmost
from metamer.programs.task import Grid


@family("ExtractObjects", "cut-out-the-largest")
@dataclass(frozen=True)
class CutOutTheLargest:
    """The thing with the most cells (or the fewest), cut out.

    Source: ours, for moskvichev2023's concept Extract Objects.
    """

    which: str = one_of_these("largest", "smallest")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 6))
        masks = [shape(rng, 5) for _ in range(many)]
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), many)]
        return scattered(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        sign = 1 if self.which == "largest" else -1
        thing = utmost(found, [sign * it.size for it in found])
        return np.where(thing.mask, grid, 0)[thing.box].astype(np.uint8)


@family("ExtractObjects", "what-the-frame-holds")
@dataclass(frozen=True)
class WhatTheFrameHolds:
    """What is within the one frame, with or without the frame.

    Source: ours, for moskvichev2023's concept Extract Objects.
    """

    frame: str = one_of_these("without", "with")

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
        rows, columns = only([it for it in things(grid) if _is_frame(it)]).box
        held = grid[
            rows.start + 1 : rows.stop - 1, columns.start + 1 : columns.stop - 1
        ]
        if not held.any():
            raise Unfit
        return (held if self.frame == "without" else grid[rows, columns]).copy()


def _is_frame(thing: Thing) -> bool:
    """Whether it is the outline of a rectangle with room for something."""
    whole = np.ones_like(thing.shape)
    return min(whole.shape) > 2 and bool((thing.shape == edge(whole)).all())
