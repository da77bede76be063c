"""Complete shape."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    edge,
    empty,
    painted,
    placed,
    rectangle,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, clumps, things
from metamer.programs.task import Grid


@family("CompleteShape", "mirror-the-rest")
@dataclass(frozen=True)
class MirrorTheRest:
    """Each thing gets the cells that its two halves need to be mirror images.

    Source: ours, for moskvichev2023's concept Complete Shape.
    """

    halves: str = one_of_these("left and right", "above and below")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        for _ in range(int(rng.integers(1, 4))):
            picture = _damaged(rng, _symmetric(rng))
            if self.halves == "above and below":
                picture = picture.T
            grid = placed(rng, grid, picture)
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for clump in clumps(grid):
            part = made[clump.box]
            part = part if self.halves == "above and below" else part.T
            mirrored = np.flipud(part).copy()
            if ((part != mirrored) & (part > 0) & (mirrored > 0)).any():
                raise Unfit
            part[part == 0] = mirrored[part == 0]
        return made


def _symmetric(rng: np.random.Generator) -> Grid:
    """A picture in one or two colours whose left and right halves are mirror images."""
    mask = blob(rng, 5, 9)
    paints = colours(rng, int(rng.integers(1, 3)))
    half = painted(mask, 1) * rng.choice(paints, mask.shape).astype(np.uint8)
    # A blob has a cell in its last column, so the halves hang together.
    shared = int(rng.integers(2))
    return np.hstack([half[:, : half.shape[1] - shared], np.fliplr(half)])


def _damaged(rng: np.random.Generator, picture: Grid) -> Grid:
    """The picture without a few cells, whose mirror images remain."""
    made = picture.copy()
    for _ in range(int(rng.integers(1, 4))):
        cells = np.argwhere((made > 0) & (made == np.fliplr(made)))
        row, column = cells[rng.integers(len(cells))]
        if column != picture.shape[1] - 1 - column:
            made[row, column] = 0
    if len(clumps(made)) != 1 or clumps(made)[0].shape.shape != picture.shape:
        raise Unfit
    return made


@family("CompleteShape", "fourth-corner")
@dataclass(frozen=True)
class FourthCorner:
    """Three cells of one colour are corners of a rectangle: the fourth corner is added,
    or the whole outline.

    Source: ours, for moskvichev2023's concept Complete Shape.
    """

    added: str = one_of_these("corner", "outline")

    def draw(self, rng: np.random.Generator) -> Grid:
        taken = grid = empty(rng, (6, 15), (6, 15))
        for paint in colours(rng, int(rng.integers(1, 5))):
            taken = placed(rng, taken, painted(rectangle(rng, 3, 7), paint))
        for thing in things(taken):
            ends = [(side.start, side.stop - 1) for side in thing.box]
            for corner in rng.permutation(list(product(*ends)))[:3]:
                grid[tuple(corner)] = thing.colour
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for colour in np.unique(grid[grid > 0]):
            rows, columns = np.nonzero(grid == colour)
            if (len(rows), len(set(rows)), len(set(columns))) != (3, 2, 2):
                raise Unfit
            drawn = np.zeros(grid.shape, bool)
            if self.added == "corner":
                drawn[np.ix_(np.unique(rows), np.unique(columns))] = True
            else:
                drawn[Thing(grid == colour, int(colour)).box] = True
                drawn = edge(drawn)
            if not np.isin(made[drawn], (0, colour)).all():
                raise Unfit
            made[drawn] = colour
        return made
