"""Clean up."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    dilate,
    empty,
    rectangle,
    scatter,
)
from metamer.paradigms.concepts.families.things import things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import COLOURS, Grid


@family("CleanUp", "remove-specks")
@dataclass(frozen=True)
class RemoveSpecks:
    """Single cells, on rectangles and around them, take the colour around them.

    Source: ours, for moskvichev2023's concept Clean Up.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 4))
        *paints, dirt = colours(rng, count + 1)
        masks = [rectangle(rng, 3, 7) for _ in range(count)]
        grid = scatter(rng, empty(rng, (7, 15), (7, 15)), masks, paints)
        free = _usual(grid) == grid
        for _ in range(int(rng.integers(3, 9))):
            places = np.argwhere(free & ~dilate(grid == dirt))
            if not len(places):
                raise Unfit
            grid[tuple(places[rng.integers(len(places))])] = dirt
        return grid

    def answer(self, grid: Grid) -> Grid:
        usual, output = _usual(grid), grid.copy()
        for thing in things(grid):
            if thing.size == 1:
                output[thing.mask] = usual[thing.mask]
        if not all(thing.shape.all() for thing in things(output)):
            raise Unfit
        return output


def _usual(grid: Grid) -> Grid:
    """The most common colour among the neighbours, up to eight, of each cell."""
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
    """Patches of one colour on a repeating pattern are replaced by the pattern.

    Source: ours, for moskvichev2023's concept Clean Up.
    """

    dirt: int = parameter(0, 5, 9)

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
        found = [_continue(grid, clean, *period) for period in periods]
        answers = [whole for whole in found if whole is not None]
        if not answers or any((whole != answers[0]).any() for whole in answers):
            raise Unfit
        return answers[0]


def _continue(grid: Grid, clean: Mask, down: int, right: int) -> Grid | None:
    """The clean cells continued with a period; None if they do not repeat with it."""
    rows, columns = np.arange(grid.shape[0]), np.arange(grid.shape[1])
    place = (rows % down * right)[:, None] + columns % right
    # Clean cells at the same place of the tile must agree: then the lowest and the highest
    # colour seen there are equal. A place never seen keeps the two start values, which are
    # not, so that an incomplete tile is rejected as well.
    lowest, highest = np.full(down * right, COLOURS), np.full(down * right, -1)
    np.minimum.at(lowest, place[clean], grid[clean])
    np.maximum.at(highest, place[clean], grid[clean])
    return lowest[place].astype(np.uint8) if (lowest == highest).all() else None
