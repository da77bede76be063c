"""How large the output is, and how an image is placed in it."""

import numpy as np
from jaxtyping import Int64

from metamer.programs.operations.table import Image, compiled
from metamer.programs.pieces.graph import Graph
from metamer.programs.task import LARGEST, Task

Frames = Int64[np.ndarray, "grid 2"]
"""Height and width of the output for each grid of a task."""

UNPAINTED = 255
PLACES = ("", "on black", "at the corner", "tiled", "tiled and mirrored", "enlarged")
IN_PLACE, ON_BLACK, AT_CORNER, TILED, MIRRORED, ENLARGED = range(len(PLACES))
SAME_SIZE = (IN_PLACE, ON_BLACK, TILED)
ANOTHER_SIZE = (AT_CORNER, TILED, MIRRORED, ENLARGED)
FACTORS = (1, 2, 3)
ADDED = (0, 1, 2, -1, -2)


def guessed(graph: Graph, task: Task, most: int = 2) -> list[Frames]:
    """Sizes of all outputs, demonstrated and asked, by what explains those demonstrated.

    The input's size; one size for all; or the size of something that a short program
    makes, times and plus a small number. Cheapest first.
    """
    if task.keeps_shape:
        return [np.array([grid.shape for grid in task.seen])]
    known = np.array([pair.output.shape for pair in task.demonstrations])
    found: dict[bytes, tuple[float, Frames]] = {}
    if (known == known[0]).all():
        constant = np.repeat(known[:1], len(task.seen), axis=0)
        found[constant.tobytes()] = 1.0, constant
    for cost, frames in _explained(graph, known):
        if cost < found.get(frames.tobytes(), (np.inf,))[0]:
            found[frames.tobytes()] = cost, frames
    return [frames for _, frames in sorted(found.values(), key=lambda f: f[0])][:most]


def _explained(graph: Graph, known: np.ndarray) -> list[tuple[float, Frames]]:
    """Sizes of images, times a factor and plus a number, that agree with those known."""
    store = graph.store
    images = np.flatnonzero(~store.lists[: store.used[2]])
    shapes = store.boxes[store.ranges[images, :, 0], 2:4]
    found = []
    for factor in FACTORS:
        for added in ADDED:
            sizes = shapes * factor + added
            fits = (sizes[:, : len(known)] == known).all((1, 2))
            fits &= ((sizes >= 1) & (sizes <= LARGEST)).all((1, 2))
            extra = (factor != 1) + (added != 0)
            for index in np.flatnonzero(fits):
                found.append((graph.costs[images[index]] + extra, sizes[index]))
    return found


@compiled
def placed(image: Image, height: int, width: int, place: int) -> np.ndarray:
    """An image in a frame, in one of the `PLACES`; 255 where nothing is painted."""
    out = np.full((height, width), np.uint8(255 if place != ON_BLACK else 0))
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
