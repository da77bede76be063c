"""Above and below."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    painted,
    placed,
    rectangle,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import clumps, dividing_row
from metamer.programs.task import Grid


@family("AboveBelow", "keep-what-is-above")
@dataclass(frozen=True)
class KeepOneSide:
    """What is on one side of a line, above or below it, stays; all else goes.

    Source: ours, for moskvichev2023's concept Above and Below.
    """

    kept: str = one_of_these("above", "below")
    line: str = one_of_these("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, height=(8, 15))
        row = int(rng.integers(3, len(grid) - 3))
        between = grid[row] = colours(rng, 1)[0]
        for area in (np.arange(len(grid)) < row, np.arange(len(grid)) > row):
            many = int(rng.integers(1, 4))
            masks = [shape(rng, 3) for _ in range(many)]
            within = np.broadcast_to(area[:, None], grid.shape)
            grid = scattered(rng, grid, masks, colours(rng, many, between), within)
        return grid

    def answer(self, grid: Grid) -> Grid:
        row = dividing_row(grid)
        made = grid.copy()
        made[slice(row + 1, None) if self.kept == "above" else slice(row)] = 0
        if self.line == "goes":
            made[row] = 0
        return made


@family("AboveBelow", "colours-of-stacked-parts")
@dataclass(frozen=True)
class StackedParts:
    """Of each thing, the part above and the part below change colours, or take one.

    Source: ours, for moskvichev2023's concept Above and Below.
    """

    becomes: str = one_of_these("changed", "upper", "lower")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, height=(6, 15))
        for _ in range(int(rng.integers(1, 5))):
            mask = rectangle(rng, 2, 5) if rng.random() < 0.6 else blob(rng, 4, 8)
            if len(mask) < 2:
                raise Unfit
            upper, lower = colours(rng, 2)
            picture = painted(mask, upper)
            below = picture[int(rng.integers(1, len(mask))) :]
            below[below > 0] = lower
            grid = placed(rng, grid, picture)
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for clump in clumps(grid):
            above, below = _parts(grid, clump.mask)
            upper, lower = grid[above][0], grid[below][0]
            made[above] = upper if self.becomes == "upper" else lower
            made[below] = lower if self.becomes == "lower" else upper
        return made


def _parts(grid: Grid, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The upper and the lower part of a thing of two colours, one above the other."""
    rows, columns = np.nonzero(mask)
    upper = mask & (grid == grid[rows[0], columns[0]])
    lower = mask & (grid == grid[rows[-1], columns[-1]])
    if np.nonzero(upper)[0].max() >= np.nonzero(lower)[0].min():
        raise Unfit
    if (upper | lower).sum() != mask.sum():
        raise Unfit
    return upper, lower
