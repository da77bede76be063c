"""What one colour hides of a symmetric picture."""

import numpy as np

from metamer.programs.task import Grid

OVERLAP = 0.6
"""Which part of a grid, at least, has its mirror image in the grid."""


def mended(grid: Grid, hidden: np.ndarray) -> Grid | None:
    """The grid with its hidden cells filled by its mirror symmetries, if these do it."""
    made, known = grid.copy(), ~hidden
    for axis in (1, 0, 1, 0):
        _fill(made, known, axis)
    if len(grid) == grid.shape[1] and not known.all():
        _copy(made, known, made.T.copy(), known.T.copy())
    return made if known.all() else None


def under(grid: Grid, colour: int) -> Grid | None:
    """What would be seen in the box of one colour if it were taken away."""
    hidden = grid == colour
    made = mended(grid, hidden) if hidden.any() else None
    if made is None:
        return None
    rows, columns = np.flatnonzero(hidden.any(1)), np.flatnonzero(hidden.any(0))
    return made[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _fill(made: np.ndarray, known: np.ndarray, axis: int) -> None:
    """Fill in place from the mirror image about the most central line that fits."""
    length = made.shape[axis]
    sums = sorted(range(2 * length - 1), key=lambda it: abs(it - length + 1))
    for total in sums:
        places = total - np.arange(length)
        within = (places >= 0) & (places < length)
        if within.mean() < OVERLAP:
            return
        taken = np.clip(places, 0, length - 1)
        shape = (1, -1) if axis else (-1, 1)
        there = np.take(known, taken, axis) & within.reshape(shape)
        if _copy(made, known, np.take(made, taken, axis), there):
            return


def _copy(
    made: np.ndarray, known: np.ndarray, image: np.ndarray, there: np.ndarray
) -> bool:
    """Fill in place from an image of itself, if nothing known speaks against it."""
    if (made != image)[known & there].any():
        return False
    gained = there & ~known
    made[gained] = image[gained]
    known |= there
    return True
