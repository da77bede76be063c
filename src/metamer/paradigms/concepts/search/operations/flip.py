"""Flipped, turned and made symmetric.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.motions import MOTIONS
from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.primitives import overlay
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Image
from metamer.paradigms.concepts.tasks import Grid

MOTION_WORDS = (
    "flipped left to right",
    "flipped upside down",
    "turned by 180 degrees",
    "flipped about its diagonal",
    "turned by 90 degrees clockwise",
    "turned by 90 degrees counter-clockwise",
    "flipped about its other diagonal",
)


TRANSPOSED = 3


@helper
def flipped(cells: Cells, motion: int) -> Cells:
    """The cells after one of the motions, in the order of `MOTION_WORDS`."""
    source = cells if motion < 3 else cells.T
    height, width = source.shape
    # After the transposition, if there is one, some axes are reversed.
    reverse_rows = motion in (1, 2, 5, 6)
    reverse_cols = motion in (0, 2, 4, 6)
    out = np.empty((height, width), np.uint8)
    for row in range(height):
        for col in range(width):
            down = height - 1 - row if reverse_rows else row
            across = width - 1 - col if reverse_cols else col
            out[row, col] = source[down, across]
    return out


def flip_grid(grid: Grid, argument: int) -> Grid:
    return MOTIONS[MOTION_WORDS[argument]](grid)


@change("{}", *MOTION_WORDS, plain=flip_grid)
def flip(image: Image, whole: Image, argument: int) -> Image:
    return Image(flipped(image.cells, argument), image.top, image.left)


def symmetrise_grid(grid: Grid, argument: int) -> Grid:
    beneath = flip_grid(grid, argument)
    return np.where(grid == 0, beneath, grid) if beneath.shape == grid.shape else grid


@change("with itself {} beneath", *MOTION_WORDS, plain=symmetrise_grid)
def symmetrise(image: Image, whole: Image, argument: int) -> Image:
    cells = overlay(flipped(image.cells, argument), image.cells)
    return Image(cells, image.top, image.left)


def symmetrise_grid_fully(grid: Grid, argument: int) -> Grid:
    motions = ((0, 1), (2, 4), (0, 1, 2, 4))[argument]
    for motion in motions:
        grid = symmetrise_grid(grid, motion)
    return grid


@change(
    "made symmetric {}",
    "both ways",
    "by turns of 90 degrees",
    "in every way",
    plain=symmetrise_grid_fully,
)
def symmetrise_fully(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    # Each step works on what the one before has added, so two flips, or a half turn and
    # a quarter turn, make all four images agree.
    if argument != 1:
        cells = overlay(flipped(cells, 0), cells)
        cells = overlay(flipped(cells, 1), cells)
    if argument != 0:
        cells = overlay(flipped(cells, 2), cells)
        cells = overlay(flipped(cells, 4), cells)
    return Image(cells, image.top, image.left)
