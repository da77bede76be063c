"""Cut parts out of an image.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.flip import TRANSPOSED, flipped
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    content,
    count_true,
    cut,
    nothing,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Flags, Image
from metamer.paradigms.concepts.search.scene import bounds
from metamer.paradigms.concepts.tasks import Grid


@helper
def without_black_edges(image: Image) -> Image:
    """The smallest box around all that is not black."""
    return cut(image, *content(image.cells))


def crop_grid(grid: Grid, argument: int) -> Grid | None:
    return grid[bounds(grid != 0)] if grid.any() else None


@change("cropped to what is not black", plain=crop_grid)
def crop(image: Image, whole: Image, argument: int) -> Image:
    return without_black_edges(image)


def trim_grid(grid: Grid, argument: int) -> Grid | None:
    top, bottom = int(argument in (0, 1)), len(grid) - (argument in (0, 2))
    left, right = int(argument in (0, 3)), grid.shape[1] - (argument in (0, 4))
    inner = grid[top : max(bottom, 0), left : max(right, 0)]
    return inner if inner.size else None


@change(
    "without its {}",
    "edges",
    "top row",
    "bottom row",
    "left column",
    "right column",
    plain=trim_grid,
)
def trim(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    every = argument == 0
    top, left = int(every or argument == 1), int(every or argument == 3)
    rows = height - top - int(every or argument == 2)
    cols = width - left - int(every or argument == 4)
    if rows <= 0 or cols <= 0:
        return nothing()
    return cut(image, top, left, rows, cols)


def side_of_grid(grid: Grid, argument: int) -> Grid:
    return (grid[:1], grid[-1:], grid[:, :1], grid[:, -1:])[argument]


@change(
    "its {}", "top row", "bottom row", "left column", "right column", plain=side_of_grid
)
def side(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    rows, cols = (1, width) if argument < 2 else (height, 1)
    top = height - 1 if argument == 1 else 0
    left = width - 1 if argument == 3 else 0
    return cut(image, top, left, rows, cols)


def half_of_grid(grid: Grid, argument: int) -> Grid | None:
    rows, cols = len(grid) // 2, grid.shape[1] // 2
    lower, right = grid[len(grid) - rows :], grid[:, grid.shape[1] - cols :]
    part = (grid[:rows], lower, grid[:, :cols], right)[argument]
    return part if part.size else None


@change("its {} half", "upper", "lower", "left", "right", plain=half_of_grid)
def half(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    rows, cols = (height // 2, width) if argument < 2 else (height, width // 2)
    top = height - rows if argument == 1 else 0
    left = width - cols if argument == 3 else 0
    return cut(image, top, left, rows, cols)


def middle_of_grid(grid: Grid, argument: int) -> Grid:
    down, across = (len(grid) - 1) // 2, (grid.shape[1] - 1) // 2
    rows = slice(down, len(grid) - down) if argument != 2 else slice(None)
    columns = slice(across, grid.shape[1] - across) if argument != 1 else slice(None)
    return grid[rows, columns]


@change("its middle {}", "cell", "row", "column", plain=middle_of_grid)
def middle(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    rows = height if argument == 2 else 2 - height % 2
    cols = width if argument == 1 else 2 - width % 2
    return cut(image, (height - rows) // 2, (width - cols) // 2, rows, cols)


@change("the input in its box{}", "", " and one cell around")
def input_there(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    return cut(
        whole,
        image.top - argument,
        image.left - argument,
        height + 2 * argument,
        width + 2 * argument,
    )


@helper
def keep_lines(image: Image, rows: Flags, cols: Flags) -> Image:
    """Only some rows and columns, moved together."""
    out = blank(count_true(rows), count_true(cols))
    down = 0
    for row in range(len(rows)):
        across = 0
        for col in range(len(cols)):
            if rows[row] and cols[col]:
                out[down, across] = image.cells[row, col]
            across += int(cols[col])
        down += int(rows[row])
    return Image(out, image.top, image.left)


@helper
def new_lines(cells: Cells, distinct: bool) -> Flags:
    """Which rows are not black, or (`distinct`) not equal to the row before."""
    flags = np.zeros(len(cells), np.bool_)
    for row in range(len(cells)):
        flags[row] = distinct and row == 0
        for col in range(cells.shape[1]):
            flags[row] |= cells[row, col] != (cells[row - 1, col] if distinct else 0)
    return flags


def compress_grid(grid: Grid, argument: int) -> Grid | None:
    if argument == 0:
        rows, columns = grid.any(1), grid.any(0)
    else:
        rows = np.r_[True, (grid[1:] != grid[:-1]).any(1)]
        columns = np.r_[True, (grid[:, 1:] != grid[:, :-1]).any(0)]
    remaining = grid[rows][:, columns]
    return remaining if remaining.size else None


@change("without {} rows and columns", "black", "repeated", plain=compress_grid)
def compress(image: Image, whole: Image, argument: int) -> Image:
    rows = new_lines(image.cells, argument == 1)
    cols = new_lines(flipped(image.cells, TRANSPOSED), argument == 1)
    return keep_lines(image, rows, cols)
