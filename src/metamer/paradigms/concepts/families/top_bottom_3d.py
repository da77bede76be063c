"""Top and bottom in three dimensions: what covers what."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    crop,
    empty,
    picture_of,
    put,
    put_anywhere,
    rectangle,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    clumps,
    only,
    things_by_colour,
)
from metamer.paradigms.concepts.rules import (
    Unfit,
    family,
    parameter,
)
from metamer.paradigms.concepts.tasks import Grid


@family("TopBottom3D", "lower-one-on-top")
@dataclass(frozen=True)
class LowerOneOnTop:
    """Where a rectangle covers a part of another, the lower one is put on top.

    Source: ours, for moskvichev2023's concept Top and Bottom 3D.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        for _ in range(int(rng.integers(1, 4))):
            grid = put_anywhere(rng, grid, _pile(rng, 2))
        return grid

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for clump in clumps(grid):
            order = _from_the_top(np.where(clump.mask, grid, 0).astype(np.uint8))
            if len(order) != 2:
                raise Unfit
            output[order[1].box] = order[1].colour
        return output


@family("TopBottom3D", "list-the-pile")
@dataclass(frozen=True)
class ListThePile:
    """The colours of rectangles in a pile, from the top one down (or from the bottom up).

    Source: ours, for moskvichev2023's concept Top and Bottom 3D.
    """

    first: str = parameter("top", "bottom")
    listed: str = parameter("across", "down")

    def draw(self, rng: np.random.Generator) -> Grid:
        pile = _pile(rng, int(rng.integers(3, 6)))
        return put_anywhere(rng, empty(rng, (7, 15), (7, 15)), pile)

    def answer(self, grid: Grid) -> Grid:
        order = [thing.colour for thing in _from_the_top(grid)]
        listed = np.array([order if self.first == "top" else order[::-1]], np.uint8)
        return listed if self.listed == "across" else listed.T.copy()


def _pile(rng: np.random.Generator, count: int) -> Grid:
    """Rectangles of different colours, each on or beside the one before."""
    table = np.zeros((30, 30), np.uint8)
    top, left = 12, 12
    for paint in colours(rng, count):
        table = put(table, picture_of(rectangle(rng, 3, 6), paint), top, left)
        down, right = rng.choice((-3, -2, -1, 1, 2, 3), 2).tolist()
        top, left = top + down, left + right
    return crop(table)


def _from_the_top(grid: Grid) -> list[Thing]:
    """The rectangles in a pile, from the top one down.

    `Unfit` where it cannot be seen that all are rectangles, and which is on which.
    """
    left = things_by_colour(grid)
    if not left or any((grid[thing.box] == 0).any() for thing in left):
        raise Unfit
    order: list[Thing] = []
    while left:
        order.append(
            only([thing for thing in left if not _is_covered(grid, thing, order)])
        )
        left = [thing for thing in left if thing is not order[-1]]
    return order


def _is_covered(grid: Grid, thing: Thing, gone: list[Thing]) -> bool:
    """Whether anything lies on a rectangle, apart from those already taken off."""
    seen = {thing.colour, *(other.colour for other in gone)}
    return not set(np.unique(grid[thing.box]).tolist()) <= seen
