"""Top and bottom in two dimensions: rows in the colours of what is at the ends."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import colours, empty, scatter, shape
from metamer.paradigms.concepts.families.things import things, utmost
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("TopBottom2D", "rows-at-both-ends")
@dataclass(frozen=True)
class RowsAtBothEnds:
    """The top row of the grid takes the colour of the topmost thing and the bottom row
    that of the lowest, or each takes the other's.

    Source: ours, after moskvichev2023's concept Top and Bottom 2D.
    """

    colour: str = parameter("nearest", "other")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        masks = [shape(rng, 4) for _ in range(count)]
        grid = empty(rng, (7, 15), (7, 15))
        inner = np.zeros(grid.shape, bool)
        inner[1:-1] = True
        return scatter(rng, grid, masks, colours(rng, count), inner)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        top = utmost(found, [-thing.box[0].start for thing in found])
        bottom = utmost(found, [thing.box[0].stop for thing in found])
        if grid[[0, -1]].any() or top.colour == bottom.colour:
            raise Unfit
        output = grid.copy()
        ends = [0, -1] if self.colour == "nearest" else [-1, 0]
        output[ends] = [[top.colour], [bottom.colour]]
        return output
