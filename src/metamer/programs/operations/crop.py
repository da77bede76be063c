"""Cut parts out of an image.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import content, cut, nothing
from metamer.programs.operations.table import Image, change, compiled


@compiled
def cropped(image: Image) -> Image:
    """What is left without black edges."""
    return cut(image, *content(image.cells))


@change("crop to what is there")
def crop(image: Image, whole: Image, argument: int) -> Image:
    return cropped(image)


@change(
    "cut off its {}", "edges", "top row", "bottom row", "left column", "right column"
)
def trim(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    top, bottom = argument in (0, 1), argument in (0, 2)
    left, right = argument in (0, 3), argument in (0, 4)
    rows, cols = height - int(top) - int(bottom), width - int(left) - int(right)
    if rows <= 0 or cols <= 0:
        return nothing()
    return cut(image, int(top), int(left), rows, cols)


@change("only its {}", "top row", "bottom row", "left column", "right column")
def side(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    if argument < 2:
        return cut(image, (height - 1) * argument, 0, 1, width)
    return cut(image, 0, (width - 1) * (argument - 2), height, 1)


@change("its {} half", "upper", "lower", "left", "right")
def half(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    if argument < 2:
        rows = height // 2
        return cut(image, (height - rows) * argument, 0, rows, width)
    cols = width // 2
    return cut(image, 0, (width - cols) * (argument - 2), height, cols)


@change("its middle {}", "cell", "row", "column")
def middle(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    rows, cols = 2 - height % 2, 2 - width % 2
    top, left = (height - rows) // 2, (width - cols) // 2
    if argument == 0:
        return cut(image, top, left, rows, cols)
    if argument == 1:
        return cut(image, top, 0, rows, width)
    return cut(image, 0, left, height, cols)


@change("the input at its place{}", "", " and one cell around")
def input_there(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    return cut(
        whole,
        image.top - argument,
        image.left - argument,
        height + 2 * argument,
        width + 2 * argument,
    )


@compiled
def chosen(image: Image, rows: np.ndarray, cols: np.ndarray) -> Image:
    """Only some rows and columns, moved together."""
    out = np.zeros((rows.sum(), cols.sum()), np.uint8)
    down = 0
    for row in range(len(rows)):
        across = 0
        for col in range(len(cols)):
            if rows[row] and cols[col]:
                out[down, across] = image.cells[row, col]
            across += int(cols[col])
        down += int(rows[row])
    return Image(out, image.top, image.left)


@compiled
def new_lines(cells: np.ndarray, distinct: bool) -> np.ndarray:
    """Which rows are not black, or (`distinct`) not as the row before."""
    found = np.ones(len(cells), np.bool_)
    for row in range(len(cells)):
        if distinct:
            found[row] = row == 0 or (cells[row] != cells[row - 1]).any()
        else:
            found[row] = (cells[row] != 0).any()
    return found


@change("leave out {} rows and columns", "black", "repeated")
def compress(image: Image, whole: Image, argument: int) -> Image:
    rows = new_lines(image.cells, argument == 1)
    cols = new_lines(np.ascontiguousarray(image.cells.T), argument == 1)
    return chosen(image, rows, cols)
