"""What the cells of a scene see: rays, neighbours, what closes them in."""

from functools import cached_property

import numpy as np
from scipy import ndimage

from metamer.programs.operations.table import compiled
from metamer.programs.scene import EIGHT, FOUR, How, Scene

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
AXES = ("up and down", "left and right", "along a diagonal", "along a back diagonal")
"""Two opposite directions each, in the order of `DIRECTIONS`."""


class Sight:
    """A scene with what its cells see, worked out once and kept."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.grid = scene.grid
        self.background = scene.background
        self.figure = scene.figure
        self.shape = scene.grid.shape
        self._labels: dict[str, np.ndarray] = {}

    @cached_property
    def met(self) -> np.ndarray:
        """Where each of the eight looks from a cell over background ends: the number of
        the first cell that is not background, or -1."""
        return rays(self.grid, np.full_like(self.grid, self.background))

    @cached_property
    def beyond(self) -> np.ndarray:
        """Where each of the eight looks from a cell over its own colour ends."""
        return rays(self.grid, self.grid)

    def colours(self, ends: np.ndarray, otherwise: np.ndarray | int) -> np.ndarray:
        """The colours at the ends of looks, and something else where there is no end."""
        return np.where(ends >= 0, self.grid.ravel()[ends], otherwise).astype(np.uint8)

    def labels(self, how: How) -> np.ndarray:
        """The number of the thing that each cell belongs to, or -1."""
        if how not in self._labels:
            labels = np.full(self.shape, -1)
            for number, thing in enumerate(self.scene.things(how)):
                labels[thing.place][thing.mask] = number
            self._labels[how] = labels
        return self._labels[how]


@compiled
def rays(grid: np.ndarray, through: np.ndarray) -> np.ndarray:
    """The first cell in each direction that has not the colour one looks through.

    `through` says that colour for every cell that looks; -1 where the edge comes first.
    """
    height, width = grid.shape
    ends = np.full((8, height, width), -1)
    for way in range(8):
        down, across = STEPS[way]
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
    labels, many = ndimage.label(~wall, EIGHT if corners else FOUR)
    edge = (labels[0], labels[-1], labels[:, 0], labels[:, -1])
    open_ = np.zeros(many + 1, bool)
    open_[np.concatenate(edge)] = True
    return ~wall & ~open_[labels]


def neighbours(mask: np.ndarray, corners: bool) -> np.ndarray:
    """How many of the four or eight cells next to each are in the mask."""
    padded = np.pad(mask.astype(np.int8), 1)
    height, width = mask.shape
    many = 8 if corners else 4
    sides = [
        padded[1 + down : 1 + down + height, 1 + across : 1 + across + width]
        for down, across in STEPS[:many].tolist()
    ]
    return np.sum(sides, axis=0)


def shifted(array: np.ndarray, down: int, across: int, fill: int) -> np.ndarray:
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
def somewhere(mask: np.ndarray, way: int) -> np.ndarray:
    """Cells that have some cell of the mask in a direction, however far and hidden."""
    height, width = mask.shape
    down, across = STEPS[way]
    seen = np.zeros((height, width), np.bool_)
    for step in range(height * width):
        # Against the look, so that the cell looked at first is already known.
        at = (
            height * width - 1 - step
            if down > 0 or (down == 0 and across > 0)
            else step
        )
        row, column = at // width, at % width
        r, c = row + down, column + across
        if 0 <= r < height and 0 <= c < width:
            seen[row, column] = mask[r, c] or seen[r, c]
    return seen
