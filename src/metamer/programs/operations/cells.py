"""What operations are made of: cutting, painting and counting cells.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.table import Image, Images, compiled
from metamer.programs.task import COLOURS


@compiled
def inside(cells: np.ndarray, row: int, col: int) -> bool:
    """Whether there is such a cell."""
    return 0 <= row < cells.shape[0] and 0 <= col < cells.shape[1]


@compiled
def blank(height: int, width: int) -> np.ndarray:
    """Black cells."""
    return np.zeros((height, width), np.uint8)


@compiled
def nothing() -> Image:
    """The image that says: no answer."""
    return Image(np.zeros((0, 0), np.uint8), 0, 0)


@compiled
def image_at(images: Images, index: int) -> Image:
    """One image of a list."""
    top, left, height, width, start = images.boxes[index]
    cells = images.cells[start : start + height * width].reshape((height, width))
    return Image(cells, top, left)


@compiled
def cut(image: Image, top: int, left: int, height: int, width: int) -> Image:
    """A part of an image, from a row and column of it on; black where it has no cells."""
    out = np.zeros((height, width), np.uint8)
    cells = image.cells
    for row in range(max(0, -top), min(height, cells.shape[0] - top)):
        for col in range(max(0, -left), min(width, cells.shape[1] - left)):
            out[row, col] = cells[top + row, left + col]
    return Image(out, image.top + top, image.left + left)


@compiled
def framed(image: Image, whole: Image) -> Image:
    """An image at its place in a frame as large as the input."""
    height, width = whole.cells.shape
    return cut(image, whole.top - image.top, whole.left - image.left, height, width)


@compiled
def content(cells: np.ndarray) -> tuple[int, int, int, int]:
    """First row and column, number of rows and columns of what is not black."""
    top, left, bottom, right = cells.shape[0], cells.shape[1], -1, -1
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col]:
                top, left = min(top, row), min(left, col)
                bottom, right = max(bottom, row), max(right, col)
    if bottom < 0:
        return 0, 0, 0, 0
    return top, left, bottom - top + 1, right - left + 1


@compiled
def counts(cells: np.ndarray) -> np.ndarray:
    """How many cells there are of each colour."""
    found = np.zeros(COLOURS, np.int64)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            found[cells[row, col]] += 1
    return found


@compiled
def commonest(cells: np.ndarray) -> int:
    """The colour of most cells that are not black; 0 if all are."""
    found = counts(cells)
    best = 0
    for colour in range(1, COLOURS):
        if found[colour] > (found[best] if best else 0):
            best = colour
    return best


@compiled
def rarest(cells: np.ndarray) -> int:
    """The colour of fewest cells, of those there are and that are not black."""
    found = counts(cells)
    best = 0
    for colour in range(1, COLOURS):
        if found[colour] and (best == 0 or found[colour] < found[best]):
            best = colour
    return best


@compiled
def paint(cells: np.ndarray, image: Image, top: int, left: int) -> None:
    """Paint what is not black of an image onto cells, whose corner is at top, left."""
    for row in range(image.cells.shape[0]):
        for col in range(image.cells.shape[1]):
            down, across = image.top + row - top, image.left + col - left
            if image.cells[row, col] and inside(cells, down, across):
                cells[down, across] = image.cells[row, col]


@compiled
def overlaid(below: np.ndarray, above: np.ndarray) -> np.ndarray:
    """One on top of the other; the upper one alone where the sizes differ."""
    if below.shape != above.shape:
        return above
    out = above.copy()
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if out[row, col] == 0:
                out[row, col] = below[row, col]
    return out


@compiled
def labelled(cells: np.ndarray, labels: np.ndarray, label: int) -> np.ndarray:
    """Only the cells with a label."""
    out = blank(*cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if labels[row, col] == label:
                out[row, col] = cells[row, col]
    return out
