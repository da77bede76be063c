"""Acts that move or copy an object to a place, as it is or turned over."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.cellsets import as_set
from metamer.paradigms.concepts.search.motions import MOTIONS, Motion
from metamer.paradigms.concepts.search.objects.acts import (
    Act,
    ObjectLayers,
    own_cells,
    without_erasing,
)
from metamer.paradigms.concepts.search.objects.places import NOWHERE
from metamer.paradigms.concepts.search.objects.references import Reference
from metamer.paradigms.concepts.search.objects.targets import Target, targets
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import Grid

COSTS = {
    "flipped upside down": 0.6,
    "flipped left to right": 0.6,
    "turned by 180 degrees": 0.7,
    "flipped about its diagonal": 0.9,
    "turned by 90 degrees counter-clockwise": 0.9,
    "turned by 90 degrees clockwise": 0.9,
}
"""What may be done to an object before it is painted at its place."""

MAX_OFFSETS = 12
"""How many moves by a fixed number of rows and columns are tried."""


def moves(segmentation: Segmentation, references: list[Reference]) -> Iterator[Act]:
    """Every place that is right for some object, moved there or copied."""
    named = targets(segmentation, references)
    as_it_is = [
        _Matches(stack, output, _as_it_is) for stack, output in segmentation.shown
    ]
    tried = [*named, *_offsets(segmentation, as_it_is)]
    yield from _moves(segmentation, tried, as_it_is, _as_it_is)
    for words, cost in COSTS.items():
        motion = MOTIONS[words]
        # A motion that changes no object would only repeat the moves above.
        if not all(_is_symmetric(stack, motion) for stack in segmentation.stacks):
            turned = [
                Target(f"{target.words}, {words}", target.cost + cost, target.corners)
                for target in named
            ]
            matches = [
                _Matches(stack, output, motion) for stack, output in segmentation.shown
            ]
            yield from _moves(segmentation, turned, matches, motion)


def _as_it_is(image: np.ndarray) -> np.ndarray:
    return image


def _is_symmetric(stack: Stack, motion: Motion) -> bool:
    """Whether a motion changes no object."""
    return all(np.array_equal(motion(obj.image), obj.image) for obj in stack.objects)


def _moves(
    segmentation: Segmentation,
    tried: list[Target],
    matches: list["_Matches"],
    motion: Motion,
) -> Iterator[Act]:
    """A move and a copy for each target at which the outputs show something new."""
    fits, new = _compare(tried, matches)
    own = own_cells(segmentation)
    nothing = (0,) * len(own)
    for which in np.flatnonzero(new.any(1)).tolist():
        target = tried[which]
        paints = _cells_painted(segmentation, target, matches)
        erases = tuple(
            cells if painted else 0 for painted, cells in zip(paints, own, strict=True)
        )
        move, copy = (
            partial(layers, segmentation, target, motion)
            for layers in (_moving_layers, _copying_layers)
        )
        evidence = fits[which], new[which], paints
        words = f"to {target.words}"
        yield Act(f"move it {words}", 0.5 + target.cost, *evidence, erases, move)
        yield Act(f"copy it {words}", 0.8 + target.cost, *evidence, nothing, copy)


class _Matches:
    """Where an output shows the objects of a demonstration, turned."""

    def __init__(self, stack: Stack, output: Grid, motion: Motion):
        self.right = np.zeros((len(stack), *output.shape), bool)
        """Whether an object is shown with its corner at a place: [object, row, column]."""
        self.new = np.zeros_like(self.right)
        """Whether that is not so in the input."""
        self.cells: list[int] = []
        """The set of cells of each object if it is put in the upper left corner."""
        self.room: list[tuple[int, int]] = []
        """How far down and across its corner may be."""
        for number, obj in enumerate(stack.objects):
            image = motion(obj.image)
            height, width = image.shape
            self.room.append((output.shape[0] - height, output.shape[1] - width))
            self.cells.append(_cells_in_corner(image, output.shape[1]))
            if min(self.room[-1]) >= 0:
                right = _occurrences(output, image)
                old = _occurrences(stack.grid, image)
                here = number, slice(0, len(right)), slice(0, right.shape[1])
                self.right[here], self.new[here] = right, right & ~old


def _cells_in_corner(image: np.ndarray, width: int) -> int:
    # In rows as long as the grid's: then shifting bits moves the object in the grid.
    rows = np.zeros((len(image), max(width, image.shape[1])), bool)
    rows[:, : image.shape[1]] = image != NOTHING
    return as_set(rows)


def _occurrences(grid: Grid, image: np.ndarray) -> np.ndarray:
    """At which places the grid shows an image."""
    windows = np.lib.stride_tricks.sliding_window_view(grid, image.shape)
    return ((windows == image) | (image == NOTHING)).all((2, 3))


def _compare(
    tried: list[Target], matches: list[_Matches]
) -> tuple[np.ndarray, np.ndarray]:
    """For which objects the output shows their image at the target, and for which of them
    that is new: [target, object]. Objects that go nowhere fit."""
    fits, new = [], []
    for number, match in enumerate(matches):
        corners = np.stack([target.corners[number] for target in tried])
        rows, columns = corners[..., 0], corners[..., 1]
        inside = (corners >= 0).all(2) & (rows < match.right.shape[1])
        inside &= columns < match.right.shape[2]
        # Places outside the grid are looked up at its corner, and then ruled out.
        here = np.arange(rows.shape[1]), rows * inside, columns * inside
        fits.append((inside & match.right[here]) | (rows == NOWHERE))
        new.append(inside & match.new[here])
    return np.concatenate(fits, axis=1), np.concatenate(new, axis=1)


def _cells_painted(
    segmentation: Segmentation, target: Target, matches: list[_Matches]
) -> tuple[int, ...]:
    """The set of cells that every object of the demonstrations would paint.

    A set in the upper left corner is moved to its place by shifting its bits.
    """
    sets = []
    for number, match in enumerate(matches):
        width = segmentation.stacks[number].grid.shape[1]
        offset = segmentation.view.cell_sets.offsets[number]
        corners = target.corners[number].tolist()
        for (row, column), room, cells in zip(
            corners, match.room, match.cells, strict=True
        ):
            inside = 0 <= row <= room[0] and 0 <= column <= room[1]
            sets.append(cells << (offset + row * width + column) if inside else 0)
    return tuple(sets)


def _moving_layers(
    segmentation: Segmentation, target: Target, motion: Motion, number: int
) -> ObjectLayers:
    stack, corners = segmentation.stacks[number], target.corners[number]
    erased = np.zeros_like(stack.masks)
    painted = np.full(stack.masks.shape, NOTHING, np.uint8)
    for which, obj in enumerate(stack.objects):
        image = motion(obj.image)
        (top, left), (height, width) = corners[which].tolist(), image.shape
        room = stack.grid.shape[0] - height, stack.grid.shape[1] - width
        if 0 <= top <= room[0] and 0 <= left <= room[1]:
            erased[which] = stack.masks[which]
            painted[which, top : top + height, left : left + width] = image
    return ObjectLayers(erased, painted)


def _copying_layers(
    segmentation: Segmentation, target: Target, motion: Motion, number: int
) -> ObjectLayers:
    return without_erasing(_moving_layers(segmentation, target, motion, number).painted)


def _offsets(segmentation: Segmentation, matches: list[_Matches]) -> list[Target]:
    """Moves by a fixed number of rows and columns that every demonstration shows."""
    shared: set[tuple[int, int]] | None = None
    for stack, match in zip(segmentation.stacks, matches, strict=False):
        number, rows, columns = np.nonzero(match.new)
        down = (rows - stack.tops[number]).tolist()
        across = (columns - stack.lefts[number]).tolist()
        here = set(zip(down, across, strict=True))
        shared = here if shared is None else shared & here
    nearest = sorted(shared or (), key=lambda move: (abs(move[0]) + abs(move[1]), move))
    return [_offset(segmentation, *move) for move in nearest[:MAX_OFFSETS]]


def _offset(segmentation: Segmentation, down: int, across: int) -> Target:
    corners = [
        np.stack([stack.tops + down, stack.lefts + across], axis=1)
        for stack in segmentation.stacks
    ]
    vertical, horizontal = (
        "down" if down >= 0 else "up",
        "right" if across >= 0 else "left",
    )
    words = f"the place {abs(down)} {vertical} and {abs(across)} {horizontal}"
    return Target(words, 1.6, corners)
