"""Extend to boundary."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    Mask,
    colours,
    empty,
    line,
    rectangle,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, things
from metamer.programs.task import Grid


@family("ExtendToBoundary", "rays-from-dots")
@dataclass(frozen=True)
class RaysFromDots:
    """Each dot becomes a line in one direction, up to the edge or whatever is in its way.

    Source: ours, for moskvichev2023's concept Extend To Boundary.
    """

    step: tuple[int, int] = one_of_these((-1, 0), (1, 0), (0, -1), (0, 1))

    def draw(self, rng: np.random.Generator) -> Grid:
        dots, walls = int(rng.integers(1, 5)), int(rng.integers(0, 3))
        masks = [
            line(rng, 2, 6) if rng.random() < 0.5 else rectangle(rng, 2, 4)
            for _ in range(walls)
        ]
        paints = colours(rng, dots + walls)
        return scattered(rng, empty(rng), [*masks, *[DOT] * dots], paints)

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for dot in [it for it in things(grid) if it.size == 1]:
            for cell in _cells_on(grid, dot, self.step):
                if grid[cell]:
                    break
                made[cell] = dot.colour
        return made


@family("ExtendToBoundary", "lines-go-on")
@dataclass(frozen=True)
class LinesGoOn:
    """Each line, also a slanted one, goes on at both ends to the edge of the grid.

    Source: ours, for moskvichev2023's concept Extend To Boundary.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(1, 4))
        ways, paints = list(rng.integers(0, 4, many)), colours(rng, many)
        if rng.random() < 0.5:
            paints = paints[:1] * many  # of one colour, they may cross
        else:
            ways = ways[:1] * many
        masks = [_segment(rng, int(way)) for way in ways]
        return scattered(rng, empty(rng, (6, 15), (6, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for thing in things(grid):
            down, right = _way(thing)
            for step in ((down, right), (-down, -right)):
                for cell in _cells_on(grid, thing, step):
                    if made[cell] not in (0, thing.colour):
                        raise Unfit
                    made[cell] = thing.colour
        return made


def _segment(rng: np.random.Generator, way: int) -> Mask:
    """A short line that lies, stands, falls or rises."""
    length = int(rng.integers(2, 5))
    lying = np.ones((1, length), bool)
    falling = np.eye(length, dtype=bool)
    return (lying, lying.T, falling, np.fliplr(falling))[way]


def _way(thing: Thing) -> tuple[int, int]:
    """The step from cell to cell along a line; `Unfit` if it is none."""
    rows, columns = np.nonzero(thing.mask)
    steps = set(zip(np.diff(rows).tolist(), np.diff(columns).tolist(), strict=True))
    if len(steps) != 1:
        raise Unfit
    down, right = steps.pop()
    if max(abs(down), abs(right)) != 1:
        raise Unfit
    return down, right


def _cells_on(
    grid: Grid, thing: Thing, step: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """The cells from a line or a dot on, step by step to the edge of the grid."""
    cells = np.argwhere(thing.mask)
    row, column = cells[(cells @ step).argmax()] + step
    while 0 <= row < grid.shape[0] and 0 <= column < grid.shape[1]:
        yield int(row), int(column)
        row, column = row + step[0], column + step[1]
