"""The flips and turns of an array, in words."""

from collections.abc import Callable

import numpy as np

Motion = Callable[[np.ndarray], np.ndarray]


def flip_about_other_diagonal(array: np.ndarray) -> np.ndarray:
    """The mirror image about the diagonal from the lower left to the upper right."""
    return array[::-1, ::-1].T


MOTIONS: dict[str, Motion] = {
    "flipped left to right": np.fliplr,
    "flipped upside down": np.flipud,
    "turned by 180 degrees": lambda array: array[::-1, ::-1],
    "turned by 90 degrees counter-clockwise": np.rot90,
    "turned by 90 degrees clockwise": lambda array: np.rot90(array, -1),
    "flipped about its diagonal": np.transpose,
    "flipped about its other diagonal": flip_about_other_diagonal,
}

FLIPS: tuple[Motion, ...] = (
    np.fliplr,
    np.flipud,
    np.transpose,
    flip_about_other_diagonal,
)
"""Those that mirror an array; each undoes itself."""


def all_motions(array: np.ndarray) -> list[np.ndarray]:
    """The eight flips and turns of an array, itself first."""
    turns = [np.rot90(array, k) for k in range(4)]
    return turns + [np.fliplr(turn) for turn in turns]
