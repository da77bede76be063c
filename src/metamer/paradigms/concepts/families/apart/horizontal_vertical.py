"""Horizontal and vertical: dots in one row or in one column."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import colours, empty, line, scatter
from metamer.paradigms.concepts.families.things import Thing, things, things_by_colour
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("HorizontalVertical", "join-the-dots")
@dataclass(frozen=True)
class JoinTheDots:
    """Two dots of one colour in the same row are joined by a line and those in the same
    column are not, or the other way round.

    Source: ours, after moskvichev2023's concept Horizontal and Vertical.
    """

    joined: str = parameter("row", "column")

    def draw(self, rng: np.random.Generator) -> Grid:
        paints = colours(rng, int(rng.integers(2, 6)))
        masks = [line(rng, 3, 7) for _ in paints]
        lines = scatter(rng, empty(rng, (6, 15), (6, 15)), masks, paints)
        grid = np.zeros_like(lines)
        for thing in things(lines):
            cells = np.argwhere(thing.mask)
            grid[tuple(cells[[0, -1]].T)] = thing.colour
        return grid

    def answer(self, grid: Grid) -> Grid:
        pairs = things_by_colour(grid)
        joined = [pair for pair in pairs if self._joins(pair)]
        if len(joined) in (0, len(pairs)):
            raise Unfit
        output = grid.copy()
        for pair in joined:
            if not np.isin(grid[pair.box], (0, pair.colour)).all():
                raise Unfit
            output[pair.box] = pair.colour
        return output

    def _joins(self, pair: Thing) -> bool:
        height, width = pair.shape.shape
        if pair.size != 2 or min(height, width) > 1 or max(height, width) < 3:
            raise Unfit
        return height == 1 if self.joined == "row" else width == 1
