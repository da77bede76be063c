"""Repeated and enlarged images, and repeated patterns.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import blank, nothing
from metamer.programs.operations.symmetry import moved
from metamer.programs.operations.table import Image, change, compiled
from metamer.programs.task import LARGEST

TWICE = ("side by side", "one above the other", "along its shorter side")


@compiled
def doubled(first: np.ndarray, second: np.ndarray, down: bool, gap: int) -> np.ndarray:
    """Two images of one size together, with black cells between."""
    height, width = first.shape
    top, left = (height + gap, 0) if down else (0, width + gap)
    out = blank(top + height, left + width)
    for row in range(height):
        for col in range(width):
            out[row, col] = first[row, col]
            out[top + row, left + col] = second[row, col]
    return out


@compiled
def goes_down(cells: np.ndarray, way: int) -> bool:
    """Whether the second image goes below the first (see `TWICE`)."""
    return way == 1 or (way == 2 and cells.shape[0] < cells.shape[1])


@change("twice {}", *TWICE, size="another")
def twice(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = doubled(cells, cells, goes_down(cells, argument), 0)
    return Image(out, image.top, image.left)


@change("twice with a gap {}", *TWICE, size="another")
def twice_apart(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = doubled(cells, cells, goes_down(cells, argument), 1)
    return Image(out, image.top, image.left)


@change("with its mirror image {}", *TWICE, size="another")
def twice_mirrored(image: Image, whole: Image, argument: int) -> Image:
    down = goes_down(image.cells, argument)
    out = doubled(image.cells, moved(image.cells, int(down)), down, 0)
    return Image(out, image.top, image.left)


@change("{} times as large", "two", "three", size="another")
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


@compiled
def repeats(cells: np.ndarray, down: int, across: int) -> np.ndarray:
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


@change("continue its pattern over the black cells{}", "", " of the grid")
def continue_pattern(image: Image, whole: Image, argument: int) -> Image:
    """By the smallest period that agrees with all its colours and leaves no cell black."""
    height, width = image.cells.shape
    for size in range(2, height * width // 2 + 1):
        for down in range(1, min(size, height) + 1):
            if size % down or size // down > width:
                continue
            pattern = repeats(image.cells, down, size // down)
            if pattern.size and (pattern != 0).all():
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
