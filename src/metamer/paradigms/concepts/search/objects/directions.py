"""Directions in which an object can go: up, along its longer side, towards another ...

Adding one is adding one function: it gives for each object of a stack which of the eight
`STEPS` it means (several for rays that go both ways).
"""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.objects.references import NONE
from metamer.paradigms.concepts.search.stack import STEPS, Stack

Points = Callable[[Stack], np.ndarray]

DIRECTIONS: Entries[Points] = Entries("direction")
direction = DIRECTIONS.add

FAR = 99
"""Farther from an edge than any object."""


def _always(*steps: int) -> Points:
    chosen = np.isin(np.arange(8), steps)

    def points(stack: Stack) -> np.ndarray:
        return np.tile(chosen, (len(stack), 1))

    return points


for _words, _cost, _steps in (
    ("in all four directions", 0.6, (0, 1, 2, 3)),
    ("to the left and right", 0.7, (2, 3)),
    ("up and down", 0.7, (0, 1)),
    ("up", 1.0, (0,)),
    ("down", 1.0, (1,)),
    ("to the left", 1.0, (2,)),
    ("to the right", 1.0, (3,)),
    ("in all eight directions", 0.8, tuple(range(8))),
    ("diagonally", 0.8, (4, 5, 6, 7)),
    ("along the falling diagonal", 1.2, (4, 7)),
    ("along the rising diagonal", 1.2, (5, 6)),
    ("up and left", 1.4, (4,)),
    ("up and right", 1.4, (5,)),
    ("down and left", 1.4, (6,)),
    ("down and right", 1.4, (7,)),
):
    direction(_words, _cost)(_always(*_steps))


@direction("along its longer side", 0.8)
def lengthwise(stack: Stack) -> np.ndarray:
    """Both ways along it; diagonally for an object that is a diagonal line."""
    wide, tall = stack.widths > stack.heights, stack.heights > stack.widths
    falling, rising = (
        np.array([_is_diagonal(obj.mask[:, ::step]) for obj in stack.objects], bool)
        for step in (1, -1)
    )
    columns = [tall, tall, wide, wide, falling, rising, rising, falling]
    return np.stack(columns, axis=1)


def _is_diagonal(mask: np.ndarray) -> bool:
    return len(mask) > 1 and np.array_equal(mask, np.eye(len(mask), dtype=bool))


@direction("across its longer side", 1.0)
def crosswise(stack: Stack) -> np.ndarray:
    wide, tall = stack.widths > stack.heights, stack.heights > stack.widths
    no = np.zeros(len(stack), bool)
    return np.stack([wide, wide, tall, tall, no, no, no, no], axis=1)


@direction("towards the nearest edge", 1.0)
def to_nearest_edge(stack: Stack) -> np.ndarray:
    return _nearest_edge(stack, (0, 1, 2, 3))


@direction("towards the nearer of the left and right edges", 1.2)
def to_nearest_side(stack: Stack) -> np.ndarray:
    return _nearest_edge(stack, (2, 3))


@direction("towards the nearer of the top and bottom edges", 1.2)
def to_nearest_end(stack: Stack) -> np.ndarray:
    return _nearest_edge(stack, (0, 1))


def _nearest_edge(stack: Stack, steps: tuple[int, ...]) -> np.ndarray:
    """The one of some steps to the nearest edge; none if two edges are equally near."""
    height, width = stack.grid.shape
    distances = np.full((len(stack), 8), FAR)
    to_edges = [
        stack.tops,
        height - 1 - stack.bottoms,
        stack.lefts,
        width - 1 - stack.rights,
    ]
    for step in steps:
        distances[:, step] = to_edges[step]
    least = distances == distances.min(1, keepdims=True, initial=FAR)
    return least & (least.sum(1, keepdims=True) == 1)


@direction("to the side of its odd cells", 1.0)
def to_odd_cells(stack: Stack) -> np.ndarray:
    """From the middle of an object to that of its cells of rarer colours."""
    odd = stack.masks & (stack.grid != stack.colours[:, None, None])
    rows, columns = _middle(odd)
    return _steps_of(
        2 * rows - stack.tops - stack.bottoms, 2 * columns - stack.lefts - stack.rights
    )


def _middle(masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean row and column of each mask; NaN for an empty one."""
    sizes = masks.sum((1, 2)).astype(float)
    sizes[sizes == 0] = np.nan
    rows, columns = np.arange(masks.shape[1]), np.arange(masks.shape[2])
    return masks.sum(2) @ rows / sizes, masks.sum(1) @ columns / sizes


def _steps_of(down: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Which of the eight steps has the signs of a vector; none if it is zero."""
    signs = np.stack([np.sign(down), np.sign(across)], axis=-1)
    return (signs[..., None, :] == np.array(STEPS)).all(-1)


def towards(stack: Stack, others: np.ndarray, away: bool) -> np.ndarray:
    """The direction in which another object lies: straight if rows or columns are shared.

    `away` gives the opposite direction.
    """
    known = others != NONE
    below = stack.tops[others] - stack.bottoms
    above = stack.tops - stack.bottoms[others]
    right = stack.lefts[others] - stack.rights
    left = stack.lefts - stack.rights[others]
    down = np.where(below > 0, 1, np.where(above > 0, -1, 0))
    across = np.where(right > 0, 1, np.where(left > 0, -1, 0))
    sign = -1 if away else 1
    return _steps_of(sign * down, sign * across) & known[..., None]
