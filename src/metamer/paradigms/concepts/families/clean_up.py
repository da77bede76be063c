"""Clean up."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    empty,
    near,
    rectangle,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import things
from metamer.programs.task import COLOURS, Grid


@family("CleanUp", "remove-specks")
@dataclass(frozen=True)
class RemoveSpecks:
    """Single cells, on rectangles and around them, take the colour about them.

    Source: ours, for moskvichev2023's concept Clean Up.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(1, 4))
        *paints, dirt = colours(rng, many + 1)
        masks = [rectangle(rng, 3, 7) for _ in range(many)]
        grid = scattered(rng, empty(rng, (7, 15), (7, 15)), masks, paints)
        free = _usual(grid) == grid
        for _ in range(int(rng.integers(3, 9))):
            places = np.argwhere(free & ~near(grid == dirt))
            if not len(places):
                raise Unfit
            grid[tuple(places[rng.integers(len(places))])] = dirt
        return grid

    def answer(self, grid: Grid) -> Grid:
        usual, made = _usual(grid), grid.copy()
        for thing in things(grid):
            if thing.size == 1:
                made[thing.mask] = usual[thing.mask]
        if not all(thing.shape.all() for thing in things(made)):
            raise Unfit
        return made


def _usual(grid: Grid) -> Grid:
    """The commonest colour among the up to eight neighbours of each cell."""
    height, width = grid.shape
    votes = np.zeros((COLOURS, height, width), int)
    padded = np.pad(grid, 1, constant_values=COLOURS)
    for down, right in product(range(3), range(3)):
        if (down, right) != (1, 1):
            seen = padded[down : down + height, right : right + width]
            votes += seen == np.arange(COLOURS)[:, None, None]
    return votes.argmax(axis=0).astype(np.uint8)


@family("CleanUp", "restore-the-wallpaper")
@dataclass(frozen=True)
class RestoreTheWallpaper:
    """Patches of one colour on a pattern that repeats are filled with the pattern.

    Source: ours, for moskvichev2023's concept Clean Up.
    """

    dirt: int = one_of_these(0, 5, 9)

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        known = colours(rng, int(rng.integers(2, 5)), self.dirt)
        tile = rng.choice(known, rng.integers((1, 2), (4, 5)))
        if (tile == tile[0, 0]).all():
            raise Unfit
        repeats = (15 // len(tile) + 1, 15 // tile.shape[1] + 1)
        height, width = grid.shape
        grid = np.tile(tile, repeats)[:height, :width].astype(np.uint8)
        for _ in range(int(rng.integers(1, 5))):
            patch = rectangle(rng, 1, 3)
            top, left = rng.integers(0, np.array(grid.shape) - patch.shape + 1)
            grid[top : top + len(patch), left : left + patch.shape[1]] = self.dirt
        return grid

    def answer(self, grid: Grid) -> Grid:
        clean = grid != self.dirt
        if clean.all():
            raise Unfit
        longest = [min(side // 2, 5) for side in grid.shape]
        periods = product(*(range(1, most + 1) for most in longest))
        found = [_repeated(grid, clean, *period) for period in periods]
        made = [it for it in found if it is not None]
        if not made or any((it != made[0]).any() for it in made):
            raise Unfit
        return made[0]


def _repeated(grid: Grid, clean: Mask, down: int, right: int) -> Grid | None:
    """The grid with what is clean repeated at some distance, if it does repeat so."""
    rows, columns = np.arange(grid.shape[0]), np.arange(grid.shape[1])
    place = (rows % down * right)[:, None] + columns % right
    least, most = np.full(down * right, COLOURS), np.full(down * right, -1)
    np.minimum.at(least, place[clean], grid[clean])
    np.maximum.at(most, place[clean], grid[clean])
    return least[place].astype(np.uint8) if (least == most).all() else None
