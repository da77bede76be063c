"""Move to boundary."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    picture_of,
    put,
    put_anywhere,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.tasks import Grid


@shortcut("MoveToBoundary", "wall-or-nearest-edge")
@dataclass(frozen=True)
class WallOrNearestEdge:
    """The thing moves to the wall (or away from it), up to the end. Shortcut: it moves to
    the nearest edge (or to the farthest).

    Source: ours, for moskvichev2023's concept Move To Boundary.
    """

    way: str = parameter("to", "away")
    edge: str = parameter("nearest", "farthest")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        grid = empty(rng, (7, 12), (7, 12))
        wall, paint = colours(rng, 2)
        grid[0] = wall
        mask = shape(rng, 3) if rng.random() < 0.5 else blob(rng, 1, 4)
        grid = put_anywhere(rng, grid, picture_of(mask, paint))
        return np.rot90(grid, int(rng.integers(4))).copy()

    def answer(self, grid: Grid) -> Grid:
        side = _side_of_wall(grid)
        return _moved(grid, side if self.way == "to" else (side + 2) % 4)

    def shortcut(self, grid: Grid) -> Grid:
        ways = [_room(np.rot90(grid, side)) for side in range(4)]
        wanted = min(ways) if self.edge == "nearest" else max(ways)
        if ways.count(wanted) > 1:
            raise Unfit
        return _moved(grid, ways.index(wanted))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return (partial(_moved, side=side) for side in range(4))


def _side_of_wall(grid: Grid) -> int:
    """By how many quarter turns the wall comes to be on top."""
    sides = [side for side in range(4) if _has_wall_on_top(np.rot90(grid, side))]
    if len(sides) != 1:
        raise Unfit
    return sides[0]


def _has_wall_on_top(grid: Grid) -> bool:
    return bool(grid[0, 0] and (grid[0] == grid[0, 0]).all())


def _thing(grid: Grid) -> Thing:
    """The only thing that is not the wall, wherever that is."""
    side = _side_of_wall(grid)
    wall = np.zeros_like(grid, bool)
    np.rot90(wall, side)[0] = True
    return only([thing for thing in things(grid) if not (thing.mask & wall).any()])


def _room(grid: Grid) -> int:
    """How many cells the thing can move up; `Unfit` if it cannot."""
    room = _thing(grid).box[0].start - _has_wall_on_top(grid)
    if not room:
        raise Unfit
    return room


def _moved(grid: Grid, side: int) -> Grid:
    """The grid with the thing at the side that this many quarter turns put on top."""
    turned = np.rot90(grid, side)
    thing, room = _thing(turned), _room(turned)
    output = np.where(thing.mask, 0, turned).astype(np.uint8)
    rows, columns = thing.box
    picture = picture_of(thing.shape, thing.colour)
    moved = put(output, picture, rows.start - room, columns.start)
    return np.rot90(moved, -side).copy()
