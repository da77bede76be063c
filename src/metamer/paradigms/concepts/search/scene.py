"""What is seen in a grid: its background, and the objects on it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, UInt8
from scipy import ndimage

from metamer.paradigms.concepts.search.motions import all_motions
from metamer.paradigms.concepts.search.ways import WAYS
from metamer.paradigms.concepts.tasks import COLOURS, Grid

NOTHING = 255
"""Stands for a cell outside an object."""


@dataclass(frozen=True, eq=False)
class Object:
    """Some cells of a grid that belong together."""

    top: int
    left: int
    mask: Bool[np.ndarray, "height width"]
    """Which cells of its box are its own."""
    box: UInt8[np.ndarray, "height width"]
    """The grid within its box, other objects and background included."""

    @property
    def height(self) -> int:
        return self.mask.shape[0]

    @property
    def width(self) -> int:
        return self.mask.shape[1]

    @property
    def bottom(self) -> int:
        """Its last row."""
        return self.top + self.height - 1

    @property
    def right(self) -> int:
        """Its last column."""
        return self.left + self.width - 1

    @property
    def slices(self) -> tuple[slice, slice]:
        """Where its box lies in the grid."""
        return (
            slice(self.top, self.top + self.height),
            slice(self.left, self.left + self.width),
        )

    @cached_property
    def size(self) -> int:
        """How many cells it has."""
        return int(self.mask.sum())

    @cached_property
    def colour_counts(self) -> np.ndarray:
        """How many of its cells have each of the ten colours."""
        return np.bincount(self.box[self.mask], minlength=COLOURS)

    @cached_property
    def colour(self) -> int:
        """The colour that most of its cells have; of equals, the lowest."""
        return int(self.colour_counts.argmax())

    @cached_property
    def image(self) -> UInt8[np.ndarray, "height width"]:
        """Its own cells in their colours, `NOTHING` elsewhere."""
        return np.where(self.mask, self.box, np.uint8(NOTHING))

    @cached_property
    def filled(self) -> Bool[np.ndarray, "height width"]:
        """Its cells and its holes (from which no path by sides leads out of it)."""
        return ndimage.binary_fill_holes(self.mask)

    @cached_property
    def holes(self) -> int:
        """How many holes it has."""
        return int(ndimage.label(self.filled & ~self.mask)[1])

    @cached_property
    def shape_key(self) -> bytes:
        """A key that is equal for objects of one shape, of any colours, in any place."""
        return _key(self.mask)

    @cached_property
    def image_key(self) -> bytes:
        """A key that is equal for objects of one shape and one colouring."""
        return bytes(self.mask.shape) + self.image.tobytes()

    @cached_property
    def turned_key(self) -> bytes:
        """A key that is equal for shapes that flips and turns make equal."""
        # The least of the eight keys is the same whichever of the eight one begins
        # with.
        return min(_key(moved) for moved in all_motions(self.mask))

    @cached_property
    def scaled_key(self) -> bytes:
        """A key that is equal for shapes that differ only in repeated rows and columns."""
        rows = np.r_[True, (self.mask[1:] != self.mask[:-1]).any(1)]
        fewer = self.mask[rows]
        columns = np.r_[True, (fewer[:, 1:] != fewer[:, :-1]).any(0)]
        return _key(fewer[:, columns])


def _key(mask: np.ndarray) -> bytes:
    return bytes(mask.shape) + np.packbits(mask).tobytes()


class Scene:
    """A grid with what is seen in it, worked out once and kept."""

    def __init__(self, grid: Grid):
        self.grid = grid
        self._objects: dict[str, list[Object]] = {}

    @cached_property
    def background(self) -> int:
        """Black if there is some, or else the most common colour."""
        counts = np.bincount(self.grid.ravel(), minlength=COLOURS)
        return 0 if counts[0] else int(counts.argmax())

    @cached_property
    def figure(self) -> np.ndarray:
        """Which cells are not background."""
        return self.grid != self.background

    def objects(self, how: str) -> list[Object]:
        """The objects seen in one of the `WAYS`, in reading order of their first cells."""
        if how not in self._objects:
            masks = WAYS[how].cut(self.grid, self.figure)
            self._objects[how] = [self._object(mask) for mask in masks]
        return self._objects[how]

    def _object(self, mask: np.ndarray) -> Object:
        box = bounds(mask)
        top, left = box[0].start, box[1].start
        return Object(top, left, mask[box], self.grid[box])


def bounds(mask: np.ndarray) -> tuple[slice, slice]:
    """The rows and columns of the smallest box around all cells of a mask."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return (
        slice(int(rows[0]), int(rows[-1]) + 1),
        slice(int(columns[0]), int(columns[-1]) + 1),
    )
