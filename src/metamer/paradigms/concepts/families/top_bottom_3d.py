"""Top and bottom in three dimensions: what covers what."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    painted,
    placed,
    put,
    rectangle,
)
from metamer.paradigms.concepts.families.family import (
    Unfit,
    cropped,
    family,
    one_of_these,
)
from metamer.paradigms.concepts.families.seeing import Thing, clumps, only
from metamer.programs.task import Grid


@family("TopBottom3D", "lower-one-on-top")
@dataclass(frozen=True)
class LowerOneOnTop:
    """Where a rectangle covers a part of another, that one comes to lie on top.

    Source: ours, for moskvichev2023's concept Top and Bottom 3D.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (7, 15), (7, 15))
        for _ in range(int(rng.integers(1, 4))):
            grid = placed(rng, grid, _pile(rng, 2))
        return grid

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for clump in clumps(grid):
            order = _from_the_top(np.where(clump.mask, grid, 0).astype(np.uint8))
            if len(order) != 2:
                raise Unfit
            made[order[1].box] = order[1].colour
        return made


@family("TopBottom3D", "list-the-pile")
@dataclass(frozen=True)
class ListThePile:
    """The colours of rectangles in a pile, from the top one down (or from the bottom up).

    Source: ours, for moskvichev2023's concept Top and Bottom 3D.
    """

    first: str = one_of_these("top", "bottom")
    listed: str = one_of_these("across", "down")

    def draw(self, rng: np.random.Generator) -> Grid:
        pile = _pile(rng, int(rng.integers(3, 6)))
        return placed(rng, empty(rng, (7, 15), (7, 15)), pile)

    def answer(self, grid: Grid) -> Grid:
        order = [thing.colour for thing in _from_the_top(grid)]
        listed = np.array([order if self.first == "top" else order[::-1]], np.uint8)
        return listed if self.listed == "across" else listed.T.copy()


def _pile(rng: np.random.Generator, many: int) -> Grid:
    """Rectangles of different colours, each on or beside the one before."""
    table = np.zeros((30, 30), np.uint8)
    top, left = 12, 12
    for paint in colours(rng, many):
        table = put(table, painted(rectangle(rng, 3, 6), paint), top, left)
        down, right = rng.choice((-3, -2, -1, 1, 2, 3), 2).tolist()
        top, left = top + down, left + right
    return cropped(table)


def _from_the_top(grid: Grid) -> list[Thing]:
    """The rectangles in a pile, from the top one down.

    `Unfit` where it cannot be seen that all are rectangles, and which is on which.
    """
    known = np.unique(grid[grid > 0]).tolist()
    left = [Thing(grid == colour, colour) for colour in known]
    if not left or any((grid[thing.box] == 0).any() for thing in left):
        raise Unfit
    order: list[Thing] = []
    while left:
        order.append(only([it for it in left if not _covered(grid, it, order)]))
        left = [it for it in left if it is not order[-1]]
    return order


def _covered(grid: Grid, thing: Thing, gone: list[Thing]) -> bool:
    """Whether anything but what is gone lies on a rectangle."""
    seen = {thing.colour, *(it.colour for it in gone)}
    return not set(np.unique(grid[thing.box]).tolist()) <= seen
