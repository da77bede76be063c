"""Complete shape: after an example."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    edge,
    empty,
    filled_shape,
    scatter,
)
from metamer.paradigms.concepts.families.things import things, things_by_colour, utmost
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("CompleteShape", "as-the-whole-one")
@dataclass(frozen=True)
class AsTheWholeOne:
    """All things have one shape, but only one is whole: the others get the cells they
    lack, in their own colour or in that of the whole one.

    Source: ours, after moskvichev2023's concept Complete Shape.
    """

    added: str = parameter("own", "of the whole")

    def draw(self, rng: np.random.Generator) -> Grid:
        mask = blob(rng, 6, 10) if rng.random() < 0.5 else edge(filled_shape(rng))
        whole, *paints = colours(rng, int(rng.integers(2, 5)))
        masks = [mask] * (len(paints) + 1)
        grid = empty(rng, (8, 15), (8, 15))
        grid = scatter(rng, grid, masks, [whole, *paints])
        for part in [thing for thing in things(grid) if thing.colour != whole]:
            cells = rng.permutation(np.argwhere(part.mask))
            grid[tuple(cells[: rng.integers(1, 4)].T)] = 0
        return grid

    def answer(self, grid: Grid) -> Grid:
        found = things_by_colour(grid)
        if len(found) < 2:
            raise Unfit
        whole = utmost(found, [thing.size for thing in found])
        output = grid.copy()
        for part in [thing for thing in found if thing is not whole]:
            if (
                part.shape.shape != whole.shape.shape
                or (part.shape > whole.shape).any()
            ):
                raise Unfit
            window, lacking = output[part.box], whole.shape & ~part.shape
            if window[lacking].any():
                raise Unfit
            window[lacking] = part.colour if self.added == "own" else whole.colour
        return output
