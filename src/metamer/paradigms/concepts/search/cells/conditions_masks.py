"""Conditions on a cell and the cells of a mask: its row has some, they enclose it ...

Adding a condition is adding one function of a mask below. The mask is all that is not
background, then the cells of the cell's own colour, then those of every colour shown; `{}`
stands for it in the words.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.cells.surroundings import (
    AXES,
    DIRECTIONS,
    STEPS,
    anywhere,
    count_neighbours,
    enclosed,
    shift,
)
from metamer.paradigms.concepts.search.entries import Entries

OfMask = Callable[[np.ndarray], np.ndarray]
"""From a mask to where the condition holds."""

MASK_CONDITIONS: Entries[OfMask] = Entries("condition of masks")
of_mask = MASK_CONDITIONS.add


# --- its row and its column


@of_mask("its row has {}", 1.3)
def _row_has(mask: np.ndarray) -> np.ndarray:
    return mask.any(axis=1, keepdims=True) | np.zeros_like(mask)


@of_mask("its column has {}", 1.3)
def _column_has(mask: np.ndarray) -> np.ndarray:
    return _row_has(mask.T).T


@of_mask("its row or column has {}", 1.5)
def _line_has(mask: np.ndarray) -> np.ndarray:
    return _row_has(mask) | _column_has(mask)


@of_mask("its row is all {}", 1.3)
def _row_is(mask: np.ndarray) -> np.ndarray:
    return mask.all(axis=1, keepdims=True) | np.zeros_like(mask)


@of_mask("its column is all {}", 1.3)
def _column_is(mask: np.ndarray) -> np.ndarray:
    return _row_is(mask.T).T


@of_mask("its row or column is all {}", 1.4)
def _line_is(mask: np.ndarray) -> np.ndarray:
    return _row_is(mask) | _column_is(mask)


# --- what is around it

of_mask("it is enclosed by {}", 1.1)(partial(enclosed, corners=False))
of_mask("it is enclosed by {} without gaps at corners", 1.3)(
    partial(enclosed, corners=True)
)


def _touches(mask: np.ndarray, corners: bool, least: int) -> np.ndarray:
    return count_neighbours(mask, corners) >= least


of_mask("it touches {} at a side", 1.3)(partial(_touches, corners=False, least=1))
of_mask("it touches {}", 1.3)(partial(_touches, corners=True, least=1))
for _least in (2, 3, 4):
    of_mask(f"at least {_least} of its sides touch {{}}", 1.6)(
        partial(_touches, corners=False, least=_least)
    )
for _least in (2, 3, 4, 5, 6, 8):
    of_mask(f"at least {_least} of its neighbours are {{}}", 1.8)(
        partial(_touches, corners=True, least=_least)
    )


@of_mask("it lies in the box around all {}", 1.3)
def _in_box(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    inside = np.zeros_like(mask)
    if len(rows):
        inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return inside


# --- what lies in its directions


def _next(mask: np.ndarray, way: int) -> np.ndarray:
    down, across = STEPS[way].tolist()
    return shift(mask, -down, -across, False)


def _both_sides(mask: np.ndarray, axis: int) -> np.ndarray:
    return anywhere(mask, 2 * axis) & anywhere(mask, 2 * axis + 1)


def _in_line(mask: np.ndarray, axis: int) -> np.ndarray:
    """Cells of the mask that stand in a line of three or more of it."""
    inner = mask & _next(mask, 2 * axis) & _next(mask, 2 * axis + 1)
    return inner | _next(inner, 2 * axis) | _next(inner, 2 * axis + 1)


for _way, _name in enumerate(DIRECTIONS):
    of_mask(f"the next cell {_name} is {{}}", 1.5)(partial(_next, way=_way))
    of_mask(f"somewhere {_name} there is {{}}", 1.4)(partial(anywhere, way=_way))
for _axis, _name in enumerate(AXES):
    of_mask(f"it has {{}} on both sides {_name}", 1.3)(partial(_both_sides, axis=_axis))
    of_mask(f"it is in a line of three cells {_name} of {{}}", 1.4)(
        partial(_in_line, axis=_axis)
    )


def _sides(mask: np.ndarray, ways: range, least: int) -> np.ndarray:
    return np.sum([anywhere(mask, way) for way in ways], axis=0) >= least


of_mask("there is {} on at least three of its sides", 1.5)(
    partial(_sides, ways=range(4), least=3)
)
of_mask("there is {} on all four of its sides", 1.4)(
    partial(_sides, ways=range(4), least=4)
)
of_mask("it lies in line with {}, straight or diagonally", 1.6)(
    partial(_sides, ways=range(8), least=1)
)
of_mask("it lies diagonally in line with {}", 1.5)(
    partial(_sides, ways=range(4, 8), least=1)
)


@of_mask("it lies between {} in a straight line", 1.5)
def _straight(mask: np.ndarray) -> np.ndarray:
    return _both_sides(mask, 0) | _both_sides(mask, 1)
