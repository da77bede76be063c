"""Complete shape."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    edge,
    empty,
    picture_of,
    put_anywhere,
    rectangle,
)
from metamer.paradigms.concepts.families.things import Thing, clumps, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("CompleteShape", "mirror-the-rest")
@dataclass(frozen=True)
class MirrorTheRest:
    """Each thing is completed so that its two halves are mirror images.

    Source: ours, for moskvichev2023's concept Complete Shape.
    """

    halves: str = parameter("left and right", "above and below")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        for _ in range(int(rng.integers(1, 4))):
            picture = _damage(rng, _symmetric(rng))
            if self.halves == "above and below":
                picture = picture.T
            grid = put_anywhere(rng, grid, picture)
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for clump in clumps(grid):
            part = output[clump.box]
            part = part if self.halves == "above and below" else part.T
            mirrored = np.flipud(part).copy()
            if ((part != mirrored) & (part > 0) & (mirrored > 0)).any():
                raise Unfit
            part[part == 0] = mirrored[part == 0]
        return output


def _symmetric(rng: np.random.Generator) -> Grid:
    """A picture in one or two colours whose left and right halves are mirror images."""
    mask = blob(rng, 5, 9)
    paints = colours(rng, int(rng.integers(1, 3)))
    half = picture_of(mask, 1) * rng.choice(paints, mask.shape).astype(np.uint8)
    # A blob has a cell in its last column, so the halves hang together.
    shared = int(rng.integers(2))
    return np.hstack([half[:, : half.shape[1] - shared], np.fliplr(half)])


def _damage(rng: np.random.Generator, picture: Grid) -> Grid:
    """The picture without a few cells, whose mirror images remain."""
    output = picture.copy()
    for _ in range(int(rng.integers(1, 4))):
        cells = np.argwhere((output > 0) & (output == np.fliplr(output)))
        row, column = cells[rng.integers(len(cells))]
        if column != picture.shape[1] - 1 - column:
            output[row, column] = 0
    if len(clumps(output)) != 1 or clumps(output)[0].shape.shape != picture.shape:
        raise Unfit
    return output


@family("CompleteShape", "fourth-corner")
@dataclass(frozen=True)
class FourthCorner:
    """Three cells of one colour are corners of a rectangle: the fourth corner is added,
    or the whole outline.

    Source: ours, for moskvichev2023's concept Complete Shape.
    """

    added: str = parameter("corner", "outline")

    def draw(self, rng: np.random.Generator) -> Grid:
        taken = grid = empty(rng, (6, 15), (6, 15))
        for paint in colours(rng, int(rng.integers(1, 5))):
            taken = put_anywhere(rng, taken, picture_of(rectangle(rng, 3, 7), paint))
        for thing in things(taken):
            ends = [(side.start, side.stop - 1) for side in thing.box]
            for corner in rng.permutation(list(product(*ends)))[:3]:
                grid[tuple(corner)] = thing.colour
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
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
            if not np.isin(output[drawn], (0, colour)).all():
                raise Unfit
            output[drawn] = colour
        return output
