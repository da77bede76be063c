"""What is seen in a grid: its background, and the things on it, in several ways."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from jaxtyping import Bool, UInt8
from scipy import ndimage

from metamer.programs.task import Grid

How = Literal["colour4", "colour8", "any4", "any8", "colours", "regions"]
"""Ways to cut a grid into things: connected cells of one colour (4 or 8 neighbours), of any
colour but the background, all cells of a colour, and connected cells of one colour with
those of the background among them."""
WAYS: tuple[How, ...] = get_args(How)

FOUR = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
EIGHT = np.ones((3, 3), bool)
NOTHING = 255
"""Stands for a cell outside a thing."""


@dataclass(frozen=True, eq=False)
class Thing:
    """Some cells of a grid that belong together."""

    top: int
    left: int
    mask: Bool[np.ndarray, "height width"]
    """Which cells of its box are its own."""
    box: UInt8[np.ndarray, "height width"]
    """The grid within its box, other things and background included."""

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
    def place(self) -> tuple[slice, slice]:
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
    def counts(self) -> np.ndarray:
        """How many of its cells have each of the ten colours."""
        return np.bincount(self.box[self.mask], minlength=10)

    @cached_property
    def colour(self) -> int:
        """The colour that most of its cells have; of equals, the lowest."""
        return int(self.counts.argmax())

    @cached_property
    def image(self) -> UInt8[np.ndarray, "height width"]:
        """Its own cells in their colours, `NOTHING` elsewhere."""
        return np.where(self.mask, self.box, np.uint8(NOTHING))

    @cached_property
    def filled(self) -> Bool[np.ndarray, "height width"]:
        """Its cells and its holes (what no step to a side leads out of)."""
        return ndimage.binary_fill_holes(self.mask)

    @cached_property
    def holes(self) -> int:
        """How many holes it has."""
        return int(ndimage.label(self.filled & ~self.mask)[1])

    @cached_property
    def shape_key(self) -> bytes:
        """The same for things of one form, whatever their colours and places."""
        return bytes(self.mask.shape) + np.packbits(self.mask).tobytes()

    @cached_property
    def image_key(self) -> bytes:
        """The same for things of one form and one colouring."""
        return bytes(self.mask.shape) + self.image.tobytes()

    @cached_property
    def turned_key(self) -> bytes:
        """The same for forms that flips and turns make equal."""
        return min(_key(turned) for turned in motions(self.mask))

    @cached_property
    def scaled_key(self) -> bytes:
        """The same for forms that are the same once repeated rows and columns go."""
        rows = np.r_[True, (self.mask[1:] != self.mask[:-1]).any(1)]
        fewer = self.mask[rows]
        columns = np.r_[True, (fewer[:, 1:] != fewer[:, :-1]).any(0)]
        return _key(fewer[:, columns])


def _key(mask: np.ndarray) -> bytes:
    return bytes(mask.shape) + np.packbits(mask).tobytes()


def motions(array: np.ndarray) -> list[np.ndarray]:
    """The eight flips and turns of an array."""
    turns = [np.rot90(array, k) for k in range(4)]
    return turns + [np.fliplr(turn) for turn in turns]


class Scene:
    """A grid with what is seen in it, worked out once and kept."""

    def __init__(self, grid: Grid, background: int | None = None):
        self.grid = grid
        self._given = background
        self._things: dict[str, list[Thing]] = {}
        self.said: dict[str, np.ndarray] = {}
        """What `attributes.numbers` found to say of the things, for each way."""

    @cached_property
    def background(self) -> int:
        """Black where there is some, or else the most common colour."""
        if self._given is not None:
            return self._given
        counts = np.bincount(self.grid.ravel(), minlength=10)
        return 0 if counts[0] else int(counts.argmax())

    @cached_property
    def figure(self) -> np.ndarray:
        """Which cells are not background."""
        return self.grid != self.background

    def things(self, how: How) -> list[Thing]:
        """The things of one way of seeing, in reading order of their first cells."""
        if how not in self._things:
            self._things[how] = [
                self._thing(mask) for mask in _masks(self.grid, self.figure, how)
            ]
        return self._things[how]

    def cut(self, things: list[Thing]) -> "Scene":
        """The same grid seen as these things, in whichever way one asks."""
        scene = Scene(self.grid, self.background)
        scene._things = dict.fromkeys(WAYS, things)
        return scene

    def _thing(self, mask: np.ndarray) -> Thing:
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        return Thing(int(rows[0]), int(columns[0]), mask[box], self.grid[box])


def _masks(grid: np.ndarray, figure: np.ndarray, how: How) -> list[np.ndarray]:
    if how in ("any4", "any8"):
        return _parts(figure, EIGHT if how == "any8" else FOUR)
    colours = np.unique(grid if how == "regions" else grid[figure])
    if how == "colours":
        found = [grid == colour for colour in colours]
    else:
        near = EIGHT if how == "colour8" else FOUR
        found = [it for colour in colours for it in _parts(grid == colour, near)]
    return sorted(found, key=lambda mask: int(mask.argmax()))


def _parts(mask: np.ndarray, near: np.ndarray) -> list[np.ndarray]:
    labels, many = ndimage.label(mask, near)
    return [labels == number for number in range(1, many + 1)]
