"""Holes, insides, outlines and boxes.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import (
    STEPS,
    black_regions,
    components,
)
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    content,
    cut,
    inside,
    largest_at,
    last_label,
    most_common,
    overlay,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Cells, Image, Labels
from metamer.paradigms.concepts.tasks import COLOURS


@helper
def around(cells: Cells, labels: Labels, label: int, steps: int) -> int:
    """The most common colour besides black beside the cells with a label."""
    counts = np.zeros(COLOURS, np.int64)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if labels[row, col] != label:
                continue
            for step in range(steps):
                down, across = row + STEPS[step, 0], col + STEPS[step, 1]
                if inside(cells, down, across):
                    counts[cells[down, across]] += 1
    counts[0] = 0
    return largest_at(counts)


@helper
def hole_cells(cells: Cells, steps: int) -> Cells:
    """The holes alone, each in the colour around it."""
    labels = black_regions(cells, steps)
    last = last_label(labels)
    colours = np.zeros(last + 1, np.uint8)
    # 0 and 1, coloured cells and the outside, stay black.
    for label in range(2, last + 1):
        colours[label] = around(cells, labels, label, 4)
    out = blank(*cells.shape)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            out[row, col] = colours[labels[row, col]]
    return out


@change("fill the holes{}", "", " that are closed at corners too")
def fill_holes(image: Image, whole: Image, argument: int) -> Image:
    steps = 4 if argument == 0 else 8
    cells = hole_cells(image.cells, steps)
    return Image(overlay(cells, image.cells), image.top, image.left)


@change("the holes{}", "", " that are closed at corners too")
def holes(image: Image, whole: Image, argument: int) -> Image:
    steps = 4 if argument == 0 else 8
    return Image(hole_cells(image.cells, steps), image.top, image.left)


@helper
def is_surrounded(cells: Cells, row: int, col: int, steps: int) -> bool:
    """Whether all cells beside a cell are coloured."""
    for step in range(steps):
        down, across = row + STEPS[step, 0], col + STEPS[step, 1]
        if not inside(cells, down, across) or cells[down, across] == 0:
            return False
    return True


@change(
    "{}",
    "only its outline",
    "only its outline with corners",
    "only its inside",
    "only its inside without corners",
)
def outline(image: Image, whole: Image, argument: int) -> Image:
    cells, steps = image.cells, 4 if argument % 2 == 0 else 8
    out = blank(*cells.shape)
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            if cells[row, col]:
                inner = is_surrounded(cells, row, col, steps)
                if inner == (argument >= 2):
                    out[row, col] = cells[row, col]
    return Image(out, image.top, image.left)


@change(
    "{}",
    "fill its box",
    "fill the black cells of its box",
    "only the black cells of its box, in its colour",
)
def fill_box(image: Image, whole: Image, argument: int) -> Image:
    out = blank(*image.cells.shape)
    top, left, height, width = content(image.cells)
    colour = most_common(image.cells)
    for row in range(top, top + height):
        for col in range(left, left + width):
            own = image.cells[row, col]
            out[row, col] = colour
            if argument and own:
                out[row, col] = own if argument == 1 else 0
    return Image(out, image.top, image.left)


@change("the outline of its box")
def box_outline(image: Image, whole: Image, argument: int) -> Image:
    out = blank(*image.cells.shape)
    top, left, height, width = content(image.cells)
    colour = most_common(image.cells)
    for row in range(top, top + height):
        for col in range(left, left + width):
            edge = row in (top, top + height - 1) or col in (left, left + width - 1)
            out[row, col] = colour if edge else 0
    return Image(out, image.top, image.left)


@helper
def is_touched(cells: Cells, row: int, col: int) -> bool:
    """Whether one of the eight cells beside a cell is coloured."""
    for step in range(8):
        down, across = row + STEPS[step, 0], col + STEPS[step, 1]
        if inside(cells, down, across) and cells[down, across]:
            return True
    return False


@change("a border {}", "around it", "around its box", "within its box")
def border(image: Image, whole: Image, argument: int) -> Image:
    """Black cells of its colour beside it, around its box, or on the edge of its box."""
    margin = 1 if argument < 2 else 0
    height, width = image.cells.shape
    wider = cut(image, -margin, -margin, height + 2 * margin, width + 2 * margin)
    out, colour = wider.cells.copy(), most_common(image.cells)
    rows, cols = out.shape
    for row in range(rows):
        for col in range(cols):
            bordering = row in (0, rows - 1) or col in (0, cols - 1)
            if argument == 0:
                bordering = is_touched(wider.cells, row, col)
            if bordering and out[row, col] == 0:
                out[row, col] = colour
    return Image(out, wider.top, wider.left)


@change("{} what touches the edge", "keep", "erase")
def touching_edge(image: Image, whole: Image, argument: int) -> Image:
    labels = components(image.cells, 8, True)
    height, width = labels.shape
    touching = np.zeros(last_label(labels) + 1, np.bool_)
    for row in range(height):
        for col in range(width):
            if row in (0, height - 1) or col in (0, width - 1):
                touching[labels[row, col]] = True
    out = blank(height, width)
    for row in range(height):
        for col in range(width):
            if touching[labels[row, col]] == (argument == 0):
                out[row, col] = image.cells[row, col]
    return Image(out, image.top, image.left)
