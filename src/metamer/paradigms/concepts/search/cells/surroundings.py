"""What surrounds the cells of a scene: rays, neighbours, what encloses them."""

from functools import cached_property

import numpy as np
from jaxtyping import Bool, Int64
from scipy import ndimage

from metamer.paradigms.concepts.search.operations.compilation import compiled
from metamer.paradigms.concepts.search.operations.types import Cells
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.search.ways import EIGHT, FOUR

Mask = Bool[np.ndarray, "_ _"]

STEPS = np.array([(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)])
"""Rows and columns of one step, opposite directions side by side."""
DIRECTIONS = (
    "up",
    "down",
    "left",
    "right",
    "up and left",
    "down and right",
    "up and right",
    "down and left",
)
AXES = (
    "up and down",
    "left and right",
    "along the diagonal",
    "along the other diagonal",
)
"""Two opposite directions each, in the order of `DIRECTIONS`."""
FAR = 99
"""More steps than any ray has."""


class Surroundings:
    """A scene with what surrounds its cells, worked out once and kept."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.grid = scene.grid
        self.background = scene.background
        self.figure = scene.figure
        self.shape = scene.grid.shape
        self._labels: dict[str, np.ndarray] = {}

    @cached_property
    def first_seen(self) -> np.ndarray:
        """Where each of the eight rays from a cell over background ends: the number of
        the first cell that is not background, or -1."""
        return rays(self.grid, np.full_like(self.grid, self.background))

    @cached_property
    def first_other(self) -> np.ndarray:
        """Where each of the eight rays from a cell over its own colour ends."""
        return rays(self.grid, self.grid)

    def colours(self, ends: np.ndarray, otherwise: np.ndarray | int) -> np.ndarray:
        """The colours at the ends of rays, and something else where there is no end."""
        return np.where(ends >= 0, self.grid.ravel()[ends], otherwise).astype(np.uint8)

    def distances(self, ends: np.ndarray) -> np.ndarray:
        """How many steps each cell is from the end of its ray."""
        rows, columns = np.indices(self.shape)
        down, across = ends // self.shape[1] - rows, ends % self.shape[1] - columns
        return np.maximum(np.abs(down), np.abs(across))

    def labels(self, how: str) -> np.ndarray:
        """The number of the object that each cell belongs to, or -1."""
        if how not in self._labels:
            labels = np.full(self.shape, -1)
            for number, obj in enumerate(self.scene.objects(how)):
                labels[obj.slices][obj.mask] = number
            self._labels[how] = labels
        return self._labels[how]


@compiled
def rays(grid: Cells, through: Cells) -> Int64[np.ndarray, "8 _ _"]:
    """The first cell in each direction that does not have the colour of its ray.

    `through` is that colour for every cell that a ray starts from; -1 where the edge
    comes first.
    """
    height, width = grid.shape
    ends = np.full((8, height, width), -1)
    for way in range(8):
        down, across = STEPS[way, 0], STEPS[way, 1]
        for row in range(height):
            for column in range(width):
                r, c = row + down, column + across
                while 0 <= r < height and 0 <= c < width:
                    if grid[r, c] != through[row, column]:
                        ends[way, row, column] = r * width + c
                        break
                    r, c = r + down, c + across
    return ends


def enclosed(wall: np.ndarray, corners: bool) -> np.ndarray:
    """Cells from which no path leads around the wall to the edge of the grid.

    With `corners` a path may also step diagonally, so that a wall must be thick.
    """
    labels, count = ndimage.label(~wall, EIGHT if corners else FOUR)
    edge = (labels[0], labels[-1], labels[:, 0], labels[:, -1])
    reaches_edge = np.zeros(count + 1, bool)
    reaches_edge[np.concatenate(edge)] = True
    return ~wall & ~reaches_edge[labels]


def count_neighbours(mask: np.ndarray, corners: bool) -> np.ndarray:
    """How many of the four or eight cells next to each are in the mask."""
    padded = np.pad(mask.astype(np.int8), 1)
    height, width = mask.shape
    count = 8 if corners else 4
    sides = [
        padded[1 + down : 1 + down + height, 1 + across : 1 + across + width]
        for down, across in STEPS[:count].tolist()
    ]
    return np.sum(sides, axis=0)


def shift(array: np.ndarray, down: int, across: int, fill: int) -> np.ndarray:
    """An array moved by some rows and columns, and `fill` where nothing came."""
    height, width = array.shape
    moved = np.full_like(array, fill)
    if abs(down) < height and abs(across) < width:
        moved[
            max(down, 0) : height + min(down, 0),
            max(across, 0) : width + min(across, 0),
        ] = array[
            max(-down, 0) : height - max(down, 0),
            max(-across, 0) : width - max(across, 0),
        ]
    return moved


@compiled
def anywhere(mask: Mask, way: int) -> Mask:
    """Cells that have some cell of the mask in a direction, however far and hidden."""
    height, width = mask.shape
    down, across = STEPS[way, 0], STEPS[way, 1]
    seen = np.zeros((height, width), np.bool_)
    backwards = down > 0 or (down == 0 and across > 0)
    for step in range(height * width):
        # Against the direction, so that the next cell in it is already known.
        cell = height * width - 1 - step if backwards else step
        row, column = cell // width, cell % width
        r, c = row + down, column + across
        if 0 <= r < height and 0 <= c < width:
            seen[row, column] = mask[r, c] or seen[r, c]
    return seen
