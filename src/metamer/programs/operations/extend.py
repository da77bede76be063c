"""Lines that go on: smears, rays, links, growth.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import blank, framed, inside
from metamer.programs.operations.regions import STEPS
from metamer.programs.operations.table import Image, change, compiled

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
    "to both sides",
    "along the falling diagonal",
    "along the rising diagonal",
    "in four directions",
    "along all diagonals",
    "in eight directions",
)
WAY_STEPS = np.array(
    [1, 2, 4, 8, 16, 32, 64, 128, 3, 12, 144, 96, 15, 240, 255], np.int64
)
"""Which of the eight steps belong to each way, a bit each."""


@compiled
def smeared(cells: np.ndarray, walls: np.ndarray, way: int) -> np.ndarray:
    """Every coloured cell goes on until it meets a wall, or the edge."""
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


@change("smear {}", *WAYS, cost=1.5)
def smear(image: Image, whole: Image, argument: int) -> Image:
    cells = smeared(image.cells, image.cells, argument)
    return Image(cells, image.top, image.left)


@change("shoot {} until something is in the way", *WAYS, size="same", cost=1.5)
def shoot(image: Image, whole: Image, argument: int) -> Image:
    start = framed(image, whole)
    return Image(smeared(start.cells, whole.cells, argument), 0, 0)


@change("shoot {} through everything", *WAYS, size="same", cost=1.5)
def pierce(image: Image, whole: Image, argument: int) -> Image:
    start = framed(image, whole)
    return Image(smeared(start.cells, blank(*start.cells.shape), argument), 0, 0)


@compiled
def aim(cells: np.ndarray, walls: np.ndarray, out: np.ndarray, step: int) -> None:
    """Every coloured cell goes on along a step to the wall there, if there is one."""
    rows, cols = STEPS[step]
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            down, across, length = row + rows, col + cols, 0
            while inside(cells, down, across) and walls[down, across] == 0:
                down, across, length = down + rows, across + cols, length + 1
            if inside(cells, down, across):
                for place in range(1, length + 1 if cells[row, col] else 0):
                    out[row + place * rows, col + place * cols] = cells[row, col]


@change("shoot {} where something is in the way", *WAYS, size="same", cost=1.5)
def reach(image: Image, whole: Image, argument: int) -> Image:
    """As `shoot`, but not to the edge of the grid."""
    start = framed(image, whole).cells
    out = start.copy()
    for step in range(8):
        if WAY_STEPS[argument] >> step & 1:
            aim(start, whole.cells, out, step)
    return Image(out, 0, 0)


@compiled
def link(cells: np.ndarray, out: np.ndarray, step: int, equal: bool) -> None:
    """Fill black cells between two coloured ones along one step."""
    rows, cols = STEPS[step]
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


LINKS = ("across", "downwards", "across and downwards", "along diagonals")
LINK_STEPS = np.array([8, 2, 10, 192], np.int64)


@compiled
def linked(image: Image, way: int, equal: bool) -> Image:
    """Black cells between coloured ones filled along a way, numbered as in `LINKS`."""
    out = image.cells.copy()
    for step in range(8):
        if LINK_STEPS[way] >> step & 1:
            link(image.cells, out, step, equal)
    return Image(out, image.top, image.left)


@change("link equal colours {}", *LINKS)
def link_equal(image: Image, whole: Image, argument: int) -> Image:
    return linked(image, argument, True)


@change("link cells {}", *LINKS)
def link_any(image: Image, whole: Image, argument: int) -> Image:
    return linked(image, argument, False)


@change("link equal colours {} through everything", *LINKS[:2])
def link_through(image: Image, whole: Image, argument: int) -> Image:
    """Whatever is between two cells of one colour in a line takes that colour."""
    cells, out = image.cells, image.cells.copy()
    rows, cols = STEPS[3 if argument == 0 else 1]
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


@compiled
def grown(cells: np.ndarray, steps: int) -> np.ndarray:
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


@change("grow by one cell{}", "", ", corners too")
def grow(image: Image, whole: Image, argument: int) -> Image:
    return Image(grown(image.cells, 4 + 4 * argument), image.top, image.left)


@change("spread over all that is black")
def spread(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    for _ in range(max(cells.shape) * 2):
        further = grown(cells, 4)
        if (further == cells).all():
            break
        cells = further
    return Image(cells, image.top, image.left)
