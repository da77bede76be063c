"""An image split into parts.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import components
from metamer.paradigms.concepts.search.operations.flip import TRANSPOSED, flipped
from metamer.paradigms.concepts.search.operations.primitives import (
    count_true,
    largest_at,
)
from metamer.paradigms.concepts.search.operations.table import split
from metamer.paradigms.concepts.search.operations.types import (
    Cells,
    Flags,
    Image,
    Labels,
    Numbers,
)
from metamer.paradigms.concepts.tasks import COLOURS


@split(
    "the objects{}",
    "",
    " of one colour",
    ", 4-connected",
    " of one colour, 4-connected",
)
def objects(image: Image, argument: int) -> Labels:
    return components(image.cells, 8 if argument < 2 else 4, argument % 2 == 1)


@split("its colours")
def colours(image: Image, argument: int) -> Labels:
    return image.cells.astype(np.int64)


@split("its {}", "rows", "columns", cost=1.0, half_steps=2)
def lines(image: Image, argument: int) -> Labels:
    labels = np.empty(image.cells.shape, np.int64)
    height, width = image.cells.shape
    for row in range(height):
        for col in range(width):
            labels[row, col] = 1 + (row if argument == 0 else col)
    return labels


@split("its {} halves", "upper and lower", "left and right", half_steps=2)
def halves(image: Image, argument: int) -> Labels:
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


@helper
def dividers(cells: Cells, colour: int) -> Flags:
    """Which rows are all of one colour."""
    full = np.zeros(len(cells), np.bool_)
    for row in range(len(cells)):
        full[row] = True
        for col in range(cells.shape[1]):
            full[row] &= cells[row, col] == colour
    return full


@helper
def number_stretches(lines: Flags) -> Numbers:
    """Numbers from 1 on for the stretches between dividers; 0 for dividers."""
    numbers = np.zeros(len(lines), np.int64)
    number = 0
    for place in range(len(lines)):
        if not lines[place]:
            number += 1 if place == 0 or lines[place - 1] else 0
            numbers[place] = number
    return numbers


@split("the panels between {} lines", "coloured", "black")
def panels(image: Image, argument: int) -> Labels:
    """The parts between whole rows and columns of the colour that has most of these."""
    most, colour = 0, 0
    cells, turned = image.cells, flipped(image.cells, TRANSPOSED)
    for candidate in range(0 if argument else 1, 1 if argument else COLOURS):
        rows = count_true(dividers(cells, candidate))
        count = rows + count_true(dividers(turned, candidate))
        # A colour that fills every row divides nothing.
        if count > most and rows < len(cells):
            most, colour = count, candidate
    labels = np.zeros(cells.shape, np.int64)
    if most == 0:
        return labels
    down = number_stretches(dividers(cells, colour))
    across = number_stretches(dividers(turned, colour))
    columns = across[largest_at(across)]
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if down[row] and across[col]:
                labels[row, col] = (down[row] - 1) * columns + across[col]
    return labels
