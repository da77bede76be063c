"""Top and bottom 3D."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
    things_by_colour,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_size,
    picks,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("TopBottom3D", "on-top-or-larger")
@dataclass(frozen=True)
class OnTopOrLarger:
    """Of two rectangles the one on top stays (or what is seen of the other). Shortcut: the
    one of which more is seen stays (or less).

    Source: ours, for moskvichev2023's concept Top and Bottom 3D.
    """

    which: str = parameter("on top", "below")
    size: str = parameter("largest", "smallest")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        below, above = rng.integers(3, 8, (2, 2))
        rows, columns = _overlap(rng, below, above, equal=cues == "absent")
        # The covered rectangle reaches into the grid from its corner, the other one from
        # the opposite corner.
        sides = below + above - (rows, columns)
        grid = np.zeros(sides + rng.integers(0, 4, 2), np.uint8)
        under, over = colours(rng, 2)
        grid[: below[0], : below[1]] = under
        top, left = below - (rows, columns)
        grid[top : top + above[0], left : left + above[1]] = over
        return np.rot90(grid, int(rng.integers(4))).copy()

    def answer(self, grid: Grid) -> Grid:
        found = _pile(grid)
        whole = [bool(thing.shape.all()) for thing in found]
        if sum(whole) != 1:
            raise Unfit
        return _alone(grid, found[whole.index(self.which == "on top")])

    def shortcut(self, grid: Grid) -> Grid:
        found = _pile(grid)
        return _alone(grid, by_size(found, self.size))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(_pile, _alone)


def _overlap(
    rng: np.random.Generator, below: np.ndarray, above: np.ndarray, equal: bool
) -> tuple[int, int]:
    """How many rows and columns two rectangles have in common.

    If `equal`, as many cells are seen of the covered one as the other has; `Unfit` if that
    cannot be.
    """
    most = np.minimum(below, above)
    ways = [
        (rows, columns)
        for rows in range(1, int(most[0]) + 1)
        for columns in range(1, int(most[1]) + 1)
        if not equal or below.prod() - rows * columns == above.prod()
    ]
    if not ways:
        raise Unfit
    return ways[rng.integers(len(ways))]


def _alone(grid: Grid, thing: Thing) -> Grid:
    return np.where(thing.mask, grid, 0).astype(np.uint8)


def _pile(grid: Grid) -> list[Thing]:
    """Two things, each in one piece, that overlap."""
    found = things_by_colour(grid)
    if len(found) != 2 or len(things(grid)) != 2:
        raise Unfit
    return found
