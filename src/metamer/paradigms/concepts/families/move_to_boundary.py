"""Move to boundary."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    picture_of,
    put,
    put_anywhere,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import Thing, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("MoveToBoundary", "fall-to-the-edge")
@dataclass(frozen=True)
class FallToTheEdge:
    """Everything moves in one direction as far as it can: to the edge or onto another.

    Source: ours, for moskvichev2023's concept Move To Boundary.
    """

    towards: str = parameter("bottom", "top", "right", "left")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 5))
        masks = [shape(rng, 4) for _ in range(count)]
        return scatter(rng, empty(rng, (6, 15), (6, 15)), masks, colours(rng, count))

    def answer(self, grid: Grid) -> Grid:
        quarters = ("bottom", "right", "top", "left").index(self.towards)
        return np.rot90(_let_fall(np.rot90(grid, -quarters)), quarters).copy()


def _let_fall(grid: Grid) -> Grid:
    """The grid once all that is not held up has fallen down."""
    found = things(grid)
    while loose := _loose(found):
        for place in loose:
            fallen = np.roll(found[place].mask, 1, axis=0)
            found[place] = found[place]._replace(mask=fallen)
    output = np.zeros_like(grid)
    for thing in found:
        output[thing.mask] = thing.colour
    return output


def _loose(found: list[Thing]) -> set[int]:
    """The places of things that neither the floor nor a thing that rests on it holds up."""
    height, width = found[0].mask.shape
    firm = np.zeros((height + 1, width), bool)
    firm[height] = True
    loose = set(range(len(found)))
    # What rests on something firm becomes firm itself, until nothing more is held.
    while held := {place for place in loose if (found[place].mask & firm[1:]).any()}:
        loose -= held
        for place in held:
            firm[:height] |= found[place].mask
    return loose


@family("MoveToBoundary", "to-the-wall-of-its-colour")
@dataclass(frozen=True)
class ToItsWall:
    """There are two walls on opposite sides: each thing moves to the wall of its own
    colour, or each to the other wall.

    Source: ours, for moskvichev2023's concept Move To Boundary.
    """

    wall: str = parameter("own", "other")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (6, 15), (8, 15))
        walls = colours(rng, 2)
        grid[:, 0], grid[:, -1] = walls
        free = np.ones_like(grid, bool)
        for _ in range(int(rng.integers(2, 5))):
            paint = walls[rng.integers(2)]
            grid = put_anywhere(rng, grid, picture_of(shape(rng, 3), paint), free)
            free &= ~grid[:, 1:-1].any(axis=1, keepdims=True)
        return grid if rng.random() < 0.5 else grid.T.copy()

    def answer(self, grid: Grid) -> Grid:
        if grid[0, 0] != grid[0, -1]:
            return self._beside(grid)
        return self._beside(grid.T).T.copy()

    def _beside(self, grid: Grid) -> Grid:
        """The answer where the walls stand."""
        walls, inner = grid[:, [0, -1]], grid[:, 1:-1]
        if not walls.all() or (walls != walls[0]).any():
            raise Unfit
        moved, busy = np.zeros_like(inner), np.zeros(len(inner), bool)
        for thing in things(inner):
            rows, _ = thing.box
            if thing.colour not in walls[0] or busy[rows].any():
                raise Unfit
            busy[rows] = True
            to_left = (thing.colour == walls[0, 0]) == (self.wall == "own")
            place = 0 if to_left else inner.shape[1] - thing.shape.shape[1]
            moved = put(moved, picture_of(thing.shape, thing.colour), rows.start, place)
        return np.hstack([walls[:, :1], moved, walls[:, 1:]])
