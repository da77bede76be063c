"""Pictures of one object: its box, its own cells, what it encloses.

Adding a picture is adding one function below. Each gives None if there is nothing to show.
"""

from collections.abc import Callable

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.scene import Object, Scene, bounds
from metamer.paradigms.concepts.tasks import Grid

Picture = Callable[[Object, Scene], Grid | None]

PICTURES: Entries[Picture] = Entries("picture")
picture = PICTURES.add


@picture("its box", 0.2)
def box(obj: Object, scene: Scene) -> Grid | None:
    """The grid within its box."""
    return obj.box


@picture("its own cells", 0.0)
def own(obj: Object, scene: Scene) -> Grid | None:
    """Its cells alone, on the background."""
    return np.where(obj.mask, obj.box, np.uint8(scene.background))


@picture("its own cells on black", 0.4)
def on_black(obj: Object, scene: Scene) -> Grid | None:
    """Its cells alone, if the background is not black anyway."""
    return np.where(obj.mask, obj.box, np.uint8(0)) if scene.background else None


@picture("itself and what it encloses", 0.4)
def with_holes(obj: Object, scene: Scene) -> Grid | None:
    return np.where(obj.filled, obj.box, np.uint8(scene.background))


@picture("the other objects in its box", 0.5)
def others_in_box(obj: Object, scene: Scene) -> Grid | None:
    return _crop(obj.box, ~obj.mask & (obj.box != scene.background), scene)


@picture("what it encloses", 0.4)
def enclosed(obj: Object, scene: Scene) -> Grid | None:
    hole = obj.filled & ~obj.mask
    return obj.box[bounds(hole)] if hole.any() else None


@picture("its box filled with its colour", 0.5)
def solid(obj: Object, scene: Scene) -> Grid | None:
    return np.full(obj.mask.shape, obj.colour, np.uint8)


@picture("its own cells and its holes in its colour", 0.6)
def filled(obj: Object, scene: Scene) -> Grid | None:
    return np.where(obj.filled, np.uint8(obj.colour), np.uint8(scene.background))


@picture("a cell of its colour", 0.5)
def cell(obj: Object, scene: Scene) -> Grid | None:
    """One cell in its main colour."""
    return np.full((1, 1), obj.colour, np.uint8)


@picture("its box and one cell around it", 0.8)
def with_surroundings(obj: Object, scene: Scene) -> Grid | None:
    return scene.grid[
        max(obj.top - 1, 0) : obj.bottom + 2, max(obj.left - 1, 0) : obj.right + 2
    ]


@picture("its own cells without thin parts", 0.7)
def thick(obj: Object, scene: Scene) -> Grid | None:
    return _crop(obj.box, thick_cells(obj.mask), scene)


def thick_cells(mask: np.ndarray) -> np.ndarray:
    """The cells that lie in a full two by two square of the mask."""
    return ndimage.binary_opening(mask, np.ones((2, 2), bool))


def _crop(cells: np.ndarray, mask: np.ndarray, scene: Scene) -> Grid | None:
    """The masked cells on background, in the smallest box."""
    if not mask.any():
        return None
    return np.where(mask, cells, np.uint8(scene.background))[bounds(mask)]
