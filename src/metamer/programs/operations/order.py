"""Numbers by which one image of a list is picked, and lists put together in order.

Source: ours.
"""

import numpy as np

from metamer.programs.operations.cells import (
    blank,
    commonest,
    counts,
    image_at,
    nothing,
    paint,
    rarest,
)
from metamer.programs.operations.regions import black_regions
from metamer.programs.operations.symmetry import moved
from metamer.programs.operations.table import Image, Images, compiled, join, key
from metamer.programs.task import LARGEST


@key("the largest", "the smallest")
def area(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = counts(image_at(images, index).cells)[1:].sum()
    return scores


@key("the one with the largest box", "the one with the smallest box")
def box(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 2] * images.boxes[:, 3]


@key("the one with most colours", "the one with fewest colours")
def colourful(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = (counts(image_at(images, index).cells)[1:] > 0).sum()
    return scores


@key("the lowest", "the one whose lower edge is highest")
def bottom(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 0] + images.boxes[:, 2]


@key("the one whose upper edge is lowest", "the highest")
def top(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 0].copy()


@key("the rightmost", "the one whose right edge is leftmost")
def right(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 1] + images.boxes[:, 3]


@key("the one whose left edge is rightmost", "the leftmost")
def left(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 1].copy()


@key("the ones that are wider than high", "the ones that are higher than wide")
def wide(images: Images, whole: Image, argument: int) -> np.ndarray:
    return np.sign(images.boxes[:, 3] - images.boxes[:, 2])


@key("the one with most holes", "the one with fewest holes")
def holed(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = max(1, black_regions(image_at(images, index).cells, 4).max())
    return scores


@key("the ones with holes", "the ones without holes")
def hollow(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        scores[index] = black_regions(cells, 4).max() > 1
    return scores


@key("the fullest", "the emptiest")
def dense(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        scores[index] = 1000 * counts(cells)[1:].sum() // cells.size
    return scores


@key("the symmetrical ones", "those that are not symmetrical")
def symmetrical(images: Images, whole: Image, argument: int) -> np.ndarray:
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        sideways = (moved(cells, 0) == cells).all()
        scores[index] = sideways or (moved(cells, 1) == cells).all()
    return scores


@compiled
def alike(first: np.ndarray, second: np.ndarray, by_shape: bool) -> bool:
    """Whether two images have the same cells, or at least the same shape."""
    if first.shape != second.shape:
        return False
    if by_shape:
        return ((first != 0) == (second != 0)).all()
    return (first == second).all()


@compiled
def twins(images: Images, by_shape: bool) -> np.ndarray:
    """How many images of the list each image is like."""
    scores = np.zeros(len(images.boxes), np.int64)
    for index in range(len(scores)):
        cells = image_at(images, index).cells
        for other in range(len(scores)):
            scores[index] += alike(cells, image_at(images, other).cells, by_shape)
    return scores


@key("the most frequent", "the least frequent")
def frequent(images: Images, whole: Image, argument: int) -> np.ndarray:
    return twins(images, False)


@key("the one of the most frequent shape", "the one of the least frequent shape")
def frequent_shape(images: Images, whole: Image, argument: int) -> np.ndarray:
    return twins(images, True)


@key("the ones of the most frequent colour", "the ones of the least frequent colour")
def frequent_colour(images: Images, whole: Image, argument: int) -> np.ndarray:
    found = np.zeros(10, np.int64)
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = commonest(image_at(images, index).cells)
        found[scores[index]] += 1
    for index in range(len(scores)):
        scores[index] = found[scores[index]]
    return scores


@key("the ones in another's box", "the ones in no other's box")
def within(images: Images, whole: Image, argument: int) -> np.ndarray:
    boxes = images.boxes
    scores = np.zeros(len(boxes), np.int64)
    for index in range(len(boxes)):
        top, left, height, width, _ = boxes[index]
        for row, col, rows, cols, _ in boxes:
            inside = row < top and col < left
            inside &= top + height < row + rows and left + width < col + cols
            scores[index] |= inside
    return scores


@key("the one farthest from the middle", "the one nearest to the middle")
def eccentric(images: Images, whole: Image, argument: int) -> np.ndarray:
    """Twice the distance between middles, along both axes together."""
    height, width = whole.cells.shape
    boxes = images.boxes
    down = np.abs(2 * boxes[:, 0] + boxes[:, 2] - height)
    return down + np.abs(2 * boxes[:, 1] + boxes[:, 3] - width)


@key("the ones at the edge of the grid", "the ones away from the edge of the grid")
def at_edge(images: Images, whole: Image, argument: int) -> np.ndarray:
    height, width = whole.cells.shape
    scores = np.zeros(len(images.boxes), np.int64)
    for index in range(len(scores)):
        top, left, rows, cols, _ = images.boxes[index]
        inner = top > 0 and left > 0 and top + rows < height and left + cols < width
        scores[index] = not inner
    return scores


@key("the longest", "the shortest")
def long(images: Images, whole: Image, argument: int) -> np.ndarray:
    return np.maximum(images.boxes[:, 2], images.boxes[:, 3])


@key("the tallest", "the least tall")
def tall(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 2].copy()


@key("the widest", "the narrowest")
def broad(images: Images, whole: Image, argument: int) -> np.ndarray:
    return images.boxes[:, 3].copy()


@key("the ones that are not square", "the square ones")
def oblong(images: Images, whole: Image, argument: int) -> np.ndarray:
    return np.abs(images.boxes[:, 3] - images.boxes[:, 2])


@key(
    "the one with most of the rarest colour", "the one with least of the rarest colour"
)
def marked(images: Images, whole: Image, argument: int) -> np.ndarray:
    colour = rarest(whole.cells)
    scores = np.empty(len(images.boxes), np.int64)
    for index in range(len(scores)):
        scores[index] = counts(image_at(images, index).cells)[colour]
    return scores


@compiled
def ranked(scores: np.ndarray) -> np.ndarray:
    """Places from the least number to the largest; of equal ones the first first."""
    places = np.arange(len(scores))
    for index in range(1, len(scores)):
        own, place = places[index], index
        while place and scores[places[place - 1]] > scores[own]:
            places[place] = places[place - 1]
            place -= 1
        places[place] = own
    return places


@compiled
def stacked(images: Images, places: np.ndarray, down: bool) -> Image:
    """Images in a row or column in an order, their first edges in line."""
    heights, widths = images.boxes[:, 2], images.boxes[:, 3]
    height = heights.sum() if down else heights.max()
    width = widths.max() if down else widths.sum()
    if height > LARGEST or width > LARGEST:
        return nothing()
    out, place = blank(height, width), 0
    for index in places:
        image = image_at(images, index)
        top, left = (place, 0) if down else (0, place)
        paint(out, Image(image.cells, top, left), 0, 0)
        place += heights[index] if down else widths[index]
    return Image(out, images.boxes[:, 0].min(), images.boxes[:, 1].min())


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
    scores = area(images, whole, 0) if by == 2 else images.boxes[:, 1 - by].copy()
    places = ranked(scores)
    return stacked(images, places, argument >= 3)
