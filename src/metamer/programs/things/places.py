"""Places that a thing can go to: the edge, the middle, where another thing is ...

A place is the row and column of the upper left corner of the thing's box; `NOWHERE`
where there is none. Adding one is adding one function.
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.things.field import STEPS, Field, shifted, trail
from metamer.programs.things.references import NONE

NOWHERE = -99

Leads = Callable[[Field], np.ndarray]
"""[thing, (row, column)]"""
Relates = Callable[[Field, np.ndarray], np.ndarray]
"""The same for each of several references: [reference, thing, (row, column)], given the
number of another thing for each thing: [reference, thing]."""

PLACES: dict[str, tuple[float, Leads]] = {}
RELATIVE: dict[str, tuple[float, Relates]] = {}


def place(words: str, cost: float) -> Callable[[Leads], Leads]:
    """Keep a place under its words."""

    def keep(leads: Leads) -> Leads:
        PLACES[words] = cost, leads
        return leads

    return keep


def relative(words: str, cost: float) -> Callable[[Relates], Relates]:
    """Keep a place that is told by another thing; {} in its words stands for that."""

    def keep(relates: Relates) -> Relates:
        RELATIVE[words] = cost, relates
        return relates

    return keep


def _at(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    return np.stack(np.broadcast_arrays(rows, columns), axis=-1)


def _middle(space: np.ndarray | int, length: np.ndarray) -> np.ndarray:
    """Where something begins that lies in the middle of a space."""
    return (space - length) // 2


place("the middle of the grid", 0.6)(
    lambda field: _at(
        _middle(field.grid.shape[0], field.heights),
        _middle(field.grid.shape[1], field.widths),
    )
)
place("the middle of its columns", 0.9)(
    lambda field: _at(_middle(field.grid.shape[0], field.heights), field.lefts)
)
place("the middle of its rows", 0.9)(
    lambda field: _at(field.tops, _middle(field.grid.shape[1], field.widths))
)
place("its mirror image left and right", 0.8)(
    lambda field: _at(field.tops, field.grid.shape[1] - 1 - field.rights)
)
place("its mirror image above and below", 0.8)(
    lambda field: _at(field.grid.shape[0] - 1 - field.bottoms, field.lefts)
)
place("the opposite side through the middle", 0.9)(
    lambda field: _at(
        field.grid.shape[0] - 1 - field.bottoms, field.grid.shape[1] - 1 - field.rights
    )
)
place("its own place", 0.2)(lambda field: _at(field.tops, field.lefts))
place("its own middle, height for width", 0.6)(
    lambda field: _at(
        field.tops + _middle(field.heights, field.widths),
        field.lefts + _middle(field.widths, field.heights),
    )
)


def _stepped(gap: int, down: int, across: int) -> Leads:
    return lambda field: _at(
        field.tops + down * (field.heights + gap),
        field.lefts + across * (field.widths + gap),
    )


for _gap, _said in ((0, "right"), (1, "one cell away")):
    for (_down, _across), _side in zip(
        STEPS, ("above", "below", "left", "right", *("",) * 4), strict=True
    ):
        if _side:
            _words = f"the place {_said} beside it ({_side})"
            place(_words, 1.2 + 0.2 * _gap)(_stepped(_gap, _down, _across))

relative("the middle of {}", 0.5)(
    lambda field, others: _at(
        field.tops[others] + _middle(field.heights[others], field.heights),
        field.lefts[others] + _middle(field.widths[others], field.widths),
    )
)
relative("the middle row of {}", 0.8)(
    lambda field, others: _at(
        field.tops[others] + _middle(field.heights[others], field.heights), field.lefts
    )
)
relative("the middle column of {}", 0.8)(
    lambda field, others: _at(
        field.tops, field.lefts[others] + _middle(field.widths[others], field.widths)
    )
)
relative("the place of {}", 0.7)(
    lambda field, others: _at(field.tops[others], field.lefts[others])
)
relative("the bottom left of {}", 0.9)(
    lambda field, others: _at(
        field.bottoms[others] - field.heights + 1, field.lefts[others]
    )
)
relative("the top right of {}", 0.9)(
    lambda field, others: _at(
        field.tops[others], field.rights[others] - field.widths + 1
    )
)
relative("the bottom right of {}", 0.9)(
    lambda field, others: _at(
        field.bottoms[others] - field.heights + 1,
        field.rights[others] - field.widths + 1,
    )
)
relative("the first row of {}", 0.9)(
    lambda field, others: _at(field.tops[others], field.lefts)
)
relative("the last row of {}", 0.9)(
    lambda field, others: _at(field.bottoms[others] - field.heights + 1, field.lefts)
)
relative("the first column of {}", 0.9)(
    lambda field, others: _at(field.tops, field.lefts[others])
)
relative("the last column of {}", 0.9)(
    lambda field, others: _at(field.tops, field.rights[others] - field.widths + 1)
)
relative("the other side of {}, above or below", 0.7)(
    lambda field, others: _at(
        field.tops[others] + field.bottoms[others] - field.bottoms, field.lefts
    )
)
relative("the other side of {}, left or right", 0.7)(
    lambda field, others: _at(
        field.tops, field.lefts[others] + field.rights[others] - field.rights
    )
)
relative("the opposite side of {}", 0.8)(
    lambda field, others: _at(
        field.tops[others] + field.bottoms[others] - field.bottoms,
        field.lefts[others] + field.rights[others] - field.rights,
    )
)
relative("right above {}", 0.8)(
    lambda field, others: _at(field.tops[others] - field.heights, field.lefts)
)
relative("right below {}", 0.8)(
    lambda field, others: _at(field.bottoms[others] + 1, field.lefts)
)
relative("right of {}, touching", 0.8)(
    lambda field, others: _at(field.tops, field.rights[others] + 1)
)
relative("left of {}, touching", 0.8)(
    lambda field, others: _at(field.tops, field.lefts[others] - field.widths)
)
relative("above the middle of {}", 0.9)(
    lambda field, others: _at(
        field.tops[others] - field.heights,
        field.lefts[others] + _middle(field.widths[others], field.widths),
    )
)
relative("below the middle of {}", 0.9)(
    lambda field, others: _at(
        field.bottoms[others] + 1,
        field.lefts[others] + _middle(field.widths[others], field.widths),
    )
)
relative("right of the middle of {}", 0.9)(
    lambda field, others: _at(
        field.tops[others] + _middle(field.heights[others], field.heights),
        field.rights[others] + 1,
    )
)
relative("left of the middle of {}", 0.9)(
    lambda field, others: _at(
        field.tops[others] + _middle(field.heights[others], field.heights),
        field.lefts[others] - field.widths,
    )
)


def beyond(relates: Relates, field: Field, others: np.ndarray) -> np.ndarray:
    """Relative places, nowhere for things without another, and for that one itself."""
    alone = (others == NONE) | (others == np.arange(len(field)))
    return np.where(alone[..., None], NOWHERE, relates(field, others))


def slid(field: Field, ways: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Where things come to that go in their one way as far as `lengths` says.

    `ways` and `lengths` are [..., thing, step]; nowhere for things with several ways, and
    where a length is negative.
    """
    way = ways.argmax(-1)[..., None]
    length = np.take_along_axis(np.broadcast_to(lengths, ways.shape), way, -1)
    found = _at(field.tops, field.lefts) + np.array(STEPS)[way[..., 0]] * length
    known = (ways.sum(-1) == 1) & (length[..., 0] >= 0)
    return np.where(known[..., None], found, NOWHERE)


def to_edge(field: Field) -> np.ndarray:
    """How far each thing can go in each way before it leaves the grid."""
    height, width = field.grid.shape
    up, down = field.tops, height - 1 - field.bottoms
    left, right = field.lefts, width - 1 - field.rights
    far = [up, down, left, right]
    far += [np.minimum(a, b) for a in (up, down) for b in (left, right)]
    return np.stack(far, axis=1)


def to_contact(field: Field) -> np.ndarray:
    """How far each thing can go in each way while all others stay."""
    others = field.scene.figure & ~field.masks
    far = [trail(field.masks, others, step)[1] for step in STEPS]
    return np.stack(far, axis=1)


def to_other(field: Field, others: np.ndarray) -> np.ndarray:
    """How far each thing can go up, down, left, right before it meets its other one.

    -1 where it never does, and diagonally. Both lie apart in that direction.
    """
    known = np.where(others == NONE, 0, others)
    here = np.arange(len(field))
    columns, rows = _profiles(field.masks, 1), _profiles(field.masks, 2)
    far = [
        _meeting(first[one] - last[two])
        for first, last in (columns, rows)
        for one, two in ((here, known), (known, here))
    ]
    nowhere = np.full(others.shape, -1)
    return np.stack([*far, *[nowhere] * 4], axis=-1)


def _profiles(masks: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """The first and last cell of each thing in each column (or row)."""
    length = masks.shape[axis]
    first = masks.argmax(axis)
    last = length - 1 - np.flip(masks, axis).argmax(axis)
    there = masks.any(axis)
    return np.where(there, first, 999), np.where(there, last, -999)


def _meeting(gaps: np.ndarray) -> np.ndarray:
    least = gaps.min(-1, initial=999) - 1
    return np.where(least < 100, least, -1)


def fallen(field: Field, moving: np.ndarray) -> np.ndarray:
    """How far each moving thing goes up, down, left, right when all of them go that way
    until they meet the edge, what stays, or one another."""
    found = np.zeros((len(field), 8), int)
    front = field.tops, -field.bottoms, field.lefts, -field.rights
    still = field.scene.figure & ~field.masks[moving].any(0)
    for way in range(4):
        settled = still.copy()
        for number in np.argsort(front[way], kind="stable").tolist():
            if moving[number]:
                found[number, way] = _fall(settled, field.masks[number], way)
    return found


def _fall(settled: np.ndarray, mask: np.ndarray, way: int) -> int:
    """How far one thing falls; it is added to what has settled."""
    length, here = 0, mask
    while True:
        moved = shifted(here, STEPS[way])
        if moved.sum() != mask.sum() or (moved & settled).any():
            settled |= here
            return length
        length, here = length + 1, moved
