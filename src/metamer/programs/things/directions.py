"""Directions that a thing can go: up, along its longer side, towards another thing ...

Adding one is adding one function: it says of each thing of a field which of the eight
`STEPS` it means (several for rays that go both ways).
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.things.field import STEPS, Field
from metamer.programs.things.references import NONE

Points = Callable[[Field], np.ndarray]

DIRECTIONS: dict[str, tuple[float, Points]] = {}


def direction(words: str, cost: float) -> Callable[[Points], Points]:
    """Keep a direction under its words."""

    def keep(points: Points) -> Points:
        DIRECTIONS[words] = cost, points
        return points

    return keep


def _always(*ways: int) -> Points:
    chosen = np.isin(np.arange(8), ways)

    def points(field: Field) -> np.ndarray:
        return np.tile(chosen, (len(field), 1))

    return points


for _words, _cost, _ways in (
    ("in all four directions", 0.6, (0, 1, 2, 3)),
    ("to the left and right", 0.7, (2, 3)),
    ("up and down", 0.7, (0, 1)),
    ("up", 1.0, (0,)),
    ("down", 1.0, (1,)),
    ("to the left", 1.0, (2,)),
    ("to the right", 1.0, (3,)),
    ("in all eight directions", 0.8, tuple(range(8))),
    ("diagonally", 0.8, (4, 5, 6, 7)),
    ("diagonally down to the right and back", 1.2, (4, 7)),
    ("diagonally down to the left and back", 1.2, (5, 6)),
    ("up to the left", 1.4, (4,)),
    ("up to the right", 1.4, (5,)),
    ("down to the left", 1.4, (6,)),
    ("down to the right", 1.4, (7,)),
):
    direction(_words, _cost)(_always(*_ways))


@direction("along its longer side", 0.8)
def lengthwise(field: Field) -> np.ndarray:
    """Both ways along it; diagonally for a thing that is a diagonal line."""
    wide, tall = field.widths > field.heights, field.heights > field.widths
    falling, rising = (
        np.array([_is_diagonal(it.mask[:, ::step]) for it in field.things], bool)
        for step in (1, -1)
    )
    columns = [tall, tall, wide, wide, falling, rising, rising, falling]
    return np.stack(columns, axis=1)


def _is_diagonal(mask: np.ndarray) -> bool:
    return len(mask) > 1 and np.array_equal(mask, np.eye(len(mask), dtype=bool))


@direction("across its longer side", 1.0)
def crosswise(field: Field) -> np.ndarray:
    wide, tall = field.widths > field.heights, field.heights > field.widths
    no = np.zeros(len(field), bool)
    return np.stack([wide, wide, tall, tall, no, no, no, no], axis=1)


@direction("towards the edge that is nearest", 1.0)
def outwards(field: Field) -> np.ndarray:
    return _nearest_edge(field, (0, 1, 2, 3))


@direction("towards the nearer of the left and right edges", 1.2)
def sidewards(field: Field) -> np.ndarray:
    return _nearest_edge(field, (2, 3))


@direction("towards the nearer of the upper and lower edges", 1.2)
def endwards(field: Field) -> np.ndarray:
    return _nearest_edge(field, (0, 1))


def _nearest_edge(field: Field, ways: tuple[int, ...]) -> np.ndarray:
    height, width = field.grid.shape
    gaps = np.full((len(field), 8), 99)
    far = [
        field.tops,
        height - 1 - field.bottoms,
        field.lefts,
        width - 1 - field.rights,
    ]
    for way in ways:
        gaps[:, way] = far[way]
    least = gaps == gaps.min(1, keepdims=True, initial=99)
    return least & (least.sum(1, keepdims=True) == 1)


@direction("to the side where its odd cells are", 1.0)
def pointed(field: Field) -> np.ndarray:
    """From the middle of a thing to that of its cells of rarer colours."""
    odd = field.masks & (field.grid != field.colours[:, None, None])
    rows, columns = _middle(odd)
    return _signs(
        2 * rows - field.tops - field.bottoms, 2 * columns - field.lefts - field.rights
    )


def _middle(masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean row and column of each mask; NaN for an empty one."""
    many = masks.sum((1, 2)).astype(float)
    many[many == 0] = np.nan
    rows, columns = np.arange(masks.shape[1]), np.arange(masks.shape[2])
    return masks.sum(2) @ rows / many, masks.sum(1) @ columns / many


def _signs(down: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Which of the eight steps goes the way of a vector; none for no vector."""
    signs = np.stack([np.sign(down), np.sign(across)], axis=-1)
    return (signs[..., None, :] == np.array(STEPS)).all(-1)


def towards(field: Field, others: np.ndarray, away: bool) -> np.ndarray:
    """The side on which another thing lies: straight where rows or columns are shared.

    `away` is the other way round.
    """
    known = others != NONE
    ahead = field.tops[others] - field.bottoms, field.tops - field.bottoms[others]
    beside = field.lefts[others] - field.rights, field.lefts - field.rights[others]
    down = np.where(ahead[0] > 0, 1, np.where(ahead[1] > 0, -1, 0))
    across = np.where(beside[0] > 0, 1, np.where(beside[1] > 0, -1, 0))
    sign = -1 if away else 1
    return _signs(sign * down, sign * across) & known[..., None]
