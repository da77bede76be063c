"""Noise removed.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import STEPS, components
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    inside,
    largest_at,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Image
from metamer.paradigms.concepts.tasks import COLOURS


@helper
def level(cells: Cells, down: bool) -> tuple[Cells, int]:
    """Every row or column in its most common colour, and how many cells that changes."""
    out, changes = blank(*cells.shape), 0
    lines, length = (cells.shape[1], cells.shape[0]) if down else cells.shape
    for line in range(lines):
        counts = np.zeros(COLOURS, np.int64)
        for place in range(length):
            counts[cells[place, line] if down else cells[line, place]] += 1
        colour = largest_at(counts)
        changes += length - counts[colour]
        for place in range(length):
            if down:
                out[place, line] = colour
            else:
                out[line, place] = colour
    return out, changes


@change("even out {}", "the rows", "the columns", "the stripes")
def even(image: Image, whole: Image, argument: int) -> Image:
    """Every line in its most common colour; stripes are the lines that change less."""
    rows, row_changes = level(image.cells, False)
    cols, col_changes = level(image.cells, True)
    down = argument == 1 or (argument == 2 and col_changes < row_changes)
    return Image(cols if down else rows, image.top, image.left)


@helper
def colour_around(cells: Cells, row: int, col: int) -> int:
    """The most common colour of the eight cells beside a cell."""
    counts = np.zeros(COLOURS, np.int64)
    for step in range(8):
        down, across = row + STEPS[step, 0], col + STEPS[step, 1]
        if inside(cells, down, across):
            counts[cells[down, across]] += 1
    return largest_at(counts)


@change(
    "{}",
    "erase single cells",
    "erase single cells that touch none of their colour, corners included",
    "give single cells the most common colour around them",
    "give single cells, black ones too, the most common colour around them",
)
def despeckle(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    # 0 belongs to no component: colours are raised by one so that black counts too.
    raised = cells + np.uint8(1) if argument == 3 else cells
    labels = components(raised, 8 if argument == 1 else 4, True)
    sizes, out = np.zeros(cells.size + 1, np.int64), cells.copy()
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            sizes[labels[row, col]] += 1
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if labels[row, col] and sizes[labels[row, col]] == 1:
                out[row, col] = colour_around(cells, row, col) if argument >= 2 else 0
    return Image(out, image.top, image.left)
