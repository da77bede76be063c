"""How a cell can lie to a thing: in it, in its hole, above it, in its middle row ..."""

import numpy as np

from metamer.programs.cells.sight import DIRECTIONS, Sight
from metamer.programs.scene import How, Thing

Relations = dict[str, tuple[float, np.ndarray]]
"""By words, what it costs to say and [thing, row, column] where it holds."""


def relations(sight: Sight, how: How) -> Relations:
    """Which cells lie in which relation to which things."""
    things = sight.scene.things(how)
    own = sight.labels(how) == np.arange(len(things))[:, None, None]
    return {
        "in": (0.0, own),
        **_boxes(things, own, sight.shape),
        **_around(things, own, sight.shape),
        **_seen(sight, how, len(things)),
    }


def _boxes(things: list[Thing], own: np.ndarray, shape: tuple[int, int]) -> Relations:
    rows, columns = np.arange(shape[0]), np.arange(shape[1])
    top, bottom, left, right = (
        np.array([getattr(it, side) for it in things], int)[:, None]
        for side in ("top", "bottom", "left", "right")
    )
    tall, wide = (
        (rows >= top) & (rows <= bottom),
        (columns >= left) & (columns <= right),
    )
    box = _cross(tall, wide)
    middle_row = np.abs(2 * rows - top - bottom) <= 1
    middle_column = np.abs(2 * columns - left - right) <= 1
    frame = box & ~_cross(
        (rows > top) & (rows < bottom), (columns > left) & (columns < right)
    )
    everywhere = np.ones_like(box)
    return {
        "in the box of": (0.3, box),
        "on the outline of the box of": (0.5, frame),
        "in the rows of": (0.5, everywhere & tall[:, :, None]),
        "in the columns of": (0.5, everywhere & wide[:, None, :]),
        "in the rows or columns of": (0.7, tall[:, :, None] | wide[:, None, :]),
        "above": (0.5, everywhere & (rows < top)[:, :, None]),
        "below": (0.5, everywhere & (rows > bottom)[:, :, None]),
        "to the left of": (0.5, everywhere & (columns < left)[:, None, :]),
        "to the right of": (0.5, everywhere & (columns > right)[:, None, :]),
        "straight above": (0.6, _cross(rows < top, wide)),
        "straight below": (0.6, _cross(rows > bottom, wide)),
        "straight to the left of": (0.6, _cross(tall, columns < left)),
        "straight to the right of": (0.6, _cross(tall, columns > right)),
        "level with the middle of": (0.8, everywhere & middle_row[:, :, None]),
        "in line with the middle of": (0.8, everywhere & middle_column[:, None, :]),
        "in the middle row of": (0.6, box & middle_row[:, :, None]),
        "in the middle column of": (0.6, box & middle_column[:, None, :]),
        "in the centre of": (0.5, _cross(middle_row, middle_column)),
        "in the top row of": (0.5, own & (rows == top)[:, :, None]),
        "in the bottom row of": (0.5, own & (rows == bottom)[:, :, None]),
        "in the leftmost column of": (0.5, own & (columns == left)[:, None, :]),
        "in the rightmost column of": (0.5, own & (columns == right)[:, None, :]),
        "in the upper half of": (
            0.6,
            own & (2 * rows < top + bottom)[:, :, None],
        ),
        "in the left half of": (
            0.6,
            own & (2 * columns < left + right)[:, None, :],
        ),
        "in a corner of the box of": (
            0.6,
            _cross(
                (rows == top) | (rows == bottom), (columns == left) | (columns == right)
            ),
        ),
        "on a diagonal of the box of": (
            0.8,
            box & ((rows - top)[:, :, None] == (columns - left)[:, None, :]),
        ),
    }


def _cross(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    return rows[:, :, None] & columns[:, None, :]


def _around(things: list[Thing], own: np.ndarray, shape: tuple[int, int]) -> Relations:
    holes = np.zeros_like(own)
    for number, thing in enumerate(things):
        holes[number][thing.place] = thing.filled & ~thing.mask
    padded = np.pad(own, ((0, 0), (1, 1), (1, 1)))
    sides = [
        padded[:, 1 + down : 1 + down + shape[0], 1 + across : 1 + across + shape[1]]
        for down in (-1, 0, 1)
        for across in (-1, 0, 1)
    ]
    cross = np.logical_or.reduce([sides[side] for side in (1, 3, 5, 7)])
    inner = np.logical_and.reduce([sides[side] for side in (1, 3, 5, 7)])
    return {
        "in a hole of": (0.2, holes),
        "at": (0.5, np.logical_or.reduce(sides) & ~own),
        "at a side of": (0.5, cross & ~own),
        "in the inner part of": (0.5, own & inner),
        "in the outer part of": (0.5, own & ~inner),
        "in the inner part, corners too, of": (0.6, np.logical_and.reduce(sides)),
    }


def _seen(sight: Sight, how: How, many: int) -> Relations:
    """What a look over background meets first."""
    labels = np.append(sight.labels(how).ravel(), -1)
    numbers = np.arange(many)[:, None, None]
    looks = [labels[sight.met[way]] == numbers for way in range(8)]
    found: Relations = {
        f"looking {name} at": (0.7, look)
        for name, look in zip(DIRECTIONS, looks, strict=True)
    }
    found["looking some way at"] = (0.8, np.logical_or.reduce(looks[:4]))
    return found
