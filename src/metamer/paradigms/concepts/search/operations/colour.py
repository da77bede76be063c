"""Keep, erase and change colours.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    colour_counts,
    count_colours,
    largest_at,
    least_common,
    most_common,
    nothing,
)
from metamer.paradigms.concepts.search.operations.table import change
from metamer.paradigms.concepts.search.operations.types import Image
from metamer.paradigms.concepts.tasks import COLOURS, Grid


@helper
def filter_colour(image: Image, colour: int, keep: bool) -> Image:
    """One colour alone, or everything but it."""
    out = blank(*image.cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if (image.cells[row, col] == colour) == keep:
                out[row, col] = image.cells[row, col]
    return Image(out, image.top, image.left)


@helper
def dye(image: Image, colour: int) -> Image:
    """Every coloured cell in one colour."""
    out = blank(*image.cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if image.cells[row, col]:
                out[row, col] = colour
    return Image(out, image.top, image.left)


@helper
def exchange(image: Image, first: int, second: int) -> Image:
    """Two colours exchanged."""
    out = image.cells.copy()
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if out[row, col] == first:
                out[row, col] = second
            elif out[row, col] == second:
                out[row, col] = first
    return Image(out, image.top, image.left)


@change("keep colour {}", colours=True)
def keep(image: Image, whole: Image, argument: int) -> Image:
    return filter_colour(image, argument, True)


@change("erase colour {}", colours=True)
def erase(image: Image, whole: Image, argument: int) -> Image:
    return filter_colour(image, argument, False)


@change("keep its {} colour", "most common", "least common")
def keep_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return filter_colour(
        image, most_common(cells) if argument == 0 else least_common(cells), True
    )


@change("erase its {} colour", "most common", "least common")
def erase_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return filter_colour(
        image, most_common(cells) if argument == 0 else least_common(cells), False
    )


def dye_grid_by_count(grid: Grid, argument: int) -> Grid:
    counts = np.bincount(grid[grid != 0], minlength=COLOURS)
    if argument == 1:
        counts = np.where(counts, counts.max() + 1 - counts, 0)
    return np.where(grid != 0, np.uint8(counts.argmax()), grid)


@change(
    "painted in its {} colour", "most common", "least common", plain=dye_grid_by_count
)
def dye_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return dye(image, most_common(cells) if argument == 0 else least_common(cells))


@change("painted in the {} colour of the input", "most common", "least common")
def dye_as_input(image: Image, whole: Image, argument: int) -> Image:
    cells = whole.cells
    return dye(image, most_common(cells) if argument == 0 else least_common(cells))


@change("the input painted in its {} colour", "most common", "least common")
def dye_input(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return dye(whole, most_common(cells) if argument == 0 else least_common(cells))


@change("a single cell in its {} colour", "most common", "least common")
def single_cell(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = blank(1, 1)
    out[0, 0] = most_common(cells) if argument == 0 else least_common(cells)
    return Image(out, image.top, image.left)


@change("exchange its two colours")
def swap(image: Image, whole: Image, argument: int) -> Image:
    counts = colour_counts(image.cells)
    if count_colours(image.cells) != 2:
        return nothing()
    first, second = most_common(image.cells), 0
    for colour in range(1, COLOURS):
        if counts[colour] and colour != first:
            second = colour
    return exchange(image, first, second)


@change("exchange its colour and black")
def invert(image: Image, whole: Image, argument: int) -> Image:
    if count_colours(image.cells) != 1:
        return nothing()
    return exchange(image, 0, most_common(image.cells))


@change("erase the most common of all its colours")
def without_ground(image: Image, whole: Image, argument: int) -> Image:
    counts = colour_counts(image.cells)
    ground = largest_at(counts)
    return nothing() if ground == 0 else filter_colour(image, ground, False)
