"""Extend to boundary."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    Mask,
    colours,
    empty,
    line,
    rectangle,
    scatter,
)
from metamer.paradigms.concepts.families.things import Cell, Thing, ray, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("ExtendToBoundary", "rays-from-dots")
@dataclass(frozen=True)
class RaysFromDots:
    """Each dot becomes a line in one direction, up to the edge or an obstacle.

    Source: ours, for moskvichev2023's concept Extend To Boundary.
    """

    step: tuple[int, int] = parameter((-1, 0), (1, 0), (0, -1), (0, 1))

    def draw(self, rng: np.random.Generator) -> Grid:
        dots, walls = int(rng.integers(1, 5)), int(rng.integers(0, 3))
        masks = [
            line(rng, 2, 6) if rng.random() < 0.5 else rectangle(rng, 2, 4)
            for _ in range(walls)
        ]
        paints = colours(rng, dots + walls)
        return scatter(rng, empty(rng), [*masks, *[DOT] * dots], paints)

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for dot in [thing for thing in things(grid) if thing.size == 1]:
            for cell in ray(grid, _end(dot, self.step), self.step):
                if grid[cell]:
                    break
                output[cell] = dot.colour
        return output


@family("ExtendToBoundary", "lines-go-on")
@dataclass(frozen=True)
class LinesGoOn:
    """Each line, slanted ones included, is extended at both ends to the edge.

    Source: ours, for moskvichev2023's concept Extend To Boundary.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 4))
        ways, paints = list(rng.integers(0, 4, count)), colours(rng, count)
        if rng.random() < 0.5:
            paints = paints[:1] * count  # of one colour, they may cross
        else:
            ways = ways[:1] * count
        masks = [_segment(rng, int(way)) for way in ways]
        return scatter(rng, empty(rng, (6, 15), (6, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for thing in things(grid):
            down, right = _way(thing)
            for step in ((down, right), (-down, -right)):
                for cell in ray(grid, _end(thing, step), step):
                    if output[cell] not in (0, thing.colour):
                        raise Unfit
                    output[cell] = thing.colour
        return output


def _segment(rng: np.random.Generator, way: int) -> Mask:
    """A short line: horizontal, vertical, falling or rising."""
    length = int(rng.integers(2, 5))
    lying = np.ones((1, length), bool)
    falling = np.eye(length, dtype=bool)
    return (lying, lying.T, falling, np.fliplr(falling))[way]


def _way(thing: Thing) -> Cell:
    """The step from cell to cell along a line; `Unfit` if it is not a line."""
    rows, columns = np.nonzero(thing.mask)
    steps = set(zip(np.diff(rows).tolist(), np.diff(columns).tolist(), strict=True))
    if len(steps) != 1:
        raise Unfit
    down, right = steps.pop()
    if max(abs(down), abs(right)) != 1:
        raise Unfit
    return down, right


def _end(thing: Thing, step: Cell) -> Cell:
    """The cell of a line or a dot that lies farthest in a direction."""
    cells = np.argwhere(thing.mask)
    row, column = cells[(cells @ step).argmax()].tolist()
    return row, column
