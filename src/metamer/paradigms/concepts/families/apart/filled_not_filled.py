"""Filled and not filled: what fills the hollow ones."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    filled_shape,
    scatter,
)
from metamer.paradigms.concepts.families.things import enclosed, is_hollow, only, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("FilledNotFilled", "fill-with-the-filled-one")
@dataclass(frozen=True)
class FillWithTheFilledOne:
    """Hollow things are filled with the colour of the only filled thing, which stays or
    disappears.

    Source: ours, after moskvichev2023's concept Filled and Not Filled.
    """

    filled: str = parameter("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 5))
        paint, *paints = colours(rng, count + 1)
        if rng.random() < 0.5:
            paints = paints[:1] * count
        masks = [filled_shape(rng), *(edge(filled_shape(rng)) for _ in paints)]
        grid = empty(rng, (8, 15), (8, 15))
        return scatter(rng, grid, masks, [paint, *paints])

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        full = only([thing for thing in found if not is_hollow(thing)])
        if len(found) < 2:
            raise Unfit
        output = grid.copy()
        for hollow in [thing for thing in found if thing is not full]:
            inside = enclosed(hollow.mask)
            if grid[inside].any():
                raise Unfit
            output[inside] = full.colour
        if self.filled == "goes":
            output[full.mask] = 0
        return output
