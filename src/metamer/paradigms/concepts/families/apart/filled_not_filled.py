"""Filled and not filled: what fills the hollow ones."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    filled,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import enclosed, is_hollow, only, things
from metamer.programs.task import Grid


@family("FilledNotFilled", "fill-with-the-filled-one")
@dataclass(frozen=True)
class FillWithTheFilledOne:
    """The colour of the one filled thing fills all hollow things; it stays or goes.

    Source: ours, after moskvichev2023's concept Filled and Not Filled.
    """

    filled: str = one_of_these("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(1, 5))
        paint, *paints = colours(rng, many + 1)
        if rng.random() < 0.5:
            paints = paints[:1] * many
        masks = [filled(rng), *(edge(filled(rng)) for _ in paints)]
        grid = empty(rng, (8, 15), (8, 15))
        return scattered(rng, grid, masks, [paint, *paints])

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        full = only([thing for thing in found if not is_hollow(thing)])
        if len(found) < 2:
            raise Unfit
        made = grid.copy()
        for thing in [it for it in found if it is not full]:
            inside = enclosed(thing.mask)
            if grid[inside].any():
                raise Unfit
            made[inside] = full.colour
        if self.filled == "goes":
            made[full.mask] = 0
        return made
