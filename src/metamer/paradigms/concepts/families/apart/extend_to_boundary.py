"""Extend to boundary: where a line points."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    line,
    painted,
    placed,
    rectangle,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, clumps
from metamer.programs.task import Grid

Cell = tuple[int, int]


@family("ExtendToBoundary", "on-from-the-tip")
@dataclass(frozen=True)
class OnFromTheTip:
    """Each line goes on from its coloured tip, up to the edge or whatever is in its way,
    in the colour of the tip or of the line.

    Source: ours, after moskvichev2023's concept Extend To Boundary.
    """

    paint: str = one_of_these("tip", "line")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        body, tip, wall = colours(rng, 3)
        for _ in range(int(rng.integers(1, 4))):
            arrow = painted(line(rng, 3, 5), body)
            arrow.flat[int(rng.choice((0, -1)))] = tip
            grid = placed(rng, grid, arrow)
        for _ in range(int(rng.integers(0, 3))):
            grid = placed(rng, grid, painted(rectangle(rng, 2, 4), wall))
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for clump in clumps(grid):
            if (grid[clump.mask] == clump.colour).all():
                continue
            tip, end = _tip_and_end(grid, clump)
            for cell in _cells_on(grid, tip, end):
                if grid[cell]:
                    break
                if made[cell]:
                    raise Unfit
                made[cell] = grid[tip if self.paint == "tip" else end]
        return made


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


def _cells_on(grid: Grid, tip: Cell, end: Cell) -> Iterator[Cell]:
    """The cells from the tip on, away from the other end, to the edge of the grid."""
    down, right = np.sign(np.subtract(tip, end)).tolist()
    row, column = tip[0] + down, tip[1] + right
    while 0 <= row < grid.shape[0] and 0 <= column < grid.shape[1]:
        yield row, column
        row, column = row + down, column + right
