"""Rectangles with a whole outline of one colour, whatever lies in, on or beside them."""

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.scene import Object, Scene

Box = tuple[int, int, int, int]
"""The first row and column, and the last row and column."""


def rectangles(scene: Scene) -> list[Object]:
    """The rectangles of a scene in reading order of their upper left corners.

    They are found despite noise of their own colour beside them and other objects over
    their inside; parts of a rectangle are not counted again.
    """
    boxes = []
    for colour in np.unique(scene.grid[scene.figure]).tolist():
        boxes += _boxes(scene.grid == colour)
    return [_object(scene, box) for box in sorted(boxes)]


def _object(scene: Scene, box: Box) -> Object:
    top, left, bottom, right = box
    within = scene.grid[top : bottom + 1, left : right + 1]
    return Object(top, left, within == within[0, 0], within)


def _boxes(mask: np.ndarray) -> list[Box]:
    """Outlines of which at least half is not part of a larger one, the largest first."""
    free = mask.copy()
    chosen = []
    for box in sorted(_outlines(mask), key=_area, reverse=True):
        edge = _edge(mask.shape, box)
        if 2 * (free & edge).sum() >= edge.sum():
            chosen.append(box)
            # All that is connected to the outline is used up, or a thick frame would be
            # found again as smaller rectangles.
            free &= ~_connected(mask, box, edge)
    return chosen


def _area(box: Box) -> int:
    top, left, bottom, right = box
    return (bottom - top + 1) * (right - left + 1)


def _edge(shape: tuple[int, ...], box: Box) -> np.ndarray:
    top, left, bottom, right = box
    edge = np.zeros(shape, bool)
    edge[top : bottom + 1, left : right + 1] = True
    edge[top + 1 : bottom, left + 1 : right] = False
    return edge


def _connected(mask: np.ndarray, box: Box, edge: np.ndarray) -> np.ndarray:
    """The cells in a box that are connected to its outline."""
    top, left, bottom, right = box
    inside = np.zeros_like(mask)
    inside[top : bottom + 1, left : right + 1] = True
    labels, _ = ndimage.label(mask & inside)
    return labels == labels[edge.nonzero()[0][0], edge.nonzero()[1][0]]


def _outlines(mask: np.ndarray) -> list[Box]:
    """The widest outline for each pair of rows and each run of cells in both."""
    # Cells of the mask above each row, so that two of them tell whether a side is full.
    above = np.cumsum(np.vstack([np.zeros(mask.shape[1], int), mask]), axis=0)
    rows = np.flatnonzero(mask.sum(1) >= 2)
    outlines = []
    for top in rows.tolist():
        for bottom in rows[rows > top].tolist():
            full = above[bottom + 1] - above[top] == bottom - top + 1
            labels, count = ndimage.label(mask[top] & mask[bottom])
            for run in range(1, count + 1):
                columns = np.flatnonzero(full & (labels == run))
                if len(columns) >= 2:
                    outlines.append((top, int(columns[0]), bottom, int(columns[-1])))
    return outlines
