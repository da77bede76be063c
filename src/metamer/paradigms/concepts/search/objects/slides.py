"""How far objects can go in a direction, and where they come to."""

import numpy as np

from metamer.paradigms.concepts.search.objects.places import NOWHERE, at
from metamer.paradigms.concepts.search.objects.references import NONE
from metamer.paradigms.concepts.search.stack import STEPS, Stack, shift, trail
from metamer.paradigms.concepts.tasks import LARGEST

NEVER = -1
"""The distance to something that is never met."""
FAR = 999
"""Beyond both ends of every line of cells."""


def slide(stack: Stack, directions: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Where objects come to that go in their one direction as far as `lengths` says.

    Both are [..., object, step]. Objects with several directions, or with a negative
    length, come to `NOWHERE`.
    """
    step = directions.argmax(-1)[..., None]
    length = np.take_along_axis(np.broadcast_to(lengths, directions.shape), step, -1)
    places = at(stack.tops, stack.lefts) + np.array(STEPS)[step[..., 0]] * length
    known = (directions.sum(-1) == 1) & (length[..., 0] >= 0)
    return np.where(known[..., None], places, NOWHERE)


def to_edge(stack: Stack) -> np.ndarray:
    """How far each object can go by each step before it leaves the grid."""
    height, width = stack.grid.shape
    up, down = stack.tops, height - 1 - stack.bottoms
    left, right = stack.lefts, width - 1 - stack.rights
    distances = [up, down, left, right]
    distances += [np.minimum(a, b) for a in (up, down) for b in (left, right)]
    return np.stack(distances, axis=1)


def to_contact(stack: Stack) -> np.ndarray:
    """How far each object can go by each step while all others stay."""
    others = stack.scene.figure & ~stack.masks
    distances = [trail(stack.masks, others, step)[1] for step in STEPS]
    return np.stack(distances, axis=1)


def to_other(stack: Stack, others: np.ndarray) -> np.ndarray:
    """How far each object can go up, down, left, right before it meets its other one.

    `NEVER` if it does not meet it, and for diagonal steps.
    """
    # Any number will do for an object without another: it has no direction to go in.
    known = np.where(others == NONE, 0, others)
    here = np.arange(len(stack))
    columns, rows = _profiles(stack.masks, 1), _profiles(stack.masks, 2)
    distances = [
        _until_contact(first[one] - last[two])
        for first, last in (columns, rows)
        for one, two in ((here, known), (known, here))
    ]
    diagonal = np.full(others.shape, NEVER)
    return np.stack([*distances, *[diagonal] * 4], axis=-1)


def _profiles(masks: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """The first and last cell of each object in each column (or row)."""
    length = masks.shape[axis]
    first = masks.argmax(axis)
    last = length - 1 - np.flip(masks, axis).argmax(axis)
    there = masks.any(axis)
    # So that lines in which one of two objects has no cell are never the nearest.
    return np.where(there, first, FAR), np.where(there, last, -FAR)


def _until_contact(gaps: np.ndarray) -> np.ndarray:
    """The free cells in the line in which two objects are nearest to each other."""
    least = gaps.min(-1, initial=FAR) - 1
    return np.where(least < LARGEST, least, NEVER)


def fall(stack: Stack, moving: np.ndarray) -> np.ndarray:
    """How far each moving object goes up, down, left, right when all of them go that way
    until they meet the edge, what stays, or one another."""
    lengths = np.zeros((len(stack), 8), int)
    front = stack.tops, -stack.bottoms, stack.lefts, -stack.rights
    still = stack.scene.figure & ~stack.masks[moving].any(0)
    for step in range(4):
        settled = still.copy()
        # The foremost objects go first, so that those behind come to rest on them.
        for number in np.argsort(front[step], kind="stable").tolist():
            if moving[number]:
                lengths[number, step] = _fall(settled, stack.masks[number], step)
    return lengths


def _fall(settled: np.ndarray, mask: np.ndarray, step: int) -> int:
    """How far one object falls; it is added to what has settled."""
    length, here = 0, mask
    while True:
        moved = shift(here, STEPS[step])
        if moved.sum() != mask.sum() or (moved & settled).any():
            settled |= here
            return length
        length, here = length + 1, moved
