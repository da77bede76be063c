"""How a cell can lie to an object: in it, in its hole, above it, in its middle row ..."""

from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.cells.surroundings import (
    DIRECTIONS,
    Surroundings,
)
from metamer.paradigms.concepts.search.scene import Object

Relations = dict[str, tuple[float, np.ndarray]]
"""By words: what it costs, and [object, row, column] where it holds."""


class BoxSides(NamedTuple):
    """Rows and columns of a grid, and where the boxes of its objects begin and end."""

    rows: np.ndarray
    columns: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    left: np.ndarray
    right: np.ndarray


def relations(around: Surroundings, how: str) -> Relations:
    """Which cells lie in which relation to which objects."""
    objects = around.scene.objects(how)
    own = around.labels(how) == np.arange(len(objects))[:, None, None]
    sides = _sides(objects, around.shape)
    return {
        "in": (0.0, own),
        **_bands(sides),
        **_boxes(sides),
        **_parts(sides, own),
        **_around(objects, own, around.shape),
        **_seen(around, how, len(objects)),
    }


def _sides(objects: list[Object], shape: tuple[int, ...]) -> BoxSides:
    sides = [(obj.top, obj.bottom, obj.left, obj.right) for obj in objects]
    columns = np.array(sides, int).reshape(len(objects), 4).T[:, :, None]
    return BoxSides(np.arange(shape[0]), np.arange(shape[1]), *columns)


def _bands(sides: BoxSides) -> Relations:
    """Where cells lie beside the box of an object, near or far."""
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


def _boxes(sides: BoxSides) -> Relations:
    """Where cells lie in the box of an object, its own or not."""
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


def _parts(sides: BoxSides, own: np.ndarray) -> Relations:
    """Where in an object its own cells lie."""
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


def _around(
    objects: list[Object], own: np.ndarray, shape: tuple[int, int]
) -> Relations:
    holes = np.zeros_like(own)
    for number, obj in enumerate(objects):
        holes[number][obj.slices] = obj.filled & ~obj.mask
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
        "next to": (0.5, np.logical_or.reduce(sides) & ~own),
        "next to a side of": (0.5, cross & ~own),
        "in the inner part of": (0.5, own & inner),
        "in the outer part of": (0.5, own & ~inner),
        "in the inner part without corners of": (0.6, np.logical_and.reduce(sides)),
    }


def _seen(around: Surroundings, how: str, count: int) -> Relations:
    """What is first seen over background."""
    # A ray that meets nothing ends at -1, which is the last entry.
    labels = np.append(around.labels(how).ravel(), -1)
    numbers = np.arange(count)[:, None, None]
    rays = [labels[around.first_seen[way]] == numbers for way in range(8)]
    result: Relations = {
        seeing(name): (0.7, seen) for name, seen in zip(DIRECTIONS, rays, strict=True)
    }
    result["in sight of"] = (0.8, np.logical_or.reduce(rays[:4]))
    return result


def seeing(direction: str) -> str:
    """The words of the relation to what is first seen in a direction."""
    return f"looking {direction} at"
