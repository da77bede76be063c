"""Center."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    diamond,
    edge,
    empty,
    line,
    picture_of,
    put,
    put_anywhere,
    rectangle,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    enclosed,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Center", "mark-the-middle")
@dataclass(frozen=True)
class MarkTheMiddle:
    """The cell in the middle of each thing takes one colour.

    Source: ours, for moskvichev2023's concept Center.
    """

    mark: int = parameter(1, 2, 4, 8)

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 4))
        masks = [_with_a_middle(rng) for _ in range(count)]
        grid = empty(rng, (7, 15), (7, 15))
        return scatter(rng, grid, masks, colours(rng, count, self.mark))

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for thing in things(grid):
            rows, columns = thing.box
            output[_middle(rows), _middle(columns)] = self.mark
        return output


def _with_a_middle(rng: np.random.Generator) -> Mask:
    """A rectangle, a line or a diamond with odd sides, solid or hollow."""
    kind = rng.integers(4)
    if kind == 0:
        return diamond(rng, 2, 3)
    mask = line(rng, 3, 7) if kind == 1 else rectangle(rng, 3, 7)
    odd = mask[: (len(mask) - 1) | 1, : (mask.shape[1] - 1) | 1]
    return edge(odd) if rng.random() < 0.5 else odd


def _middle(span: slice) -> int:
    if (span.stop - span.start) % 2 == 0:
        raise Unfit
    return (span.start + span.stop) // 2


@family("Center", "move-to-the-middle")
@dataclass(frozen=True)
class MoveToTheMiddle:
    """The only thing moves to the middle of its frame, or of the grid.

    Source: ours, for moskvichev2023's concept Center.
    """

    of: str = parameter("frame", "grid")

    def draw(self, rng: np.random.Generator) -> Grid:
        mask = shape(rng)
        # An even number of cells more, so that there is a middle.
        inner = np.array(mask.shape) + 2 * rng.integers(2, 4, 2)
        paint, around = colours(rng, 2)
        field = put_anywhere(
            rng, np.zeros(inner, np.uint8), picture_of(mask, paint), apart=False
        )
        if self.of == "grid":
            return field
        framed = np.pad(field, 1, constant_values=around)
        return put_anywhere(rng, empty(rng, (7, 15), (7, 15)), framed)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        room = np.ones_like(grid, bool)
        if self.of == "frame":
            frame = _frame(found)
            room = enclosed(frame.mask)
            found = [thing for thing in found if thing is not frame]
        return _in_the_middle(grid, only(found), Thing(room, 0).box)


def _frame(found: list[Thing]) -> Thing:
    """The thing that holds all others."""
    anything = np.any([thing.mask for thing in found], axis=0)
    within = [thing.mask | enclosed(thing.mask) for thing in found]
    return only(
        [thing for thing, own in zip(found, within, strict=True) if own[anything].all()]
    )


def _in_the_middle(grid: Grid, thing: Thing, room: tuple[slice, slice]) -> Grid:
    spare = np.array(grid[room].shape) - thing.shape.shape
    if (spare % 2).any():
        raise Unfit
    output = np.where(thing.mask, 0, grid).astype(np.uint8)
    top, left = (room[0].start, room[1].start) + spare // 2
    return put(output, picture_of(thing.shape, thing.colour), int(top), int(left))
