"""What operations are made of: cutting, painting and counting cells.

Loops are written out, here and in the operations: Numba compiles and specialises each
NumPy function for every type of array, and that takes longer than all the loops.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.types import (
    Cells,
    Flags,
    Image,
    Images,
    Labels,
    Numbers,
)
from metamer.paradigms.concepts.tasks import COLOURS

FAR = 1000
"""A row or column beyond every image."""


@helper
def inside(cells: Cells, row: int, col: int) -> bool:
    """Whether the row and column are those of a cell."""
    return 0 <= row < cells.shape[0] and 0 <= col < cells.shape[1]


@helper
def blank(height: int, width: int) -> Cells:
    """Black cells."""
    return np.zeros((height, width), np.uint8)


@helper
def nothing() -> Image:
    """The image that stands for no answer."""
    return Image(np.zeros((0, 0), np.uint8), 0, 0)


@helper
def image_at(images: Images, index: int) -> Image:
    """One image of a list."""
    boxes = images.boxes
    height, width, start = boxes[index, 2], boxes[index, 3], boxes[index, 4]
    cells = images.cells[start : start + height * width].reshape((height, width))
    return Image(cells, boxes[index, 0], boxes[index, 1])


@helper
def cut(image: Image, top: int, left: int, height: int, width: int) -> Image:
    """A part of an image, from a row and column of it on; black where it has no cells."""
    out = np.zeros((height, width), np.uint8)
    cells = image.cells
    for row in range(max(0, -top), min(height, cells.shape[0] - top)):
        for col in range(max(0, -left), min(width, cells.shape[1] - left)):
            out[row, col] = cells[top + row, left + col]
    return Image(out, image.top + top, image.left + left)


@helper
def in_frame(image: Image, whole: Image) -> Image:
    """An image at its place in a frame of the size of the input."""
    height, width = whole.cells.shape
    return cut(image, whole.top - image.top, whole.left - image.left, height, width)


@helper
def content(cells: Cells) -> tuple[int, int, int, int]:
    """The box of all that is not black: its first row and column, its height and width."""
    top, left, bottom, right = cells.shape[0], cells.shape[1], -1, -1
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col]:
                top, left = min(top, row), min(left, col)
                bottom, right = max(bottom, row), max(right, col)
    if bottom < 0:
        return 0, 0, 0, 0
    return top, left, bottom - top + 1, right - left + 1


@helper
def colour_counts(cells: Cells) -> Numbers:
    """How many cells there are of each colour."""
    counts = np.zeros(COLOURS, np.int64)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            counts[cells[row, col]] += 1
    return counts


@helper
def count_coloured(cells: Cells) -> int:
    """How many cells are not black."""
    number = 0
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            number += cells[row, col] != 0
    return number


@helper
def count_colours(cells: Cells) -> int:
    """How many colours there are besides black."""
    number = 0
    for count in colour_counts(cells)[1:]:
        number += count > 0
    return number


@helper
def most_common(cells: Cells) -> int:
    """The most common colour besides black; 0 if all cells are black."""
    counts = colour_counts(cells)
    best = 0
    for colour in range(1, COLOURS):
        # 0 stands for no colour yet; the count of black must not be compared with.
        if counts[colour] > (counts[best] if best else 0):
            best = colour
    return best


@helper
def least_common(cells: Cells) -> int:
    """The least common colour besides black; 0 if all cells are black."""
    counts = colour_counts(cells)
    best = 0
    for colour in range(1, COLOURS):
        if counts[colour] and (best == 0 or counts[colour] < counts[best]):
            best = colour
    return best


@helper
def paint(cells: Cells, image: Image, top: int, left: int) -> None:
    """Paint the coloured cells of an image onto cells whose corner is at top, left."""
    for row in range(image.cells.shape[0]):
        for col in range(image.cells.shape[1]):
            down, across = image.top + row - top, image.left + col - left
            if image.cells[row, col] and inside(cells, down, across):
                cells[down, across] = image.cells[row, col]


@helper
def overlay(below: Cells, above: Cells) -> Cells:
    """One on top of the other; the upper one alone where the sizes differ."""
    if below.shape != above.shape:
        return above
    out = above.copy()
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if out[row, col] == 0:
                out[row, col] = below[row, col]
    return out


@helper
def part_of(cells: Cells, labels: Labels, label: int) -> Cells:
    """Only the cells with a label."""
    out = blank(*cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if labels[row, col] == label:
                out[row, col] = cells[row, col]
    return out


@helper
def same_cells(first: Cells, second: Cells) -> bool:
    """Whether two images have the same cells."""
    if first.shape != second.shape:
        return False
    for row in range(first.shape[0]):
        for col in range(first.shape[1]):
            if first[row, col] != second[row, col]:
                return False
    return True


@helper
def last_label(labels: Labels) -> int:
    """The largest label."""
    largest = 0
    for row in range(labels.shape[0]):
        for col in range(labels.shape[1]):
            largest = max(largest, labels[row, col])
    return largest


@helper
def count_true(flags: Flags) -> int:
    """How many flags are true."""
    number = 0
    for flag in flags:
        number += flag
    return number


@helper
def largest_at(numbers: Numbers) -> int:
    """The index of the largest number; of equal ones, the first."""
    best = 0
    for index in range(1, len(numbers)):
        if numbers[index] > numbers[best]:
            best = index
    return best


@helper
def bounds(images: Images, chosen: Flags) -> tuple[int, int, int, int]:
    """The first row and column of some images, and the row and column after the last.

    If none is chosen, the last come before the first.
    """
    top, left, bottom, right = FAR, FAR, -FAR, -FAR
    for index in range(len(chosen)):
        if chosen[index]:
            row, col = images.boxes[index, 0], images.boxes[index, 1]
            top, left = min(top, row), min(left, col)
            bottom = max(bottom, row + images.boxes[index, 2])
            right = max(right, col + images.boxes[index, 3])
    return top, left, bottom, right
