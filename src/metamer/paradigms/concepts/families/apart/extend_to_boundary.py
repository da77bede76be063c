"""Extend to boundary: where a line points."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    line,
    picture_of,
    put_anywhere,
    rectangle,
)
from metamer.paradigms.concepts.families.things import Cell, Thing, clumps, ray
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("ExtendToBoundary", "on-from-the-tip")
@dataclass(frozen=True)
class OnFromTheTip:
    """Each line goes on from its coloured tip, up to the edge or an obstacle,
    in the colour of the tip or of the line.

    Source: ours, after moskvichev2023's concept Extend To Boundary.
    """

    paint: str = parameter("tip", "line")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        body, tip, wall = colours(rng, 3)
        for _ in range(int(rng.integers(1, 4))):
            arrow = picture_of(line(rng, 3, 5), body)
            arrow.flat[int(rng.choice((0, -1)))] = tip
            grid = put_anywhere(rng, grid, arrow)
        for _ in range(int(rng.integers(0, 3))):
            grid = put_anywhere(rng, grid, picture_of(rectangle(rng, 2, 4), wall))
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for clump in clumps(grid):
            if (grid[clump.mask] == clump.colour).all():
                continue
            tip, end = _tip_and_end(grid, clump)
            down, right = np.sign(np.subtract(tip, end)).tolist()
            for cell in ray(grid, tip, (down, right)):
                if grid[cell]:
                    break
                if output[cell]:
                    raise Unfit
                output[cell] = grid[tip if self.paint == "tip" else end]
        return output


def _tip_and_end(grid: Grid, clump: Thing) -> tuple[Cell, Cell]:
    """The end of a line that has a colour of its own, and the other end."""
    cells = [(int(row), int(column)) for row, column in np.argwhere(clump.mask)]
    paints = [int(grid[cell]) for cell in cells]
    if min(clump.shape.shape) > 1 or len(cells) < 3:
        raise Unfit
    if paints[-1] == paints[-2]:
        cells, paints = cells[::-1], paints[::-1]
    if len(set(paints[:-1])) > 1 or paints[-1] == paints[0]:
        raise Unfit
    return cells[-1], cells[0]
