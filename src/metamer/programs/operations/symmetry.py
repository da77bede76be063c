"""Turned, mirrored and made symmetrical.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import overlaid
from metamer.programs.operations.table import Image, change, compiled

MOTIONS = (
    "mirrored left to right",
    "upside down",
    "turned by half",
    "mirrored at the falling diagonal",
    "turned right",
    "turned left",
    "mirrored at the rising diagonal",
)


@compiled
def moved(cells: np.ndarray, motion: int) -> np.ndarray:
    """One of the seven rigid motions, numbered as in `MOTIONS`."""
    source = cells if motion < 3 else cells.T
    height, width = source.shape
    # A motion after the transposition: which axes are reversed.
    reverse_rows = motion in (1, 2, 5, 6)
    reverse_cols = motion in (0, 2, 4, 6)
    out = np.empty((height, width), np.uint8)
    for row in range(height):
        for col in range(width):
            down = height - 1 - row if reverse_rows else row
            across = width - 1 - col if reverse_cols else col
            out[row, col] = source[down, across]
    return out


@change("{}", *MOTIONS)
def move(image: Image, whole: Image, argument: int) -> Image:
    return Image(moved(image.cells, argument), image.top, image.left)


@change("with itself {} beneath", *MOTIONS)
def symmetrise(image: Image, whole: Image, argument: int) -> Image:
    cells = overlaid(moved(image.cells, argument), image.cells)
    return Image(cells, image.top, image.left)


@change("made symmetrical {}", "both ways", "by quarter turns", "in every way")
def symmetrise_fully(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    if argument != 1:
        cells = overlaid(moved(cells, 0), cells)
        cells = overlaid(moved(cells, 1), cells)
    if argument != 0:
        cells = overlaid(moved(cells, 2), cells)
        cells = overlaid(moved(cells, 4), cells)
    return Image(cells, image.top, image.left)
