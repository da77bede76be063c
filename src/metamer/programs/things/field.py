"""The things of a scene as stacks of masks, so that all are worked on at once."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from metamer.programs.scene import NOTHING, Scene, Thing

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Up, down, left, right, and the four diagonals, as (rows, columns)."""
OPPOSITE = (1, 0, 3, 2, 7, 6, 5, 4)


class Field:
    """The things of one scene seen in one way, the first axis of every array."""

    def __init__(self, scene: Scene, things: list[Thing]):
        self.scene = scene
        self.grid = scene.grid
        self.things = things
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
        `meets`: only where its own colour is hit; `behind`: the background on the way
        to the edge; `trail`: as far as the whole thing could go over background.
        """
        if (over, way) not in self._rays:
            self._rays[over, way] = self._ray(over, way)
        return self._rays[over, way]

    def _ray(self, over: str, way: int) -> np.ndarray:
        step, back = STEPS[way], STEPS[OPPOSITE[way]]
        others = self.scene.figure & ~self.masks
        if over == "all":
            return reach(self.masks, ~self.masks, step)
        if over == "figure":
            return reach(self.masks, others, step)
        if over == "behind":
            return self.ray("all", way) & self.empty
        if over == "trail":
            return trail(self.masks, others, step)[0] & ~self.masks
        if over == "empty":
            return reach(self.masks, self.empty & ~self.masks, step)
        if over == "meets":
            others &= self.grid == self.colours[:, None, None]
        return self.ray("empty", way) & reach(others, self.empty, back)


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


def trail(
    masks: np.ndarray, walls: np.ndarray, step: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """What things pass over as they go on with one step, and how many steps they go.

    They stop where a next step would lead over the edge or into their walls.
    """
    passed, moved = masks.copy(), masks
    lengths, whole = np.zeros(len(masks), int), masks.sum((1, 2))
    going = whole > 0
    while going.any():
        moved = shifted(moved, step)
        going = going & (moved.sum((1, 2)) == whole) & ~(moved & walls).any((1, 2))
        passed |= moved & going[:, None, None]
        lengths += going
    return passed, lengths
