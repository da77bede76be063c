"""Complete shape: after an example."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    edge,
    empty,
    filled,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, things, utmost
from metamer.programs.task import Grid


@family("CompleteShape", "as-the-whole-one")
@dataclass(frozen=True)
class AsTheWholeOne:
    """All things have one shape, but only one is whole: the others get the cells they
    lack, in their own colour or in that of the whole one.

    Source: ours, after moskvichev2023's concept Complete Shape.
    """

    added: str = one_of_these("own", "of the whole")

    def draw(self, rng: np.random.Generator) -> Grid:
        mask = blob(rng, 6, 10) if rng.random() < 0.5 else edge(filled(rng))
        whole, *paints = colours(rng, int(rng.integers(2, 5)))
        masks = [mask] * (len(paints) + 1)
        grid = empty(rng, (8, 15), (8, 15))
        grid = scattered(rng, grid, masks, [whole, *paints])
        for thing in [it for it in things(grid) if it.colour != whole]:
            cells = rng.permutation(np.argwhere(thing.mask))
            grid[tuple(cells[: rng.integers(1, 4)].T)] = 0
        return grid

    def answer(self, grid: Grid) -> Grid:
        known = np.unique(grid[grid > 0])
        if len(known) < 2:
            raise Unfit
        found = [Thing(grid == colour, int(colour)) for colour in known]
        whole = utmost(found, [it.size for it in found])
        made = grid.copy()
        for part in [it for it in found if it is not whole]:
            if (
                part.shape.shape != whole.shape.shape
                or (part.shape > whole.shape).any()
            ):
                raise Unfit
            window, lacking = made[part.box], whole.shape & ~part.shape
            if window[lacking].any():
                raise Unfit
            window[lacking] = part.colour if self.added == "own" else whole.colour
        return made
