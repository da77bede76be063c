"""Splits of an image into parts.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.regions import components
from metamer.programs.operations.table import Image, compiled, split


@split(
    "the objects{}",
    "",
    " of one colour",
    ", corners not connecting",
    " of one colour, corners not connecting",
)
def objects(image: Image, argument: int) -> np.ndarray:
    return components(image.cells, 8 if argument < 2 else 4, argument % 2 == 1)


@split("its colours")
def colours(image: Image, argument: int) -> np.ndarray:
    return image.cells.astype(np.int64)


@split("its {}", "rows", "columns", cost=1.0, half_steps=2)
def lines(image: Image, argument: int) -> np.ndarray:
    labels = np.empty(image.cells.shape, np.int64)
    height, width = image.cells.shape
    for row in range(height):
        for col in range(width):
            labels[row, col] = 1 + (row if argument == 0 else col)
    return labels


@split("its {} halves", "upper and lower", "left and right", half_steps=2)
def halves(image: Image, argument: int) -> np.ndarray:
    labels = np.zeros(image.cells.shape, np.int64)
    height, width = image.cells.shape
    for row in range(height):
        for col in range(width):
            place, length = (row, height) if argument == 0 else (col, width)
            if place < length // 2:
                labels[row, col] = 1
            elif place >= length - length // 2:
                labels[row, col] = 2
    return labels


@compiled
def dividers(cells: np.ndarray, colour: int) -> np.ndarray:
    """Which rows are all of one colour."""
    found = np.zeros(len(cells), np.bool_)
    for row in range(len(cells)):
        found[row] = (cells[row] == colour).all()
    return found


@compiled
def numbered(lines: np.ndarray) -> np.ndarray:
    """Numbers from 1 on for the stretches between dividers; 0 for dividers."""
    found = np.zeros(len(lines), np.int64)
    number = 0
    for place in range(len(lines)):
        if not lines[place]:
            number += 1 if place == 0 or lines[place - 1] else 0
            found[place] = number
    return found


@split("the panels between {} lines", "coloured", "black")
def panels(image: Image, argument: int) -> np.ndarray:
    """The parts between whole rows and columns of one colour: the colour that has most."""
    most, colour = 0, 0
    cells, turned = image.cells, np.ascontiguousarray(image.cells.T)
    for candidate in range(0 if argument else 1, 1 if argument else 10):
        rows, cols = dividers(cells, candidate), dividers(turned, candidate)
        if rows.sum() + cols.sum() > most and not rows.all():
            most, colour = rows.sum() + cols.sum(), candidate
    labels = np.zeros(cells.shape, np.int64)
    if most == 0:
        return labels
    down, across = numbered(dividers(cells, colour)), numbered(dividers(turned, colour))
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if down[row] and across[col]:
                labels[row, col] = (down[row] - 1) * (across.max()) + across[col]
    return labels
