"""Numbers by which images of a list are picked.

Source: ours.
"""

import numpy as np

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.components import black_regions
from metamer.paradigms.concepts.search.operations.flip import flipped
from metamer.paradigms.concepts.search.operations.primitives import (
    colour_counts,
    count_coloured,
    count_colours,
    image_at,
    last_label,
    least_common,
    most_common,
    same_cells,
)
from metamer.paradigms.concepts.search.operations.table import key
from metamer.paradigms.concepts.search.operations.types import (
    Cells,
    Image,
    Images,
    Numbers,
)
from metamer.paradigms.concepts.tasks import COLOURS


@helper
def sizes(images: Images) -> Numbers:
    """How many coloured cells each image has."""
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = count_coloured(image_at(images, index).cells)
    return scores


@key("the largest", "the smallest")
def area(images: Images, whole: Image, argument: int) -> Numbers:
    return sizes(images)


@key("the one with the largest box", "the one with the smallest box")
def box(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 2] * images.boxes[:, 3]


@key("the one with the most colours", "the one with the fewest colours")
def colourful(images: Images, whole: Image, argument: int) -> Numbers:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = count_colours(image_at(images, index).cells)
    return scores


@key("the lowest", "the one whose bottom is highest")
def bottom(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 0] + images.boxes[:, 2]


@key("the one whose top is lowest", "the highest")
def top(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 0].copy()


@key("the rightmost", "the one whose right side is leftmost")
def right(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 1] + images.boxes[:, 3]


@key("the one whose left side is rightmost", "the leftmost")
def left(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 1].copy()


@key("the ones that are wider than tall", "the ones that are taller than wide")
def wide(images: Images, whole: Image, argument: int) -> Numbers:
    return np.sign(images.boxes[:, 3] - images.boxes[:, 2])


@key("the one with the most holes", "the one with the fewest holes")
def holed(images: Images, whole: Image, argument: int) -> Numbers:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = max(
            1, last_label(black_regions(image_at(images, index).cells, 4))
        )
    return scores


@key("the ones with holes", "the ones without holes")
def hollow(images: Images, whole: Image, argument: int) -> Numbers:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        scores[index] = last_label(black_regions(cells, 4)) > 1
    return scores


@key("the densest", "the least dense")
def dense(images: Images, whole: Image, argument: int) -> Numbers:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        scores[index] = 1000 * count_coloured(cells) // cells.size
    return scores


@key("the symmetric ones", "the ones that are not symmetric")
def symmetrical(images: Images, whole: Image, argument: int) -> Numbers:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        sideways = same_cells(flipped(cells, 0), cells)
        scores[index] = sideways or same_cells(flipped(cells, 1), cells)
    return scores


@helper
def alike(first: Cells, second: Cells, by_shape: bool) -> bool:
    """Whether two images have the same cells, or at least the same shape."""
    if first.shape != second.shape or not by_shape:
        return same_cells(first, second)
    for row in range(first.shape[0]):
        for col in range(first.shape[1]):
            if (first[row, col] != 0) != (second[row, col] != 0):
                return False
    return True


@helper
def twins(images: Images, by_shape: bool) -> Numbers:
    """How many images of the list are like each image, itself included."""
    scores = np.zeros(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        for other in range(len(scores)):
            scores[index] += alike(cells, image_at(images, other).cells, by_shape)
    return scores


@key("the most common image", "the least common image")
def frequent(images: Images, whole: Image, argument: int) -> Numbers:
    return twins(images, False)


@key("the ones of the most common shape", "the ones of the least common shape")
def frequent_shape(images: Images, whole: Image, argument: int) -> Numbers:
    return twins(images, True)


@key("the ones of the most common colour", "the ones of the least common colour")
def frequent_colour(images: Images, whole: Image, argument: int) -> Numbers:
    counts = np.zeros(COLOURS, np.int64)
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = most_common(image_at(images, index).cells)
        counts[scores[index]] += 1
    for index in range(len(scores)):
        scores[index] = counts[scores[index]]
    return scores


@key("the ones in another's box", "the ones in no other's box")
def within(images: Images, whole: Image, argument: int) -> Numbers:
    boxes = images.boxes
    scores = np.zeros(len(boxes), np.int64)
    for index in range(len(boxes)):
        bottom = boxes[index, 0] + boxes[index, 2]
        right = boxes[index, 1] + boxes[index, 3]
        for other in range(len(boxes)):
            starts = boxes[other, 0] < boxes[index, 0]
            starts &= boxes[other, 1] < boxes[index, 1]
            ends = bottom < boxes[other, 0] + boxes[other, 2]
            ends &= right < boxes[other, 1] + boxes[other, 3]
            scores[index] |= starts and ends
    return scores


@key("the one farthest from the middle", "the one nearest to the middle")
def eccentric(images: Images, whole: Image, argument: int) -> Numbers:
    """Twice the distance between middles, along both axes together."""
    height, width = whole.cells.shape
    boxes = images.boxes
    down = np.abs(2 * boxes[:, 0] + boxes[:, 2] - height)
    return down + np.abs(2 * boxes[:, 1] + boxes[:, 3] - width)


@key("the ones at the edge of the grid", "the ones away from the edge of the grid")
def edge(images: Images, whole: Image, argument: int) -> Numbers:
    height, width = whole.cells.shape
    scores = np.zeros(len(images.boxes), np.int64)
    for index in range(len(scores)):
        top, left = images.boxes[index, 0], images.boxes[index, 1]
        below = height - top - images.boxes[index, 2]
        beyond = width - left - images.boxes[index, 3]
        scores[index] = min(top, left, below, beyond) <= 0
    return scores


@key("the longest", "the shortest")
def long(images: Images, whole: Image, argument: int) -> Numbers:
    return np.maximum(images.boxes[:, 2], images.boxes[:, 3])


@key("the tallest", "the least tall")
def tall(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 2].copy()


@key("the widest", "the narrowest")
def broad(images: Images, whole: Image, argument: int) -> Numbers:
    return images.boxes[:, 3].copy()


@key("the ones that are not square", "the square ones")
def oblong(images: Images, whole: Image, argument: int) -> Numbers:
    return np.abs(images.boxes[:, 3] - images.boxes[:, 2])


@key(
    "the one with most of the least common colour",
    "the one with least of the least common colour",
)
def marked(images: Images, whole: Image, argument: int) -> Numbers:
    colour = least_common(whole.cells)
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = colour_counts(image_at(images, index).cells)[colour]
    return scores


@helper
def ranks(scores: Numbers) -> Numbers:
    """Indices from the least number to the largest; equal ones stay in order."""
    places = np.empty(len(scores), np.int64)
    # By insertion: lists are short, and equal numbers stay in order.
    for own in range(len(scores)):
        place = own
        while place and scores[places[place - 1]] > scores[own]:
            places[place] = places[place - 1]
            place -= 1
        places[place] = own
    return places
