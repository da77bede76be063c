"""Parts and surroundings of a thing that can be painted: its border, its holes ...

Adding a region is adding one function: it gives one mask for each thing of a field.
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.things.directions import DIRECTIONS
from metamer.programs.things.field import OPPOSITE, STEPS, Field, shifted

Covers = Callable[[Field], np.ndarray]

REGIONS: dict[str, tuple[float, Covers]] = {}


def region(words: str, cost: float) -> Callable[[Covers], Covers]:
    """Keep a region under its words."""

    def keep(covers: Covers) -> Covers:
        REGIONS[words] = cost, covers
        return covers

    return keep


region("all of it", 0.3)(lambda field: field.masks)
region("its box", 0.9)(lambda field: field.boxes)
region("the gaps in its box", 0.7)(lambda field: field.boxes & ~field.masks)
region("the empty gaps in its box", 0.8)(
    lambda field: field.boxes & ~field.masks & field.empty
)
region("the covered cells of its box", 0.9)(
    lambda field: field.boxes & ~field.masks & field.scene.figure
)
region("the cells around it", 0.8)(lambda field: field.halo)
region("the empty cells around it", 0.9)(lambda field: field.halo & field.empty)
region("its cells of rarer colours", 0.8)(
    lambda field: field.masks & (field.grid != field.colours[:, None, None])
)


@region("its holes", 0.6)
def holes(field: Field) -> np.ndarray:
    return field.place([it.filled & ~it.mask for it in field.things])


@region("the empty cells of its holes", 0.8)
def empty_holes(field: Field) -> np.ndarray:
    return holes(field) & field.empty


def _inner(masks: np.ndarray, ways: tuple[int, ...]) -> np.ndarray:
    inner = masks.copy()
    for way in ways:
        inner &= shifted(masks, STEPS[way])
    return inner


@region("its inside", 0.6)
def interior(field: Field) -> np.ndarray:
    """What is left without its border, corners counted."""
    return _inner(field.masks, tuple(range(8)))


@region("its inside without bends", 0.7)
def core(field: Field) -> np.ndarray:
    return _inner(field.masks, (0, 1, 2, 3))


@region("its border", 0.7)
def border(field: Field) -> np.ndarray:
    return field.masks & ~interior(field)


@region("its border without bends", 0.9)
def rim(field: Field) -> np.ndarray:
    return field.masks & ~core(field)


@region("its outer border", 1.0)
def outer_border(field: Field) -> np.ndarray:
    """Border cells that are not on a hole."""
    filled = field.place([it.filled for it in field.things])
    return field.masks & ~_inner(filled, tuple(range(8)))


@region("the inner part of its box", 0.9)
def box_inside(field: Field) -> np.ndarray:
    return _inner(field.boxes, tuple(range(8)))


@region("the outline of its box", 0.7)
def box_outline(field: Field) -> np.ndarray:
    return field.boxes & ~box_inside(field)


@region("the frame around its box", 0.8)
def frame(field: Field) -> np.ndarray:
    grown = field.boxes.copy()
    for step in STEPS:
        grown |= shifted(field.boxes, step)
    return grown & ~field.boxes


@region("the corners of its box", 0.9)
def corners(field: Field) -> np.ndarray:
    return field.place([_corners(it.mask.shape) for it in field.things])


def _corners(shape: tuple[int, ...]) -> np.ndarray:
    found = np.zeros(shape, bool)
    found[[0, 0, -1, -1], [0, -1, 0, -1]] = True
    return found


@region("its ends", 0.9)
def ends(field: Field) -> np.ndarray:
    """Cells with at most one neighbour of its own, corners counted."""
    near = sum(shifted(field.masks, step).astype(int) for step in STEPS)
    return field.masks & (near <= 1)


@region("its middle", 0.7)
def middle(field: Field) -> np.ndarray:
    """The middle cell of its box, or two or four of them."""
    return _middle_rows(field) & _middle_columns(field)


def _middle_rows(field: Field) -> np.ndarray:
    rows = np.arange(field.grid.shape[0])
    ends = (field.tops + field.bottoms)[:, None]
    chosen = (rows >= ends // 2) & (rows <= (ends + 1) // 2)
    return np.broadcast_to(chosen[:, :, None], field.masks.shape)


def _middle_columns(field: Field) -> np.ndarray:
    columns = np.arange(field.grid.shape[1])
    ends = (field.lefts + field.rights)[:, None]
    chosen = (columns >= ends // 2) & (columns <= (ends + 1) // 2)
    return np.broadcast_to(chosen[:, None, :], field.masks.shape)


region("its middle row", 0.9)(lambda field: field.masks & _middle_rows(field))
region("its middle column", 0.9)(lambda field: field.masks & _middle_columns(field))
region("its middle row and column", 0.9)(
    lambda field: field.boxes & (_middle_rows(field) | _middle_columns(field))
)
region("the row through its middle", 1.0)(lambda field: _middle_rows(field))
region("the column through its middle", 1.0)(lambda field: _middle_columns(field))
region("the cross through its middle", 0.9)(
    lambda field: _middle_rows(field) | _middle_columns(field)
)
region("the empty cells of the cross through its middle", 1.0)(
    lambda field: (_middle_rows(field) | _middle_columns(field)) & field.empty
)
region("the rows it is in", 1.0)(
    lambda field: np.broadcast_to(field.masks.any(2, keepdims=True), field.masks.shape)
)
region("the columns it is in", 1.0)(
    lambda field: np.broadcast_to(field.masks.any(1, keepdims=True), field.masks.shape)
)
region("everything outside its box", 1.5)(lambda field: ~field.boxes)
region("everything but it", 1.5)(lambda field: ~field.masks)
region("everything outside it", 1.4)(
    lambda field: ~(field.masks | (between_rows(field) & between_columns(field)))
)

region("everything not between its cells", 1.4)(
    lambda field: ~(field.masks | between(field))
)


def _part(rows: Callable, columns: Callable) -> Covers:
    """Its cells in some rows and columns of its box, given how many there are."""

    def covers(field: Field) -> np.ndarray:
        parts = []
        for it in field.things:
            part = np.zeros(it.mask.shape, bool)
            chosen = rows(it.height), columns(it.width)
            part[chosen] = it.mask[chosen]
            parts.append(part)
        return field.place(parts)

    return covers


def _all(many: int) -> slice:
    return slice(None)


for _words, _rows, _columns in (
    ("its top row", lambda many: slice(0, 1), _all),
    ("its bottom row", lambda many: slice(many - 1, None), _all),
    ("its left column", _all, lambda many: slice(0, 1)),
    ("its right column", _all, lambda many: slice(many - 1, None)),
    ("its upper half", lambda many: slice(0, many // 2), _all),
    ("its lower half", lambda many: slice((many + 1) // 2, None), _all),
    ("its left half", _all, lambda many: slice(0, many // 2)),
    ("its right half", _all, lambda many: slice((many + 1) // 2, None)),
    ("all but its top and bottom rows", lambda many: slice(1, many - 1), _all),
    ("all but its left and right columns", _all, lambda many: slice(1, many - 1)),
):
    region(_words, 1.0)(_part(_rows, _columns))


@region("the covered cells between its own", 0.5)
def hidden(field: Field) -> np.ndarray:
    """Where something else lies between two of its cells, straight or diagonally."""
    found = np.zeros_like(field.masks)
    for way in (0, 2, 4, 5):
        found |= field.ray("figure", way) & field.ray("figure", OPPOSITE[way])
    return found


@region("the cells between its own", 0.7)
def between(field: Field) -> np.ndarray:
    """Whatever lies between two of its cells in a row or column."""
    return between_rows(field) | between_columns(field)


@region("the cells between its own in rows", 0.9)
def between_rows(field: Field) -> np.ndarray:
    return field.ray("all", 2) & field.ray("all", 3)


@region("the cells between its own in columns", 0.9)
def between_columns(field: Field) -> np.ndarray:
    return field.ray("all", 0) & field.ray("all", 1)


@region("the cells between its own on diagonals", 1.0)
def between_diagonals(field: Field) -> np.ndarray:
    falling = field.ray("all", 4) & field.ray("all", 7)
    return falling | (field.ray("all", 5) & field.ray("all", 6))


@region("the cells between its own, straight or diagonally", 0.9)
def between_all(field: Field) -> np.ndarray:
    return between(field) | between_diagonals(field)


@region("the single cells between its own", 0.8)
def single_gaps(field: Field) -> np.ndarray:
    """Cells that have two of its cells right beside them, on opposite sides."""
    found = np.zeros_like(field.masks)
    for way in (0, 2):
        one, two = STEPS[way], STEPS[OPPOSITE[way]]
        found |= shifted(field.masks, one) & shifted(field.masks, two)
    return found & ~field.masks


RAYS = {
    "all": "the rays {} to the edge",
    "empty": "the rays {} until something comes",
    "figure": "the rays {} over other things",
    "hits": "the rays {} that hit something",
    "meets": "the rays {} that hit its own colour",
    "trail": "its trail {} as far as it can go",
    "behind": "the empty cells on the way {} to the edge",
}
"""How far a ray goes, in the words of `Field.ray`."""


def rays(field: Field, over: str, ways: np.ndarray) -> np.ndarray:
    """The cells that each thing reaches in its ways ([thing, step])."""
    found = np.zeros_like(field.masks)
    for way in np.flatnonzero(ways.any(0)).tolist():
        found |= field.ray(over, way) & ways[:, way, None, None]
    return found


def _rays(over: str, points: Callable[[Field], np.ndarray]) -> Covers:
    return lambda field: rays(field, over, points(field))


for _direction, (_cost, _points) in DIRECTIONS.items():
    for _over, _said in RAYS.items():
        region(_said.format(_direction), 0.4 + _cost)(_rays(_over, _points))
