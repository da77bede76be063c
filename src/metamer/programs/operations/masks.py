"""Images laid over one another, or over the input.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import (
    blank,
    cut,
    framed,
    image_at,
    nothing,
    paint,
)
from metamer.programs.operations.order import area, ranked
from metamer.programs.operations.table import Image, Images, change, join


@join(
    "all together, {}",
    "the last on top",
    "the first on top",
    "the smallest on top",
    "the largest on top",
)
def overlay(images: Images, whole: Image, argument: int) -> Image:
    """All images at their places."""
    boxes = images.boxes
    top, left = boxes[:, 0].min(), boxes[:, 1].min()
    bottom = (boxes[:, 0] + boxes[:, 2]).max()
    right = (boxes[:, 1] + boxes[:, 3]).max()
    out = blank(bottom - top, right - left)
    scores = np.arange(len(boxes))
    if argument >= 2:
        scores = area(images, whole, 0)
    places = ranked(scores)
    if argument in (1, 2):
        places = places[::-1].copy()
    for index in places:
        paint(out, image_at(images, index), top, left)
    return Image(out, top, left)


@join(
    "{} laid on one another", "all", "what all share, when", "what only one has, when"
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
    mask = framed(image, whole).cells
    out = blank(*mask.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if (mask[row, col] != 0) == (argument == 1):
                out[row, col] = whole.cells[row, col]
    if argument < 2:
        return Image(out, 0, 0)
    height, width = image.cells.shape
    return cut(Image(out, 0, 0), image.top, image.left, height, width)
