"""Images beside one another, over one another, or over the input.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.keys import ranks, sizes
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    bounds,
    cut,
    image_at,
    in_frame,
    nothing,
    paint,
)
from metamer.paradigms.concepts.search.operations.table import change, join
from metamer.paradigms.concepts.search.operations.types import Image, Images, Numbers
from metamer.paradigms.concepts.tasks import LARGEST


@helper
def in_line(images: Images, places: Numbers, down: bool) -> Image:
    """Images in a row or column, in an order of indices, with their first edges in line."""
    top, left, _, _ = bounds(images, np.ones(len(places), np.bool_))
    height, width = 0, 0
    for index in places:
        rows, cols = images.boxes[index, 2], images.boxes[index, 3]
        height = height + rows if down else max(height, rows)
        width = max(width, cols) if down else width + cols
    if height > LARGEST or width > LARGEST:
        return nothing()
    out, place = blank(height, width), 0
    for index in places:
        image = image_at(images, index)
        row, col = (place, 0) if down else (0, place)
        paint(out, Image(image.cells, row, col), 0, 0)
        place += image.cells.shape[0] if down else image.cells.shape[1]
    return Image(out, top, left)


@join(
    "{}",
    "side by side from left to right",
    "side by side from top to bottom",
    "side by side from the smallest to the largest",
    "one above the other from left to right",
    "one above the other from top to bottom",
    "one above the other from the smallest to the largest",
)
def stack(images: Images, whole: Image, argument: int) -> Image:
    """In the order of the left or upper edges, or of sizes."""
    by = argument % 3
    scores = sizes(images) if by == 2 else images.boxes[:, 1 - by].copy()
    places = ranks(scores)
    return in_line(images, places, argument >= 3)


@join(
    "all together, {}",
    "the last on top",
    "the first on top",
    "the smallest on top",
    "the largest on top",
)
def together(images: Images, whole: Image, argument: int) -> Image:
    """All images at their places."""
    count = len(images.boxes)
    top, left, bottom, right = bounds(images, np.ones(count, np.bool_))
    out = blank(bottom - top, right - left)
    places = ranks(sizes(images) if argument >= 2 else np.zeros(count, np.int64))
    for index in range(count):
        # The last to be painted is on top.
        place = places[count - 1 - index if argument in (1, 2) else index]
        paint(out, image_at(images, place), top, left)
    return Image(out, top, left)


@join(
    "laid on one another{}",
    "",
    ", only where all have a colour",
    ", only where one has a colour",
)
def pile(images: Images, whole: Image, argument: int) -> Image:
    """Images of one size with their corners together: any, all or exactly one of them."""
    first = image_at(images, 0)
    out, depth = blank(*first.cells.shape), np.zeros(first.cells.shape, np.int64)
    for index in range(len(images.boxes)):
        cells = image_at(images, index).cells
        if cells.shape != out.shape:
            return nothing()
        for row in range(out.shape[0]):
            for col in range(out.shape[1]):
                if cells[row, col]:
                    depth[row, col] += 1
                    if out[row, col] == 0:
                        out[row, col] = cells[row, col]
    wanted = len(images.boxes) if argument == 1 else 1
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if argument and depth[row, col] != wanted:
                out[row, col] = 0
    return Image(out, first.top, first.left)


@change("the input {} it", "without", "only under", "in its box, without")
def against_input(image: Image, whole: Image, argument: int) -> Image:
    """The input where the image is black, or where it is not; or the box without it."""
    mask = in_frame(image, whole).cells
    out = blank(*mask.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if (mask[row, col] != 0) == (argument == 1):
                out[row, col] = whole.cells[row, col]
    if argument < 2:
        return Image(out, 0, 0)
    height, width = image.cells.shape
    return cut(Image(out, 0, 0), image.top, image.left, height, width)
