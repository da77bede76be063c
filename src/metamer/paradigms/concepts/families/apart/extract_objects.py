"""Extract objects: by a mark."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    painted,
    placed,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import clumps, only
from metamer.programs.task import Grid

DOT = np.ones((1, 1), bool)


@family("ExtractObjects", "cut-out-the-marked")
@dataclass(frozen=True)
class CutOutTheMarked:
    """The one thing with a cell of another colour on it, cut out with or without that
    mark.

    Source: ours, after moskvichev2023's concept Extract Objects.
    """

    mark: str = one_of_these("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 6))
        mark, *known = colours(rng, int(rng.integers(2, 5)))
        paints = [int(paint) for paint in rng.choice(known, many)]
        marked, *masks = [shape(rng, 5) for _ in paints]
        picture = painted(marked, paints[0])
        picture[tuple(rng.choice(np.argwhere(marked)))] = mark
        grid = placed(rng, empty(rng, (8, 15), (8, 15)), picture)
        grid = scattered(rng, grid, masks, paints[1:])
        dots = int(rng.integers(0, 3))
        return scattered(rng, grid, [DOT] * dots, [mark] * dots)

    def answer(self, grid: Grid) -> Grid:
        found = clumps(grid)
        thing = only([it for it in found if len(np.unique(grid[it.mask])) > 1])
        known, many = np.unique(grid[thing.mask], return_counts=True)
        if len(found) < 2 or many.min() > 1 or len(many) > 2 or many.max() < 3:
            raise Unfit
        if self.mark == "goes":
            return painted(thing.shape, int(known[many.argmax()]))
        return np.where(thing.mask, grid, 0)[thing.box].astype(np.uint8)
