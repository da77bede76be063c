"""Extract objects: by a mark."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    colours,
    empty,
    picture_of,
    put_anywhere,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import clumps, only
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("ExtractObjects", "cut-out-the-marked")
@dataclass(frozen=True)
class CutOutTheMarked:
    """The only thing with a cell of another colour on it is cut out, with or without
    that mark.

    Source: ours, after moskvichev2023's concept Extract Objects.
    """

    mark: str = parameter("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        mark, *known = colours(rng, int(rng.integers(2, 5)))
        paints = [int(paint) for paint in rng.choice(known, count)]
        marked, *masks = [shape(rng, 5) for _ in paints]
        picture = picture_of(marked, paints[0])
        picture[tuple(rng.choice(np.argwhere(marked)))] = mark
        grid = put_anywhere(rng, empty(rng, (8, 15), (8, 15)), picture)
        grid = scatter(rng, grid, masks, paints[1:])
        dots = int(rng.integers(0, 3))
        return scatter(rng, grid, [DOT] * dots, [mark] * dots)

    def answer(self, grid: Grid) -> Grid:
        found = clumps(grid)
        thing = only([clump for clump in found if len(np.unique(grid[clump.mask])) > 1])
        known, count = np.unique(grid[thing.mask], return_counts=True)
        if len(found) < 2 or count.min() > 1 or len(count) > 2 or count.max() < 3:
            raise Unfit
        if self.mark == "goes":
            return picture_of(thing.shape, int(known[count.argmax()]))
        return np.where(thing.mask, grid, 0)[thing.box].astype(np.uint8)
