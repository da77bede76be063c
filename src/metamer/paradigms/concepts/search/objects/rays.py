"""Rays: the cells that an object reaches in its directions."""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.objects.directions import DIRECTIONS, Points
from metamer.paradigms.concepts.search.stack import Stack

RAYS = {
    "all": "the rays {} to the edge",
    "empty": "the rays {} until they meet something",
    "figure": "the rays {} over other objects",
    "hits": "the rays {} that hit something",
    "meets": "the rays {} that hit its own colour",
    "trail": "its trail {} as far as it can go",
    "behind": "the empty cells on the way {} to the edge",
}
"""How far a ray goes, as in `Stack.ray`, in words; `{}` stands for the direction."""


def rays(stack: Stack, over: str, directions: np.ndarray) -> np.ndarray:
    """The cells that each object reaches in its directions ([object, step])."""
    reached = np.zeros_like(stack.masks)
    for step in np.flatnonzero(directions.any(0)).tolist():
        reached |= stack.ray(over, step) & directions[:, step, None, None]
    return reached


def _in_direction(over: str, points: Points) -> Callable[[Stack], np.ndarray]:
    return lambda stack: rays(stack, over, points(stack))


RAY_AREAS: Entries[Callable[[Stack], np.ndarray]] = Entries("ray")
"""Every ray in every direction."""

for _direction in DIRECTIONS:
    for _over, _words in RAYS.items():
        RAY_AREAS.add(_words.format(_direction.words), 0.4 + _direction.cost)(
            _in_direction(_over, _direction.function)
        )
