"""The objects of a scene as stacks of masks, so that all are worked on at once."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from metamer.paradigms.concepts.search.scene import NOTHING, Object, Scene

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Up, down, left, right, and the four diagonals, as (rows, columns)."""
OPPOSITE = (1, 0, 3, 2, 7, 6, 5, 4)
"""The number of the step back for each of the `STEPS`."""


class Stack:
    """The objects of one scene seen in one way, the first axis of every array."""

    def __init__(self, scene: Scene, objects: list[Object]):
        self.scene = scene
        self.grid = scene.grid
        self.objects = objects
        self._rays: dict[tuple[str, int], np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.objects)

    @cached_property
    def empty(self) -> np.ndarray:
        """Which cells are background."""
        return ~self.scene.figure

    @cached_property
    def masks(self) -> np.ndarray:
        """Which cells of the grid belong to each object: [object, row, column]."""
        return self.place([obj.mask for obj in self.objects])

    @cached_property
    def tops(self) -> np.ndarray:
        return np.array([obj.top for obj in self.objects], int)

    @cached_property
    def lefts(self) -> np.ndarray:
        return np.array([obj.left for obj in self.objects], int)

    @cached_property
    def heights(self) -> np.ndarray:
        return np.array([obj.height for obj in self.objects], int)

    @cached_property
    def widths(self) -> np.ndarray:
        return np.array([obj.width for obj in self.objects], int)

    @cached_property
    def bottoms(self) -> np.ndarray:
        return self.tops + self.heights - 1

    @cached_property
    def rights(self) -> np.ndarray:
        return self.lefts + self.widths - 1

    @cached_property
    def colours(self) -> np.ndarray:
        """The main colour of each object."""
        return np.array([obj.colour for obj in self.objects], int)

    @cached_property
    def halo(self) -> np.ndarray:
        """The cells right around each object, corners included."""
        grown = self.masks.copy()
        for step in STEPS:
            grown |= shift(self.masks, step)
        return grown & ~self.masks

    @cached_property
    def boxes(self) -> np.ndarray:
        """All cells of each object's box."""
        return self.place([np.ones(obj.mask.shape, bool) for obj in self.objects])

    def place(self, parts: Sequence[np.ndarray]) -> np.ndarray:
        """One array for each object's box, put where the box lies; blank elsewhere.

        Around truth values there is False, around colours there is `NOTHING`.
        """
        truth = not parts or parts[0].dtype == bool
        shape = (len(self), *self.grid.shape)
        stack = np.zeros(shape, bool) if truth else np.full(shape, NOTHING, np.uint8)
        for layer, obj, part in zip(stack, self.objects, parts, strict=True):
            layer[obj.slices] = part
        return stack

    def ray(self, over: str, step: int) -> np.ndarray:
        """Cells that each object's cells reach by one of the eight `STEPS`.

        `all`: to the edge; `empty`: while there is background; `figure`: while there
        is something else; `hits`: over background, and only where something is hit;
        `meets`: only where its own colour is hit; `behind`: the background on the way
        to the edge; `trail`: as far as the whole object could go over background.
        """
        if (over, step) not in self._rays:
            self._rays[over, step] = self._ray(over, step)
        return self._rays[over, step]

    def _ray(self, over: str, number: int) -> np.ndarray:
        step, back = STEPS[number], STEPS[OPPOSITE[number]]
        others = self.scene.figure & ~self.masks
        if over == "all":
            return reach(self.masks, ~self.masks, step)
        if over == "figure":
            return reach(self.masks, others, step)
        if over == "behind":
            return self.ray("all", number) & self.empty
        if over == "trail":
            return trail(self.masks, others, step)[0] & ~self.masks
        if over == "empty":
            return reach(self.masks, self.empty & ~self.masks, step)
        if over == "meets":
            others &= self.grid == self.colours[:, None, None]
        # A cell lies on a ray that hits something if it is also reached from there.
        return self.ray("empty", number) & reach(others, self.empty, back)


def shift(stack: np.ndarray, step: tuple[int, int]) -> np.ndarray:
    """A stack of masks moved by some rows and columns; what leaves the grid is gone."""
    down, across = step
    height, width = stack.shape[-2:]
    moved = np.zeros_like(stack)
    moved[
        ...,
        max(down, 0) : height + min(down, 0),
        max(across, 0) : width + min(across, 0),
    ] = stack[
        ...,
        max(-down, 0) : height + min(-down, 0),
        max(-across, 0) : width + min(-across, 0),
    ]
    return moved


def reach(start: np.ndarray, free: np.ndarray, step: tuple[int, int]) -> np.ndarray:
    """Free cells that are reached from a start by repeating one step."""
    reached = np.zeros_like(start)
    front = shift(start, step) & free
    while front.any():
        reached |= front
        front = shift(front, step) & free
    return reached


def trail(
    masks: np.ndarray, walls: np.ndarray, step: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """What objects pass over as they repeat one step, and how many steps they go.

    They stop where a next step would lead over the edge or into their walls.
    """
    passed, moved = masks.copy(), masks
    lengths, whole = np.zeros(len(masks), int), masks.sum((1, 2))
    going = whole > 0
    while going.any():
        moved = shift(moved, step)
        # An object that leaves the grid loses cells: that is how the edge is noticed.
        going = going & (moved.sum((1, 2)) == whole) & ~(moved & walls).any((1, 2))
        passed |= moved & going[:, None, None]
        lengths += going
    return passed, lengths
