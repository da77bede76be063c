"""What rules see in a grid: things, clumps of things, what they enclose, and lines."""

from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.families.drawing import Mask
from metamer.paradigms.concepts.families.family import Unfit
from metamer.programs.task import Grid


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

    In the order of reading their first cells; `Unfit` if there are none.
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

    In the order of reading their first cells; `Unfit` if there are none.
    """
    found = [Thing(mask, int(grid[mask][0])) for mask in _pieces(grid > 0)]
    if not found:
        raise Unfit
    return found


def _pieces(mask: Mask) -> list[Mask]:
    from scipy.ndimage import label

    labels, many = label(mask, np.ones((3, 3)))
    return [labels == number for number in range(1, many + 1)]


def enclosed(mask: Mask) -> Mask:
    """The other cells from which no steps up, down, left or right lead to the edge."""
    from scipy.ndimage import binary_fill_holes

    return binary_fill_holes(mask) & ~mask


def is_hollow(thing: Thing) -> bool:
    """Whether it encloses anything."""
    return bool(enclosed(thing.mask).any())


def only(found: list[Thing]) -> Thing:
    """The one thing there is; `Unfit` if there is another, or none."""
    if len(found) != 1:
        raise Unfit
    return found[0]


def utmost(found: list[Thing], values: list[int]) -> Thing:
    """The thing with the highest value; `Unfit` if it is not the only one."""
    return only(
        [it for it, value in zip(found, values, strict=True) if value == max(values)]
    )


def dividing_row(grid: Grid) -> int:
    """The one row that is of one colour, not black, from edge to edge."""
    rows = np.flatnonzero((grid == grid[:, :1]).all(axis=1) & (grid[:, 0] > 0))
    if len(rows) != 1:
        raise Unfit
    return int(rows[0])


def middle_line_stands(grid: Grid) -> bool:
    """Whether a line of one colour halves the grid from top to bottom.

    `Unfit` unless that, or such a line from left to right, is there.
    """
    standing = [_is_halved(it) for it in (grid, grid.T)]
    if not any(standing):
        raise Unfit
    return standing[0]


def _is_halved(grid: Grid) -> bool:
    half, odd = divmod(grid.shape[1], 2)
    middle = grid[:, half]
    return bool(odd and middle[0] and (middle == middle[0]).all())
