"""Pictures of one thing: its box, its own cells, what it holds.

Adding a look is adding one function below. Each gives None where there is nothing.
"""

from collections.abc import Callable

import numpy as np
from scipy import ndimage

from metamer.programs.scene import Scene, Thing
from metamer.programs.task import Grid

Look = Callable[[Thing, Scene], Grid | None]

LOOKS: dict[str, tuple[float, Look]] = {}
"""Looks in words, with their costs."""


def look(words: str, cost: float) -> Callable[[Look], Look]:
    """Keep a function of a thing and its scene."""

    def keep(function: Look) -> Look:
        LOOKS[words] = (cost, function)
        return function

    return keep


@look("its box", 0.2)
def box(it: Thing, scene: Scene) -> Grid | None:
    """The grid within its box."""
    return it.box


@look("its own cells", 0.0)
def own(it: Thing, scene: Scene) -> Grid | None:
    """Its cells alone, on the background."""
    return np.where(it.mask, it.box, np.uint8(scene.background))


@look("its own cells on black", 0.4)
def _on_black(it: Thing, scene: Scene) -> Grid | None:
    return np.where(it.mask, it.box, np.uint8(0)) if scene.background else None


@look("itself and what it encloses", 0.4)
def _with_holes(it: Thing, scene: Scene) -> Grid | None:
    return np.where(it.filled, it.box, np.uint8(scene.background))


@look("what its box holds besides it", 0.5)
def _others(it: Thing, scene: Scene) -> Grid | None:
    return _tight(it.box, ~it.mask & (it.box != scene.background), scene)


@look("what it encloses", 0.4)
def _enclosed(it: Thing, scene: Scene) -> Grid | None:
    hole = it.filled & ~it.mask
    if not hole.any():
        return None
    rows, columns = np.flatnonzero(hole.any(1)), np.flatnonzero(hole.any(0))
    return it.box[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@look("its box filled with its colour", 0.5)
def _solid(it: Thing, scene: Scene) -> Grid | None:
    return np.full(it.mask.shape, it.colour, np.uint8)


@look("its own cells and its holes in its colour", 0.6)
def _stopped(it: Thing, scene: Scene) -> Grid | None:
    return np.where(it.filled, np.uint8(it.colour), np.uint8(scene.background))


@look("a cell of its colour", 0.5)
def colour(it: Thing, scene: Scene) -> Grid | None:
    """One cell in its main colour."""
    return np.full((1, 1), it.colour, np.uint8)


@look("its own cells and those beside them", 0.8)
def _around(it: Thing, scene: Scene) -> Grid | None:
    return scene.grid[
        max(it.top - 1, 0) : it.bottom + 2, max(it.left - 1, 0) : it.right + 2
    ]


@look("its own cells without small outgrowths", 0.7)
def _opened(it: Thing, scene: Scene) -> Grid | None:
    return _tight(it.box, opened(it.mask), scene)


def opened(mask: np.ndarray) -> np.ndarray:
    """The cells that lie in a full two by two square of the mask."""
    square = np.ones((2, 2), bool)
    return ndimage.binary_opening(mask, square)


def _tight(cells: np.ndarray, mask: np.ndarray, scene: Scene) -> Grid | None:
    """The masked cells on background, in the smallest box."""
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    shown = np.where(mask, cells, np.uint8(scene.background))
    return shown[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
