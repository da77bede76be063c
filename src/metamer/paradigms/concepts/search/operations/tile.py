"""Repeated and enlarged images, and repeated patterns.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.flip import flipped
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    count_coloured,
    nothing,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Image
from metamer.paradigms.concepts.tasks import LARGEST, Grid

TWICE = ("side by side", "one below the other", "along its shorter side")


@helper
def pair(first: Cells, second: Cells, down: bool, gap: int) -> Cells:
    """Two images of one size beside each other, with `gap` black cells between."""
    height, width = first.shape
    top, left = (height + gap, 0) if down else (0, width + gap)
    out = blank(top + height, left + width)
    for row in range(height):
        for col in range(width):
            out[row, col] = first[row, col]
            out[top + row, left + col] = second[row, col]
    return out


@helper
def goes_down(cells: Cells, way: int) -> bool:
    """Whether the second image goes below the first (see `TWICE`)."""
    return way == 1 or (way == 2 and cells.shape[0] < cells.shape[1])


def _axis(grid: Grid, way: int) -> int:
    """Along which axis the second image goes beside the first (see `TWICE`)."""
    return int(way == 0 or (way == 2 and len(grid) >= grid.shape[1]))


def grid_twice(grid: Grid, argument: int) -> Grid:
    return np.concatenate([grid, grid], _axis(grid, argument))


@change("twice, {}", *TWICE, size="another", plain=grid_twice)
def twice(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = pair(cells, cells, goes_down(cells, argument), 0)
    return Image(out, image.top, image.left)


def grid_twice_apart(grid: Grid, argument: int) -> Grid:
    axis = _axis(grid, argument)
    gap = np.zeros_like(grid[:1] if axis == 0 else grid[:, :1])
    return np.concatenate([grid, gap, grid], axis)


@change("twice with a gap, {}", *TWICE, size="another", plain=grid_twice_apart)
def twice_apart(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = pair(cells, cells, goes_down(cells, argument), 1)
    return Image(out, image.top, image.left)


def grid_twice_mirrored(grid: Grid, argument: int) -> Grid:
    axis = _axis(grid, argument)
    return np.concatenate([grid, np.flip(grid, axis)], axis)


@change(
    "with its mirror image {}",
    "on the right",
    "below",
    "along its shorter side",
    size="another",
    plain=grid_twice_mirrored,
)
def twice_mirrored(image: Image, whole: Image, argument: int) -> Image:
    down = goes_down(image.cells, argument)
    out = pair(image.cells, flipped(image.cells, int(down)), down, 0)
    return Image(out, image.top, image.left)


def enlarge_grid(grid: Grid, argument: int) -> Grid | None:
    factor = argument + 2
    if max(grid.shape) * factor > LARGEST:
        return None
    return grid.repeat(factor, 0).repeat(factor, 1)


@change("{} as large", "twice", "three times", size="another", plain=enlarge_grid)
def enlarge(image: Image, whole: Image, argument: int) -> Image:
    factor = argument + 2
    height, width = image.cells.shape
    if max(height, width) * factor > LARGEST:
        return nothing()
    out = blank(height * factor, width * factor)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            out[row, col] = image.cells[row // factor, col // factor]
    return Image(out, image.top, image.left)


@helper
def pattern_of(cells: Cells, down: int, across: int) -> Cells:
    """The pattern of a period that agrees with all coloured cells; empty if none does."""
    pattern = blank(down, across)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            known, own = pattern[row % down, col % across], cells[row, col]
            if own and known and own != known:
                return blank(0, 0)
            if own:
                pattern[row % down, col % across] = own
    return pattern


@change("with its pattern continued over the black cells{}", "", " of the grid")
def continue_pattern(image: Image, whole: Image, argument: int) -> Image:
    """By the smallest period that agrees with all its colours and leaves no cell black."""
    height, width = image.cells.shape
    # By the number of cells, so the first that fits is the smallest; a pattern of one
    # cell would fill with one colour, and one that is not seen twice explains nothing.
    for size in range(2, height * width // 2 + 1):
        for down in range(1, min(size, height) + 1):
            if size % down or size // down > width:
                continue
            pattern = pattern_of(image.cells, down, size // down)
            if pattern.size and count_coloured(pattern) == pattern.size:
                rows, cols = whole.cells.shape if argument else image.cells.shape
                top, left = (image.top, image.left) if argument else (0, 0)
                out = blank(rows, cols)
                for row in range(rows):
                    for col in range(cols):
                        out[row, col] = pattern[
                            (row - top) % down, (col - left) % (size // down)
                        ]
                return Image(out, image.top - top, image.left - left)
    return nothing()
