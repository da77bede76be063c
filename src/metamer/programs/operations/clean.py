"""Noise taken away.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import blank, inside
from metamer.programs.operations.regions import STEPS, components
from metamer.programs.operations.table import Image, change, compiled


@compiled
def levelled(cells: np.ndarray, down: bool) -> tuple[np.ndarray, int]:
    """Every row or column in its commonest colour, and how many cells that changes."""
    out, changes = blank(*cells.shape), 0
    lines, length = (cells.shape[1], cells.shape[0]) if down else cells.shape
    for line in range(lines):
        found = np.zeros(10, np.int64)
        for place in range(length):
            found[cells[place, line] if down else cells[line, place]] += 1
        colour = np.argmax(found)
        changes += length - found[colour]
        for place in range(length):
            if down:
                out[place, line] = colour
            else:
                out[line, place] = colour
    return out, changes


@change("even out {}", "the rows", "the columns", "the stripes")
def even(image: Image, whole: Image, argument: int) -> Image:
    """Every line in its commonest colour; stripes are the lines that change less."""
    rows, row_changes = levelled(image.cells, False)
    cols, col_changes = levelled(image.cells, True)
    down = argument == 1 or (argument == 2 and col_changes < row_changes)
    return Image(cols if down else rows, image.top, image.left)


@compiled
def beside(cells: np.ndarray, row: int, col: int) -> int:
    """The commonest colour of the eight cells beside a cell."""
    found = np.zeros(10, np.int64)
    for step in range(8):
        down, across = row + STEPS[step, 0], col + STEPS[step, 1]
        if inside(cells, down, across):
            found[cells[down, across]] += 1
    return int(np.argmax(found))


@change(
    "{}",
    "erase single cells",
    "erase single cells that touch nothing at corners",
    "give single cells the colour around them",
    "give single cells of any colour the colour around them",
)
def despeckle(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    # Black counts as a colour where it is one more: eleven colours, and none is 0.
    raised = cells + np.uint8(1) if argument == 3 else cells
    labels = components(raised, 8 if argument == 1 else 4, True)
    sizes, out = np.zeros(cells.size + 1, np.int64), cells.copy()
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            sizes[labels[row, col]] += 1
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if labels[row, col] and sizes[labels[row, col]] == 1:
                out[row, col] = beside(cells, row, col) if argument >= 2 else 0
    return Image(out, image.top, image.left)
