"""How large outputs are, and how an image is placed in one."""

import numpy as np
from jaxtyping import Int64

from metamer.paradigms.concepts.search.compositions.walk import Graph
from metamer.paradigms.concepts.search.operations.compilation import compiled
from metamer.paradigms.concepts.search.operations.types import Cells, Image
from metamer.paradigms.concepts.tasks import LARGEST, Task

Frames = Int64[np.ndarray, "grid 2"]
"""Height and width of the output for each grid of a task."""

UNPAINTED = 255
"""Stands for a cell of the output that nothing was painted on."""
PLACES = ("", "on black", "at the corner", "tiled", "tiled and mirrored", "enlarged")
IN_PLACE, ON_BLACK, AT_CORNER, TILED, MIRRORED, ENLARGED = range(len(PLACES))
SAME_SIZE = (IN_PLACE, ON_BLACK, TILED)
ANOTHER_SIZE = (AT_CORNER, TILED, MIRRORED, ENLARGED)
FACTORS = (1, 2, 3)
ADDED = (0, 1, 2, -1, -2)
MAX_GUESSES = 2


def guess_frames(graph: Graph, task: Task) -> list[Frames]:
    """Guesses at the sizes of all outputs that agree with those demonstrated.

    The size of the input; one size for all; or the size of an image that a program
    makes, times and plus a small number. The cheapest come first.
    """
    if task.keeps_shape:
        return [np.array([grid.shape for grid in task.seen])]
    known = np.array([pair.output.shape for pair in task.demonstrations])
    guesses: dict[bytes, tuple[float, Frames]] = {}
    if (known == known[0]).all():
        constant = np.repeat(known[:1], len(task.seen), axis=0)
        guesses[constant.tobytes()] = 1.0, constant
    for cost, frames in _sizes_of_images(graph, known):
        if cost < guesses.get(frames.tobytes(), (np.inf,))[0]:
            guesses[frames.tobytes()] = cost, frames
    # Each guess takes a search for covers of its own, so only a few are followed.
    cheapest = sorted(guesses.values(), key=lambda guess: guess[0])
    return [frames for _, frames in cheapest[:MAX_GUESSES]]


def _sizes_of_images(graph: Graph, known: np.ndarray) -> list[tuple[float, Frames]]:
    """Sizes of images, times a factor and plus a number, that agree with those known."""
    store = graph.store
    images = np.flatnonzero(~store.lists[: store.used[2]])
    shapes = store.boxes[store.ranges[images, :, 0], 2:4]
    guesses = []
    for factor in FACTORS:
        for added in ADDED:
            sizes = shapes * factor + added
            fits = (sizes[:, : len(known)] == known).all((1, 2))
            fits &= ((sizes >= 1) & (sizes <= LARGEST)).all((1, 2))
            extra = (factor != 1) + (added != 0)
            for index in np.flatnonzero(fits):
                guesses.append((graph.costs[images[index]] + extra, sizes[index]))
    return guesses


@compiled
def place_image(image: Image, height: int, width: int, place: int) -> Cells:
    """An image in a frame, in one of the `PLACES`; `UNPAINTED` where it has no cells."""
    out = np.full((height, width), np.uint8(UNPAINTED if place != ON_BLACK else 0))
    rows, cols = image.cells.shape
    if rows == 0 or cols == 0:
        return out
    if place == ENLARGED and (height % rows or width % cols):
        return out
    for row in range(height):
        for col in range(width):
            down, across = row, col
            if place <= ON_BLACK:
                down, across = row - image.top, col - image.left
            elif place == TILED:
                down, across = row % rows, col % cols
            elif place == MIRRORED:
                down, across = row % (2 * rows), col % (2 * cols)
                down = down if down < rows else 2 * rows - 1 - down
                across = across if across < cols else 2 * cols - 1 - across
            elif place == ENLARGED:
                down, across = row // (height // rows), col // (width // cols)
            if 0 <= down < rows and 0 <= across < cols:
                out[row, col] = image.cells[down, across]
    return out
