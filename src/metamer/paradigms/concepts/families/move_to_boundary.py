"""Move to boundary."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    painted,
    placed,
    put,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, things
from metamer.programs.task import Grid


@family("MoveToBoundary", "fall-to-the-edge")
@dataclass(frozen=True)
class FallToTheEdge:
    """Everything moves in one direction as far as it can: to the edge, or onto another.

    Source: ours, for moskvichev2023's concept Move To Boundary.
    """

    towards: str = one_of_these("bottom", "top", "right", "left")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(1, 5))
        masks = [shape(rng, 4) for _ in range(many)]
        return scattered(rng, empty(rng, (6, 15), (6, 15)), masks, colours(rng, many))

    def answer(self, grid: Grid) -> Grid:
        quarters = ("bottom", "right", "top", "left").index(self.towards)
        return np.rot90(_fallen(np.rot90(grid, -quarters)), quarters).copy()


def _fallen(grid: Grid) -> Grid:
    """The grid once all that is not held up has fallen down."""
    found = things(grid)
    while loose := _loose(found):
        for place in loose:
            fallen = np.roll(found[place].mask, 1, axis=0)
            found[place] = found[place]._replace(mask=fallen)
    made = np.zeros_like(grid)
    for thing in found:
        made[thing.mask] = thing.colour
    return made


def _loose(found: list[Thing]) -> set[int]:
    """The places of things that neither the floor nor a thing on it holds up."""
    height, width = found[0].mask.shape
    firm = np.zeros((height + 1, width), bool)
    firm[height] = True
    loose = set(range(len(found)))
    while held := {it for it in loose if (found[it].mask & firm[1:]).any()}:
        loose -= held
        for place in held:
            firm[:height] |= found[place].mask
    return loose


@family("MoveToBoundary", "to-the-wall-of-its-colour")
@dataclass(frozen=True)
class ToItsWall:
    """Of two walls on opposite sides, each thing moves to the one of its colour, or each
    to the other one.

    Source: ours, for moskvichev2023's concept Move To Boundary.
    """

    wall: str = one_of_these("own", "other")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (6, 15), (8, 15))
        walls = colours(rng, 2)
        grid[:, 0], grid[:, -1] = walls
        free = np.ones_like(grid, bool)
        for _ in range(int(rng.integers(2, 5))):
            paint = walls[rng.integers(2)]
            grid = placed(rng, grid, painted(shape(rng, 3), paint), free)
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
            moved = put(moved, painted(thing.shape, thing.colour), rows.start, place)
        return np.hstack([walls[:, :1], moved, walls[:, 1:]])
