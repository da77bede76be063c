"""Noise taken away.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import blank, inside
from metamer.programs.operations.regions import STEPS, components
from metamer.programs.operations.table import Image, change, compiled


@compiled
def majority(line: np.ndarray) -> int:
    """The commonest colour of some cells, black included."""
    found = np.zeros(10, np.int64)
    for colour in line:
        found[colour] += 1
    return int(np.argmax(found))


@compiled
def levelled(cells: np.ndarray) -> np.ndarray:
    """Every row in its commonest colour."""
    out = blank(*cells.shape)
    for row in range(cells.shape[0]):
        out[row] = majority(cells[row])
    return out


@compiled
def changes(cells: np.ndarray, other: np.ndarray) -> int:
    """How many cells differ."""
    return (cells != other).sum()


@change("even out {}", "the rows", "the columns", "the stripes")
def even(image: Image, whole: Image, argument: int) -> Image:
    """Every line in its commonest colour; stripes are the lines that change less."""
    rows = levelled(image.cells)
    cols = levelled(image.cells.T.copy()).T.copy()
    if argument == 2:
        argument = int(changes(image.cells, cols) < changes(image.cells, rows))
    return Image(rows if argument == 0 else cols, image.top, image.left)


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
    sizes = np.bincount(labels.ravel())
    out = cells.copy()
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if labels[row, col] and sizes[labels[row, col]] == 1:
                out[row, col] = beside(cells, row, col) if argument >= 2 else 0
    return Image(out, image.top, image.left)
