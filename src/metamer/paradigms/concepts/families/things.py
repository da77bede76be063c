"""What rules see in a grid: things, clumps of things, what they enclose, and lines.

A thing is what moskvichev2023 calls an object.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.families.drawing import Mask, edge
from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import Grid

Cell = tuple[int, int]
"""A row and a column, or a step from cell to cell."""


class Thing(NamedTuple):
    """Cells that belong together."""

    mask: Mask
    """Where it is; as large as the grid."""
    colour: int
    """Its colour; of a clump, that of the first cell."""

    @property
    def size(self) -> int:
        """How many cells it has."""
        return int(self.mask.sum())

    @property
    def box(self) -> tuple[slice, slice]:
        """The smallest rectangle around it."""
        rows, columns = np.nonzero(self.mask)
        return (
            slice(int(rows.min()), int(rows.max()) + 1),
            slice(int(columns.min()), int(columns.max()) + 1),
        )

    @property
    def shape(self) -> Mask:
        """Its form, wherever it is."""
        return self.mask[self.box]


def things(grid: Grid) -> list[Thing]:
    """Cells of one colour, not black, that touch by sides or corners.

    Sorted by their first cells, in reading order; `Unfit` if there are none.
    """
    found = [
        Thing(mask, int(colour))
        for colour in np.unique(grid[grid > 0])
        for mask in _pieces(grid == colour)
    ]
    if not found:
        raise Unfit
    return sorted(found, key=lambda thing: int(thing.mask.argmax()))


def clumps(grid: Grid) -> list[Thing]:
    """Cells of any colours, not black, that touch by sides or corners.

    Sorted by their first cells, in reading order; `Unfit` if there are none.
    """
    found = [Thing(mask, int(grid[mask][0])) for mask in _pieces(grid > 0)]
    if not found:
        raise Unfit
    return found


def things_by_colour(grid: Grid) -> list[Thing]:
    """All cells of each colour but black as one thing, whether they touch or not."""
    return [Thing(grid == colour, int(colour)) for colour in np.unique(grid[grid > 0])]


def ray(grid: Grid, start: Cell, step: Cell) -> Iterator[Cell]:
    """The cells after a start, step by step to the edge of the grid."""
    row, column = start[0] + step[0], start[1] + step[1]
    while 0 <= row < grid.shape[0] and 0 <= column < grid.shape[1]:
        yield row, column
        row, column = row + step[0], column + step[1]


def _pieces(mask: Mask) -> list[Mask]:
    from scipy.ndimage import label

    labels, count = label(mask, np.ones((3, 3)))
    return [labels == number for number in range(1, count + 1)]


def enclosed(mask: Mask) -> Mask:
    """The other cells from which no steps up, down, left or right lead to the edge."""
    from scipy.ndimage import binary_fill_holes

    return binary_fill_holes(mask) & ~mask


def is_frame(thing: Thing) -> bool:
    """Whether it is the outline of a rectangle with room for something."""
    whole = np.ones_like(thing.shape)
    return min(whole.shape) > 2 and bool((thing.shape == edge(whole)).all())


def inside_of(frame: Thing) -> tuple[slice, slice]:
    """The rectangle within a frame."""
    rows, columns = frame.box
    return (
        slice(rows.start + 1, rows.stop - 1),
        slice(columns.start + 1, columns.stop - 1),
    )


def is_hollow(thing: Thing) -> bool:
    """Whether it encloses anything."""
    return bool(enclosed(thing.mask).any())


def only(found: list[Thing]) -> Thing:
    """The only thing of a list; `Unfit` if there are several, or none."""
    if len(found) != 1:
        raise Unfit
    return found[0]


def utmost(found: list[Thing], values: list[int]) -> Thing:
    """The thing with the highest value; `Unfit` if it is not the only one."""
    return only(
        [thing for thing, own in zip(found, values, strict=True) if own == max(values)]
    )


def dividing_row(grid: Grid) -> int:
    """The only row that has one colour, not black, from edge to edge."""
    rows = np.flatnonzero((grid == grid[:, :1]).all(axis=1) & (grid[:, 0] > 0))
    if len(rows) != 1:
        raise Unfit
    return int(rows[0])


def middle_line_stands(grid: Grid) -> bool:
    """Whether a line of one colour halves the grid from top to bottom.

    `Unfit` unless that, or such a line from left to right, is there.
    """
    standing = [_is_halved(way) for way in (grid, grid.T)]
    if not any(standing):
        raise Unfit
    return standing[0]


def _is_halved(grid: Grid) -> bool:
    half, odd = divmod(grid.shape[1], 2)
    middle = grid[:, half]
    return bool(odd and middle[0] and (middle == middle[0]).all())
