"""Rays, links and growth.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import STEPS
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    in_frame,
    inside,
    same_cells,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Image

WAYS = (
    "up",
    "down",
    "left",
    "right",
    "up and left",
    "up and right",
    "down and left",
    "down and right",
    "up and down",
    "left and right",
    "along the diagonal",
    "along the other diagonal",
    "in four directions",
    "along both diagonals",
    "in eight directions",
)
WAY_STEPS = np.array(
    [1, 2, 4, 8, 16, 32, 64, 128, 3, 12, 144, 96, 15, 240, 255], np.int64
)
"""Which of the eight steps belong to each way, a bit each."""


@helper
def cast(cells: Cells, walls: Cells, way: int) -> Cells:
    """The cells with a ray from every coloured one to the next wall, or to the edge."""
    out = cells.copy()
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col] == 0:
                continue
            for step in range(8):
                if WAY_STEPS[way] >> step & 1:
                    down, across = row + STEPS[step, 0], col + STEPS[step, 1]
                    while inside(cells, down, across) and walls[down, across] == 0:
                        out[down, across] = cells[row, col]
                        down, across = down + STEPS[step, 0], across + STEPS[step, 1]
    return out


@change("extended {}", *WAYS, cost=1.5)
def smear(image: Image, whole: Image, argument: int) -> Image:
    cells = cast(image.cells, image.cells, argument)
    return Image(cells, image.top, image.left)


@change("with rays {} until something is in the way", *WAYS, size="same", cost=1.5)
def shoot(image: Image, whole: Image, argument: int) -> Image:
    start = in_frame(image, whole)
    return Image(cast(start.cells, whole.cells, argument), 0, 0)


@change("with rays {} through everything", *WAYS, size="same", cost=1.5)
def pierce(image: Image, whole: Image, argument: int) -> Image:
    start = in_frame(image, whole)
    return Image(cast(start.cells, blank(*start.cells.shape), argument), 0, 0)


@helper
def cast_to_wall(cells: Cells, walls: Cells, out: Cells, step: int) -> None:
    """Draw a ray along a step from every coloured cell from which it meets a wall."""
    rows, cols = STEPS[step, 0], STEPS[step, 1]
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            down, across, length = row + rows, col + cols, 0
            while inside(cells, down, across) and walls[down, across] == 0:
                down, across, length = down + rows, across + cols, length + 1
            # Only at the end of a ray is it known whether it meets a wall, so it is
            # drawn after.
            if inside(cells, down, across):
                for place in range(1, length + 1 if cells[row, col] else 0):
                    out[row + place * rows, col + place * cols] = cells[row, col]


@change("with rays {} where something is in the way", *WAYS, size="same", cost=1.5)
def reach(image: Image, whole: Image, argument: int) -> Image:
    """As `shoot`, but not to the edge of the grid."""
    start = in_frame(image, whole).cells
    out = start.copy()
    for step in range(8):
        if WAY_STEPS[argument] >> step & 1:
            cast_to_wall(start, whole.cells, out, step)
    return Image(out, 0, 0)


@helper
def link(cells: Cells, out: Cells, step: int, equal: bool) -> None:
    """Fill black cells between two coloured ones along one step."""
    rows, cols = STEPS[step, 0], STEPS[step, 1]
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            colour = cells[row, col]
            if colour == 0:
                continue
            down, across, length = row + rows, col + cols, 0
            while inside(cells, down, across) and cells[down, across] == 0:
                down, across, length = down + rows, across + cols, length + 1
            if not inside(cells, down, across):
                continue
            if cells[down, across] == colour or not equal:
                for place in range(1, length + 1):
                    out[row + place * rows, col + place * cols] = colour


LINKS = ("in rows", "in columns", "in rows and columns", "along diagonals")
LINK_STEPS = np.array([8, 2, 10, 192], np.int64)
"""Which of the eight steps belong to each way, a bit each. One of two opposite steps is
enough, because a link is found from either of its ends."""


@helper
def link_along(image: Image, way: int, equal: bool) -> Image:
    """Black cells between coloured ones filled along a way, numbered as in `LINKS`."""
    out = image.cells.copy()
    for step in range(8):
        if LINK_STEPS[way] >> step & 1:
            link(image.cells, out, step, equal)
    return Image(out, image.top, image.left)


@change("with equal colours linked {}", *LINKS)
def link_equal(image: Image, whole: Image, argument: int) -> Image:
    return link_along(image, argument, True)


@change("with cells linked {}", *LINKS)
def link_any(image: Image, whole: Image, argument: int) -> Image:
    return link_along(image, argument, False)


@change("with equal colours linked {} through everything", *LINKS[:2])
def link_through(image: Image, whole: Image, argument: int) -> Image:
    """Whatever is between two cells of one colour in a line takes that colour."""
    cells, out = image.cells, image.cells.copy()
    step = 3 if argument == 0 else 1
    rows, cols = STEPS[step, 0], STEPS[step, 1]
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            colour, length = cells[row, col], 0
            down, across = row + rows, col + cols
            while colour and down < cells.shape[0] and across < cells.shape[1]:
                length += 1
                if cells[down, across] == colour:
                    for place in range(1, length):
                        out[row + place * rows, col + place * cols] = colour
                    break
                down, across = down + rows, across + cols
    return Image(out, image.top, image.left)


@helper
def grow_once(cells: Cells, steps: int) -> Cells:
    """Black cells take the colour of a neighbour."""
    out = cells.copy()
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col]:
                continue
            for step in range(steps):
                down, across = row + STEPS[step, 0], col + STEPS[step, 1]
                if inside(cells, down, across) and cells[down, across]:
                    out[row, col] = cells[down, across]
    return out


@change("grown by one cell{}", "", ", corners too")
def grow(image: Image, whole: Image, argument: int) -> Image:
    return Image(grow_once(image.cells, 4 + 4 * argument), image.top, image.left)


@change("grown over all that is black")
def spread(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    # By sides, no cell is further from another than height and width together.
    for _ in range(max(cells.shape) * 2):
        further = grow_once(cells, 4)
        if same_cells(further, cells):
            break
        cells = further
    return Image(cells, image.top, image.left)
