"""Rectangles with a whole outline of one colour, whatever lies in, on or beside them."""

import numpy as np
from scipy import ndimage

from metamer.programs.scene import Scene, Thing

Box = tuple[int, int, int, int]
"""Top, left, bottom and right, all within."""


def rectangles(scene: Scene) -> list[Thing]:
    """The rectangles of a scene in reading order, larger before smaller.

    Noise of their own colour beside them and other things over their inside do not
    matter; parts of a rectangle are not counted again.
    """
    found = []
    for colour in np.unique(scene.grid[scene.figure]).tolist():
        found += _chosen(scene.grid == colour)
    return [_thing(scene, box) for box in sorted(found)]


def _thing(scene: Scene, box: Box) -> Thing:
    top, left, bottom, right = box
    within = scene.grid[top : bottom + 1, left : right + 1]
    return Thing(top, left, within == within[0, 0], within)


def _chosen(mask: np.ndarray) -> list[Box]:
    """Outlines of which at least half is no part of a larger one."""
    free = mask.copy()
    chosen = []
    for box in sorted(_outlines(mask), key=_area, reverse=True):
        edge = _edge(mask.shape, box)
        if 2 * (free & edge).sum() >= edge.sum():
            chosen.append(box)
            free &= ~_reached(mask, box, edge)
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


def _reached(mask: np.ndarray, box: Box, edge: np.ndarray) -> np.ndarray:
    """The cells in a box that hang together with its outline."""
    top, left, bottom, right = box
    inside = np.zeros_like(mask)
    inside[top : bottom + 1, left : right + 1] = True
    labels, _ = ndimage.label(mask & inside)
    return labels == labels[edge.nonzero()[0][0], edge.nonzero()[1][0]]


def _outlines(mask: np.ndarray) -> list[Box]:
    """The widest outline for each pair of rows and each run of cells in both."""
    below = np.cumsum(np.vstack([np.zeros(mask.shape[1], int), mask]), axis=0)
    rows = np.flatnonzero(mask.sum(1) >= 2)
    found = []
    for top in rows.tolist():
        for bottom in rows[rows > top].tolist():
            full = below[bottom + 1] - below[top] == bottom - top + 1
            labels, many = ndimage.label(mask[top] & mask[bottom])
            for run in range(1, many + 1):
                columns = np.flatnonzero(full & (labels == run))
                if len(columns) >= 2:
                    found.append((top, int(columns[0]), bottom, int(columns[-1])))
    return found
