"""How a cell can lie to a thing: in it, in its hole, above it, in its middle row ..."""

from typing import NamedTuple

import numpy as np

from metamer.programs.cells.sight import DIRECTIONS, Sight
from metamer.programs.scene import How, Thing

Relations = dict[str, tuple[float, np.ndarray]]
"""By words, what it costs to say and [thing, row, column] where it holds."""


class Sides(NamedTuple):
    """Rows and columns of a grid, and where the boxes of its things begin and end."""

    rows: np.ndarray
    columns: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    left: np.ndarray
    right: np.ndarray


def relations(sight: Sight, how: How) -> Relations:
    """Which cells lie in which relation to which things."""
    things = sight.scene.things(how)
    own = sight.labels(how) == np.arange(len(things))[:, None, None]
    sides = _sides(things, sight.shape)
    return {
        "in": (0.0, own),
        **_bands(sides),
        **_boxes(sides),
        **_parts(sides, own),
        **_around(things, own, sight.shape),
        **_seen(sight, how, len(things)),
    }


def _sides(things: list[Thing], shape: tuple[int, ...]) -> Sides:
    at = [
        np.array([getattr(it, side) for it in things], int)[:, None]
        for side in ("top", "bottom", "left", "right")
    ]
    return Sides(np.arange(shape[0]), np.arange(shape[1]), *at)


def _bands(sides: Sides) -> Relations:
    """Where cells lie beside the box of a thing, near or far."""
    rows, columns, top, bottom, left, right = sides
    tall = (rows >= top) & (rows <= bottom)
    wide = (columns >= left) & (columns <= right)
    high, low = rows < top, rows > bottom
    before, after = columns < left, columns > right
    all_rows, all_columns = np.ones_like(tall), np.ones_like(wide)
    middle_row, middle_column = (
        _middle(rows, top, bottom),
        _middle(columns, left, right),
    )
    return {
        "in the rows of": (0.5, _cross(tall, all_columns)),
        "in the columns of": (0.5, _cross(all_rows, wide)),
        "in the rows or columns of": (0.7, tall[:, :, None] | wide[:, None, :]),
        "above": (0.5, _cross(high, all_columns)),
        "below": (0.5, _cross(low, all_columns)),
        "to the left of": (0.5, _cross(all_rows, before)),
        "to the right of": (0.5, _cross(all_rows, after)),
        "straight above": (0.6, _cross(high, wide)),
        "straight below": (0.6, _cross(low, wide)),
        "straight to the left of": (0.6, _cross(tall, before)),
        "straight to the right of": (0.6, _cross(tall, after)),
        "level with the middle of": (
            0.8,
            _cross(middle_row, all_columns),
        ),
        "in line with the middle of": (
            0.8,
            _cross(all_rows, middle_column),
        ),
    }


def _boxes(sides: Sides) -> Relations:
    """Where cells lie in the box of a thing, its own or not."""
    rows, columns, top, bottom, left, right = sides
    tall = (rows >= top) & (rows <= bottom)
    wide = (columns >= left) & (columns <= right)
    first_or_last = (rows == top) | (rows == bottom)
    at_an_end = (columns == left) | (columns == right)
    middle_row, middle_column = (
        _middle(rows, top, bottom),
        _middle(columns, left, right),
    )
    diagonal = (rows - top)[:, :, None] == (columns - left)[:, None, :]
    return {
        "in the box of": (0.3, _cross(tall, wide)),
        "on the outline of the box of": (
            0.5,
            _cross(first_or_last, wide) | _cross(tall, at_an_end),
        ),
        "in the middle row of": (0.6, _cross(middle_row, wide)),
        "in the middle column of": (0.6, _cross(tall, middle_column)),
        "in the centre of": (0.5, _cross(middle_row, middle_column)),
        "in a corner of the box of": (0.6, _cross(first_or_last, at_an_end)),
        "on a diagonal of the box of": (0.8, _cross(tall, wide) & diagonal),
    }


def _parts(sides: Sides, own: np.ndarray) -> Relations:
    """Where in a thing its own cells lie."""
    rows, columns, top, bottom, left, right = sides
    return {
        "in the top row of": (0.5, own & (rows == top)[:, :, None]),
        "in the bottom row of": (0.5, own & (rows == bottom)[:, :, None]),
        "in the leftmost column of": (0.5, own & (columns == left)[:, None, :]),
        "in the rightmost column of": (0.5, own & (columns == right)[:, None, :]),
        "in the upper half of": (0.6, own & (2 * rows < top + bottom)[:, :, None]),
        "in the left half of": (0.6, own & (2 * columns < left + right)[:, None, :]),
    }


def _middle(places: np.ndarray, first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """The middle one, or the middle two, of the places from first to last."""
    return np.abs(2 * places - first - last) <= 1


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
