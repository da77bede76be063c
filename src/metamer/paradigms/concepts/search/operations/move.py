"""Falling, sliding, shifting.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import STEPS, components
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    content,
    in_frame,
    inside,
    last_label,
    nothing,
    paint,
    part_of,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import (
    Cells,
    Flags,
    Image,
    Labels,
)

DIRECTIONS = ("up", "down", "left", "right")
"""Those of the first four `STEPS`."""
UNLIMITED = 1000
"""More steps than any grid has cells in a line."""


@helper
def free(shape: Cells, walls: Cells, step: int) -> int:
    """How many steps coloured cells can go before they leave the grid or meet a wall.

    `UNLIMITED` if there are none.
    """
    best = UNLIMITED
    for row in range(shape.shape[0]):
        for col in range(shape.shape[1]):
            if shape[row, col] == 0:
                continue
            down, across, length = row + STEPS[step, 0], col + STEPS[step, 1], 0
            # Never further than the least so far: the cells move together.
            while (
                length < best
                and inside(shape, down, across)
                and walls[down, across] == 0
            ):
                down, across = down + STEPS[step, 0], across + STEPS[step, 1]
                length += 1
            best = min(best, length)
    return best


@helper
def shifted(image: Image, step: int, length: int) -> Image:
    """An image some steps further."""
    down, across = STEPS[step, 0] * length, STEPS[step, 1] * length
    return Image(image.cells, image.top + down, image.left + across)


@helper
def others(image: Image, whole: Image) -> Cells:
    """The cells of the input that are not the image's own."""
    own = in_frame(image, whole).cells
    out = whole.cells.copy()
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if own[row, col]:
                out[row, col] = 0
    return out


@change("the cells fall {}", *DIRECTIONS)
def fall(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    lines, length = (width, height) if argument < 2 else (height, width)
    out = blank(height, width)
    for line in range(lines):
        filled = 0
        for place in range(length):
            along = place if argument % 2 == 0 else length - 1 - place
            target = filled if argument % 2 == 0 else length - 1 - filled
            if argument < 2 and image.cells[along, line]:
                out[target, line] = image.cells[along, line]
                filled += 1
            elif argument >= 2 and image.cells[line, along]:
                out[line, target] = image.cells[line, along]
                filled += 1
    return Image(out, image.top, image.left)


@helper
def nearest(cells: Cells, labels: Labels, fallen: Flags, step: int) -> int:
    """Which of the objects that have not fallen is nearest to the edge along a step."""
    best, least = 0, UNLIMITED
    for label in range(1, len(fallen)):
        if not fallen[label]:
            shape = part_of(cells, labels, label)
            length = free(shape, blank(*shape.shape), step)
            if length < least:
                best, least = label, length
    return best


@change("the objects fall {}", *DIRECTIONS)
def drop(image: Image, whole: Image, argument: int) -> Image:
    """Connected cells fall together, those that are nearest to the ground first."""
    labels = components(image.cells, 8, False)
    out = blank(*labels.shape)
    count = last_label(labels)
    fallen = np.zeros(count + 1, np.bool_)
    for _ in range(count):
        # In this order, or an object would fall through those that have not fallen yet.
        label = nearest(image.cells, labels, fallen, argument)
        fallen[label] = True
        shape = part_of(image.cells, labels, label)
        length = free(shape, out, argument)
        there = Image(shape, STEPS[argument, 0] * length, STEPS[argument, 1] * length)
        paint(out, there, 0, 0)
    return Image(out, image.top, image.left)


@change("slide {} until something is in the way", *DIRECTIONS, size="same")
def slide(image: Image, whole: Image, argument: int) -> Image:
    length = free(in_frame(image, whole).cells, others(image, whole), argument)
    if length == UNLIMITED:
        return nothing()
    return shifted(image, argument, length)


@change(
    "slide to what is in the way{}",
    "",
    ", or not at all",
    size="same",
)
def slide_to(image: Image, whole: Image, argument: int) -> Image:
    """In the direction in which something other than the edge stops it first."""
    shape, walls = in_frame(image, whole).cells, others(image, whole)
    best, least = -1, UNLIMITED
    for step in range(4):
        length = free(shape, walls, step)
        if length < least and (length < free(shape, blank(*walls.shape), step)):
            best, least = step, length
    if best < 0:
        return nothing() if argument == 0 else image
    return shifted(image, best, least)


@change("at the {} edge", "upper", "lower", "left", "right", size="same")
def to_edge(image: Image, whole: Image, argument: int) -> Image:
    top, left = image.top, image.left
    if argument == 0:
        top = 0
    elif argument == 1:
        top = whole.cells.shape[0] - image.cells.shape[0]
    elif argument == 2:
        left = 0
    else:
        left = whole.cells.shape[1] - image.cells.shape[1]
    return Image(image.cells, top, left)


@change(
    "beside itself, {}",
    *DIRECTIONS,
    "up and left",
    "up and right",
    "down and left",
    "down and right",
    size="same",
)
def beside(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    down, across = STEPS[argument, 0] * height, STEPS[argument, 1] * width
    return Image(image.cells, image.top + down, image.left + across)


@change("moved one cell {}", *DIRECTIONS, size="same")
def one_step(image: Image, whole: Image, argument: int) -> Image:
    return shifted(image, argument, 1)


@change(
    "at its place in the grid flipped {}",
    "left to right",
    "upside down",
    "both ways",
    size="same",
)
def mirrored_place(image: Image, whole: Image, argument: int) -> Image:
    top, left = image.top, image.left
    if argument != 1:
        left = whole.cells.shape[1] - image.cells.shape[1] - left
    if argument != 0:
        top = whole.cells.shape[0] - image.cells.shape[0] - top
    return Image(image.cells, top, left)


@change("in the middle of {}", "the grid", "everything else", size="same")
def centred(image: Image, whole: Image, argument: int) -> Image:
    height, width = image.cells.shape
    top, left, rows, cols = 0, 0, *whole.cells.shape
    if argument == 1:
        top, left, rows, cols = content(others(image, whole))
    if (rows - height) % 2 or (cols - width) % 2:
        return nothing()
    return Image(image.cells, top + (rows - height) // 2, left + (cols - width) // 2)
