"""Top and bottom in two dimensions."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import things, utmost
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("TopBottom2D", "colours-of-top-and-bottom")
@dataclass(frozen=True)
class ColoursOfTopAndBottom:
    """The topmost and the lowest thing swap colours, or one takes the other's.

    Source: ours, for moskvichev2023's concept Top and Bottom 2D.
    """

    change: str = parameter("both", "top", "bottom")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        masks = [shape(rng, 4) for _ in range(count)]
        grid = empty(rng, (7, 15), (7, 15))
        return scatter(rng, grid, masks, colours(rng, count))

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        top = utmost(found, [-thing.box[0].start for thing in found])
        bottom = utmost(found, [thing.box[0].stop for thing in found])
        if top is bottom:
            raise Unfit
        output = grid.copy()
        if self.change != "bottom":
            output[top.mask] = bottom.colour
        if self.change != "top":
            output[bottom.mask] = top.colour
        return output


@family("TopBottom2D", "paint-the-top-row")
@dataclass(frozen=True)
class PaintTheTopRow:
    """The top row of each thing (or the bottom row) takes one colour.

    Source: ours, for moskvichev2023's concept Top and Bottom 2D.
    """

    end: str = parameter("top", "bottom")
    paint: int = parameter(1, 2, 4, 8)

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 5))
        masks = [shape(rng, 5) for _ in range(count)]
        grid = empty(rng, (6, 15), (6, 15))
        return scatter(rng, grid, masks, colours(rng, count, self.paint))

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for thing in things(grid):
            if len(thing.shape) == 1:
                raise Unfit
            rows = thing.box[0]
            row = rows.start if self.end == "top" else rows.stop - 1
            output[row, thing.mask[row]] = self.paint
        return output
