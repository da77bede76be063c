"""What one colour hides of a symmetric picture."""

import numpy as np

from metamer.paradigms.concepts.search.scene import bounds
from metamer.paradigms.concepts.tasks import Grid

MIN_OVERLAP = 0.6
"""Which part of a grid, at least, has its mirror image in the grid."""


def complete(grid: Grid, hidden: np.ndarray) -> Grid | None:
    """The grid with its hidden cells filled by its mirror symmetries; None if some stay
    hidden."""
    filled, known = grid.copy(), ~hidden
    # Twice each: what one axis has filled can be mirrored by the other.
    for axis in (1, 0, 1, 0):
        _fill(filled, known, axis)
    if len(grid) == grid.shape[1] and not known.all():
        _copy(filled, known, filled.T.copy(), known.T.copy())
    return filled if known.all() else None


def hidden_part(grid: Grid, colour: int) -> Grid | None:
    """What would be seen in the box of one colour if it were taken away."""
    hidden = grid == colour
    filled = complete(grid, hidden) if hidden.any() else None
    return None if filled is None else filled[bounds(hidden)]


def _fill(made: np.ndarray, known: np.ndarray, axis: int) -> None:
    """Fill in place from the mirror image about the most central line that fits.

    A mirror line is the sum of the places that it mirrors onto each other.
    """
    length = made.shape[axis]
    sums = sorted(range(2 * length - 1), key=lambda total: abs(total - length + 1))
    for total in sums:
        places = total - np.arange(length)
        within = (places >= 0) & (places < length)
        # From the middle outwards, so that all further lines overlap even less.
        if within.mean() < MIN_OVERLAP:
            return
        sources = np.clip(places, 0, length - 1)
        shape = (1, -1) if axis else (-1, 1)
        there = np.take(known, sources, axis) & within.reshape(shape)
        if _copy(made, known, np.take(made, sources, axis), there):
            return


def _copy(
    made: np.ndarray, known: np.ndarray, image: np.ndarray, there: np.ndarray
) -> bool:
    """Fill in place from an image of itself, if nothing known contradicts it."""
    if (made != image)[known & there].any():
        return False
    gained = there & ~known
    made[gained] = image[gained]
    known |= there
    return True
