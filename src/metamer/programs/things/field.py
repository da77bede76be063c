"""The things of a scene as stacks of masks, so that all are worked on at once."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from metamer.programs.scene import NOTHING, How, Scene, Thing

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Up, down, left, right, and the four diagonals, as (rows, columns)."""
OPPOSITE = (1, 0, 3, 2, 7, 6, 5, 4)


class Field:
    """The things of one scene seen in one way, the first axis of every array."""

    def __init__(self, scene: Scene, how: How):
        self.scene = scene
        self.grid = scene.grid
        self.things: list[Thing] = scene.things(how)
        self._rays: dict[tuple[str, int], np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.things)

    @cached_property
    def empty(self) -> np.ndarray:
        """Which cells are background."""
        return ~self.scene.figure

    @cached_property
    def masks(self) -> np.ndarray:
        """Which cells of the grid belong to each thing: [thing, row, column]."""
        return self.place([it.mask for it in self.things])

    @cached_property
    def tops(self) -> np.ndarray:
        return np.array([it.top for it in self.things], int)

    @cached_property
    def lefts(self) -> np.ndarray:
        return np.array([it.left for it in self.things], int)

    @cached_property
    def heights(self) -> np.ndarray:
        return np.array([it.height for it in self.things], int)

    @cached_property
    def widths(self) -> np.ndarray:
        return np.array([it.width for it in self.things], int)

    @cached_property
    def bottoms(self) -> np.ndarray:
        return self.tops + self.heights - 1

    @cached_property
    def rights(self) -> np.ndarray:
        return self.lefts + self.widths - 1

    @cached_property
    def colours(self) -> np.ndarray:
        """The main colour of each thing."""
        return np.array([it.colour for it in self.things], int)

    @cached_property
    def halo(self) -> np.ndarray:
        """The cells right around each thing, corners included."""
        grown = self.masks.copy()
        for step in STEPS:
            grown |= shifted(self.masks, step)
        return grown & ~self.masks

    @cached_property
    def boxes(self) -> np.ndarray:
        """All cells of each thing's box."""
        return self.place([np.ones(it.mask.shape, bool) for it in self.things])

    def place(self, parts: Sequence[np.ndarray]) -> np.ndarray:
        """One array for each thing's box, put where the box lies; blank elsewhere.

        Truth values leave False around them, colours leave `NOTHING`.
        """
        truth = not parts or parts[0].dtype == bool
        shape = (len(self), *self.grid.shape)
        stack = np.zeros(shape, bool) if truth else np.full(shape, NOTHING, np.uint8)
        for one, thing, part in zip(stack, self.things, parts, strict=True):
            one[thing.place] = part
        return stack

    def ray(self, over: str, way: int) -> np.ndarray:
        """Cells that each thing's cells reach in one of the eight `STEPS`.

        `all`: to the edge; `empty`: while there is background; `figure`: while there
        is something else; `hits`: over background, and only where something is hit;
        `behind`: the background on the way to the edge.
        """
        if (over, way) not in self._rays:
            self._rays[over, way] = self._ray(over, way)
        return self._rays[over, way]

    def _ray(self, over: str, way: int) -> np.ndarray:
        if over == "behind":
            return self.ray("all", way) & self.empty
        if over == "hits":
            others = self.scene.figure & ~self.masks
            back = reach(others, self.empty, STEPS[OPPOSITE[way]])
            return self.ray("empty", way) & back
        free = {"all": ~self.masks, "empty": self.empty & ~self.masks}
        allowed = free.get(over, self.scene.figure & ~self.masks)
        return reach(self.masks, allowed, STEPS[way])


def shifted(stack: np.ndarray, step: tuple[int, int]) -> np.ndarray:
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
    """Free cells that are reached from a start by going on and on with one step."""
    reached = np.zeros_like(start)
    front = shifted(start, step) & free
    while front.any():
        reached |= front
        front = shifted(front, step) & free
    return reached
