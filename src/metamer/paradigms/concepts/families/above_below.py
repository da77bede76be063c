"""Above and below."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    picture_of,
    put_anywhere,
    rectangle,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import clumps, dividing_row
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("AboveBelow", "keep-what-is-above")
@dataclass(frozen=True)
class KeepOneSide:
    """What is on one side of a line, above or below it, stays; all else disappears.

    Source: ours, for moskvichev2023's concept Above and Below.
    """

    kept: str = parameter("above", "below")
    line: str = parameter("stays", "goes")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, height=(8, 15))
        row = int(rng.integers(3, len(grid) - 3))
        between = grid[row] = colours(rng, 1)[0]
        for area in (np.arange(len(grid)) < row, np.arange(len(grid)) > row):
            count = int(rng.integers(1, 4))
            masks = [shape(rng, 3) for _ in range(count)]
            within = np.broadcast_to(area[:, None], grid.shape)
            grid = scatter(rng, grid, masks, colours(rng, count, between), within)
        return grid

    def answer(self, grid: Grid) -> Grid:
        row = dividing_row(grid)
        output = grid.copy()
        output[slice(row + 1, None) if self.kept == "above" else slice(row)] = 0
        if self.line == "goes":
            output[row] = 0
        return output


@family("AboveBelow", "colours-of-stacked-parts")
@dataclass(frozen=True)
class StackedParts:
    """The upper and the lower part of each thing swap colours, or both take the colour
    of one of them.

    Source: ours, for moskvichev2023's concept Above and Below.
    """

    becomes: str = parameter("changed", "upper", "lower")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, height=(6, 15))
        for _ in range(int(rng.integers(1, 5))):
            mask = rectangle(rng, 2, 5) if rng.random() < 0.6 else blob(rng, 4, 8)
            if len(mask) < 2:
                raise Unfit
            upper, lower = colours(rng, 2)
            picture = picture_of(mask, upper)
            below = picture[int(rng.integers(1, len(mask))) :]
            below[below > 0] = lower
            grid = put_anywhere(rng, grid, picture)
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for clump in clumps(grid):
            above, below = _parts(grid, clump.mask)
            upper, lower = grid[above][0], grid[below][0]
            output[above] = upper if self.becomes == "upper" else lower
            output[below] = lower if self.becomes == "lower" else upper
        return output


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
