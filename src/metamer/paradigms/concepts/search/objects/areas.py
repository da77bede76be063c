"""Parts and surroundings of an object that can be painted: its border, its holes ...

Adding an area is adding one function: it gives one mask for each object of a stack.
"""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.stack import OPPOSITE, STEPS, Stack, shift

Covers = Callable[[Stack], np.ndarray]

AREAS: Entries[Covers] = Entries("area")
area = AREAS.add

STRAIGHT, ALL = tuple(range(4)), tuple(range(8))
"""Numbers of `STEPS`: without and with the diagonals."""


@area("all of it", 0.3)
def whole(stack: Stack) -> np.ndarray:
    return stack.masks


area("its box", 0.9)(lambda stack: stack.boxes)
area("the gaps in its box", 0.7)(lambda stack: stack.boxes & ~stack.masks)
area("the empty gaps in its box", 0.8)(
    lambda stack: stack.boxes & ~stack.masks & stack.empty
)
area("the cells of others in its box", 0.9)(
    lambda stack: stack.boxes & ~stack.masks & stack.scene.figure
)
area("the cells around it", 0.8)(lambda stack: stack.halo)
area("the empty cells around it", 0.9)(lambda stack: stack.halo & stack.empty)
area("its cells of rarer colours", 0.8)(
    lambda stack: stack.masks & (stack.grid != stack.colours[:, None, None])
)


@area("its holes", 0.6)
def holes(stack: Stack) -> np.ndarray:
    return stack.place([obj.filled & ~obj.mask for obj in stack.objects])


@area("the empty cells of its holes", 0.8)
def empty_holes(stack: Stack) -> np.ndarray:
    return holes(stack) & stack.empty


def _inner(masks: np.ndarray, steps: tuple[int, ...]) -> np.ndarray:
    """The cells whose neighbours by some steps are in the mask, too."""
    inner = masks.copy()
    for step in steps:
        inner &= shift(masks, STEPS[step])
    return inner


@area("its inside", 0.6)
def interior(stack: Stack) -> np.ndarray:
    """Cells all of whose eight neighbours are its own."""
    return _inner(stack.masks, ALL)


@area("its inside, connected by sides", 0.7)
def core(stack: Stack) -> np.ndarray:
    """Cells all of whose four neighbours are its own."""
    return _inner(stack.masks, STRAIGHT)


@area("its border", 0.7)
def border(stack: Stack) -> np.ndarray:
    return stack.masks & ~interior(stack)


@area("its border, corners left out", 0.9)
def rim(stack: Stack) -> np.ndarray:
    return stack.masks & ~core(stack)


@area("its outer border", 1.0)
def outer_border(stack: Stack) -> np.ndarray:
    """Border cells that are not on a hole."""
    filled = stack.place([obj.filled for obj in stack.objects])
    return stack.masks & ~_inner(filled, ALL)


@area("the inner part of its box", 0.9)
def box_inside(stack: Stack) -> np.ndarray:
    return _inner(stack.boxes, ALL)


@area("the outline of its box", 0.7)
def box_outline(stack: Stack) -> np.ndarray:
    return stack.boxes & ~box_inside(stack)


@area("the frame around its box", 0.8)
def frame(stack: Stack) -> np.ndarray:
    grown = stack.boxes.copy()
    for step in STEPS:
        grown |= shift(stack.boxes, step)
    return grown & ~stack.boxes


@area("the corners of its box", 0.9)
def corners(stack: Stack) -> np.ndarray:
    return stack.place([_corners(obj.mask.shape) for obj in stack.objects])


def _corners(shape: tuple[int, ...]) -> np.ndarray:
    found = np.zeros(shape, bool)
    found[[0, 0, -1, -1], [0, -1, 0, -1]] = True
    return found


@area("its ends", 0.9)
def ends(stack: Stack) -> np.ndarray:
    """Cells with at most one neighbour of its own, corners counted."""
    neighbours = sum(shift(stack.masks, step).astype(int) for step in STEPS)
    return stack.masks & (neighbours <= 1)


@area("its middle", 0.7)
def middle(stack: Stack) -> np.ndarray:
    """The middle cell of its box, or two or four of them."""
    return _middle_rows(stack) & _middle_columns(stack)


def _middle_rows(stack: Stack) -> np.ndarray:
    rows = np.arange(stack.grid.shape[0])
    ends = (stack.tops + stack.bottoms)[:, None]
    chosen = (rows >= ends // 2) & (rows <= (ends + 1) // 2)
    return np.broadcast_to(chosen[:, :, None], stack.masks.shape)


def _middle_columns(stack: Stack) -> np.ndarray:
    columns = np.arange(stack.grid.shape[1])
    ends = (stack.lefts + stack.rights)[:, None]
    chosen = (columns >= ends // 2) & (columns <= (ends + 1) // 2)
    return np.broadcast_to(chosen[:, None, :], stack.masks.shape)


area("its middle row", 0.9)(lambda stack: stack.masks & _middle_rows(stack))
area("its middle column", 0.9)(lambda stack: stack.masks & _middle_columns(stack))
area("its middle row and column", 0.9)(
    lambda stack: stack.boxes & (_middle_rows(stack) | _middle_columns(stack))
)
area("the row through its middle", 1.0)(lambda stack: _middle_rows(stack))
area("the column through its middle", 1.0)(lambda stack: _middle_columns(stack))
area("the cross through its middle", 0.9)(
    lambda stack: _middle_rows(stack) | _middle_columns(stack)
)
area("the empty cells of the cross through its middle", 1.0)(
    lambda stack: (_middle_rows(stack) | _middle_columns(stack)) & stack.empty
)
area("the rows it is in", 1.0)(
    lambda stack: np.broadcast_to(stack.masks.any(2, keepdims=True), stack.masks.shape)
)
area("the columns it is in", 1.0)(
    lambda stack: np.broadcast_to(stack.masks.any(1, keepdims=True), stack.masks.shape)
)
area("everything outside its box", 1.5)(lambda stack: ~stack.boxes)
area("everything but it", 1.5)(lambda stack: ~stack.masks)


def _part(rows: Callable, columns: Callable) -> Covers:
    """Its cells in some rows and columns of its box, given how many there are."""

    def covers(stack: Stack) -> np.ndarray:
        parts = []
        for obj in stack.objects:
            part = np.zeros(obj.mask.shape, bool)
            chosen = rows(obj.height), columns(obj.width)
            part[chosen] = obj.mask[chosen]
            parts.append(part)
        return stack.place(parts)

    return covers


def _all(count: int) -> slice:
    return slice(None)


for _words, _rows, _columns in (
    ("its top row", lambda count: slice(0, 1), _all),
    ("its bottom row", lambda count: slice(count - 1, None), _all),
    ("its left column", _all, lambda count: slice(0, 1)),
    ("its right column", _all, lambda count: slice(count - 1, None)),
    ("its upper half", lambda count: slice(0, count // 2), _all),
    ("its lower half", lambda count: slice((count + 1) // 2, None), _all),
    ("its left half", _all, lambda count: slice(0, count // 2)),
    ("its right half", _all, lambda count: slice((count + 1) // 2, None)),
    ("all but its top and bottom rows", lambda count: slice(1, count - 1), _all),
    ("all but its left and right columns", _all, lambda count: slice(1, count - 1)),
):
    area(_words, 1.0)(_part(_rows, _columns))


@area("the cells of others between its own", 0.5)
def hidden(stack: Stack) -> np.ndarray:
    """Where something else lies between two of its cells, straight or diagonally."""
    found = np.zeros_like(stack.masks)
    for step in (0, 2, 4, 5):
        found |= stack.ray("figure", step) & stack.ray("figure", OPPOSITE[step])
    return found


@area("the cells between its own", 0.7)
def between(stack: Stack) -> np.ndarray:
    """Whatever lies between two of its cells in a row or column."""
    return between_rows(stack) | between_columns(stack)


@area("the cells between its own in rows", 0.9)
def between_rows(stack: Stack) -> np.ndarray:
    return stack.ray("all", 2) & stack.ray("all", 3)


@area("the cells between its own in columns", 0.9)
def between_columns(stack: Stack) -> np.ndarray:
    return stack.ray("all", 0) & stack.ray("all", 1)


@area("the cells between its own on diagonals", 1.0)
def between_diagonals(stack: Stack) -> np.ndarray:
    falling = stack.ray("all", 4) & stack.ray("all", 7)
    return falling | (stack.ray("all", 5) & stack.ray("all", 6))


@area("the cells between its own, straight or diagonally", 0.9)
def between_all(stack: Stack) -> np.ndarray:
    return between(stack) | between_diagonals(stack)


@area("the single cells between its own", 0.8)
def single_gaps(stack: Stack) -> np.ndarray:
    """Cells that have two of its cells right beside them, on opposite sides."""
    found = np.zeros_like(stack.masks)
    for step in (0, 2):
        one, two = STEPS[step], STEPS[OPPOSITE[step]]
        found |= shift(stack.masks, one) & shift(stack.masks, two)
    return found & ~stack.masks


area("everything outside it", 1.4)(
    lambda stack: ~(stack.masks | (between_rows(stack) & between_columns(stack)))
)
area("everything not between its cells", 1.4)(
    lambda stack: ~(stack.masks | between(stack))
)
