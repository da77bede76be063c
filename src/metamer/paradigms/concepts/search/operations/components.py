"""Connected components.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.primitives import inside
from metamer.paradigms.concepts.search.operations.types import Cells, Labels

STEPS = np.array(
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)], np.int64
)
"""Up, down, left, right, and the four diagonals."""


@helper
def flood(
    cells: Cells,
    labels: Labels,
    start: tuple[int, int],
    label: int,
    ways: tuple[int, bool],
) -> None:
    """Label what is connected to a cell, by 4 or 8 steps, in one colour or in any."""
    steps, one_colour = ways
    stack = np.empty((cells.size, 2), np.int64)
    stack[0, 0], stack[0, 1] = start
    labels[start] = label
    height, own = 1, cells[start]
    while height:
        height -= 1
        row, col = stack[height, 0], stack[height, 1]
        for step in range(steps):
            down, across = row + STEPS[step, 0], col + STEPS[step, 1]
            if not inside(cells, down, across):
                continue
            colour = cells[down, across]
            alike = colour == own if one_colour or own == 0 else colour != 0
            # Labelled when it is pushed, so that a cell is pushed once and the stack
            # has room.
            if alike and labels[down, across] == 0:
                labels[down, across] = label
                stack[height, 0], stack[height, 1] = down, across
                height += 1


@helper
def components(cells: Cells, steps: int, one_colour: bool) -> Labels:
    """Which object each coloured cell belongs to, from 1 on; 0 for black cells."""
    labels = np.zeros(cells.shape, np.int64)
    label = 0
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col] and labels[row, col] == 0:
                label += 1
                flood(cells, labels, (row, col), label, (steps, one_colour))
    return labels


@helper
def black_regions(cells: Cells, steps: int) -> Labels:
    """Which region each black cell belongs to: 1 for those that reach the edge, 2 and
    on for holes; 0 for coloured cells."""
    labels = np.zeros(cells.shape, np.int64)
    height, width = cells.shape
    for row in range(height):
        for col in range(width):
            # All under one label: the outside may be in several pieces.
            edge = row in (0, height - 1) or col in (0, width - 1)
            if edge and cells[row, col] == 0 and labels[row, col] == 0:
                flood(cells, labels, (row, col), 1, (steps, True))
    label = 1
    for row in range(height):
        for col in range(width):
            if cells[row, col] == 0 and labels[row, col] == 0:
                label += 1
                flood(cells, labels, (row, col), label, (steps, True))
    return labels
