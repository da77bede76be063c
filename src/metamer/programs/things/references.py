"""Another thing that a thing can be told by: the nearest, the one around it ...

Adding a reference is adding one function: it says of each thing of a field the number of
the other one, or `NONE`.
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.attributes import within
from metamer.programs.scene import Thing
from metamer.programs.things.field import Field

NONE = -1
FAR = 9999
"""Farther than anything in a grid."""

Refers = Callable[[Field], np.ndarray]

REFERENCES: dict[str, Refers] = {}


def reference(words: str) -> Callable[[Refers], Refers]:
    """Keep a reference under its words."""

    def keep(refers: Refers) -> Refers:
        REFERENCES[words] = refers
        return refers

    return keep


def _only(found: list[list[int]]) -> np.ndarray:
    """The other thing where there is just one, `NONE` elsewhere."""
    return np.array([it[0] if len(it) == 1 else NONE for it in found], int)


def _related(field: Field, related: Callable[[Thing, Thing], bool]) -> list[list[int]]:
    return [
        [
            number
            for number, other in enumerate(field.things)
            if other is not one and related(one, other)
        ]
        for one in field.things
    ]


@reference("the only other thing")
def only_other(field: Field) -> np.ndarray:
    return _only(_related(field, lambda one, other: True))


@reference("the thing it touches")
def touched(field: Field) -> np.ndarray:
    meet = (field.halo[:, None] & field.masks[None]).any((2, 3))
    return _only([np.flatnonzero(row).tolist() for row in meet])


@reference("the thing around it")
def around(field: Field) -> np.ndarray:
    """The smallest of those whose box holds it."""
    found = _related(field, within)
    area = field.heights * field.widths
    return np.array([min(it, key=lambda k: area[k], default=NONE) for it in found], int)


@reference("the thing inside it")
def inside(field: Field) -> np.ndarray:
    return _only(_related(field, lambda one, other: within(other, one)))


@reference("the other thing of its form")
def same_form(field: Field) -> np.ndarray:
    return _only(_related(field, lambda one, other: one.shape_key == other.shape_key))


@reference("the other thing of its colour")
def same_colour(field: Field) -> np.ndarray:
    return _only(_related(field, lambda one, other: one.colour == other.colour))


@reference("the longest other thing of its colour")
def longest_of_colour(field: Field) -> np.ndarray:
    return _closest(field, np.where(_of_colour(field), FAR - _lengths(field), FAR))


@reference("the longest thing of another colour")
def longest_of_another(field: Field) -> np.ndarray:
    return _closest(field, np.where(_of_colour(field), FAR, FAR - _lengths(field)))


def _lengths(field: Field) -> np.ndarray:
    return np.maximum(field.heights, field.widths)


@reference("the nearest other thing of its colour")
def nearest_of_colour(field: Field) -> np.ndarray:
    apart = _gaps(field, True) + _gaps(field, False)
    return _closest(field, np.where(_of_colour(field), apart, FAR))


def _of_colour(field: Field) -> np.ndarray:
    return field.colours[:, None] == field.colours


@reference("the nearest thing")
def nearest(field: Field) -> np.ndarray:
    """By the gap between boxes; `NONE` where two are equally near."""
    return _closest(field, _gaps(field, True) + _gaps(field, False))


@reference("the nearest thing in its rows")
def in_rows(field: Field) -> np.ndarray:
    apart = np.where(_gaps(field, True) > 0, FAR, _gaps(field, False))
    return _closest(field, apart)


@reference("the nearest thing in its columns")
def in_columns(field: Field) -> np.ndarray:
    apart = np.where(_gaps(field, False) > 0, FAR, _gaps(field, True))
    return _closest(field, apart)


def _gaps(field: Field, rows: bool) -> np.ndarray:
    """How many rows (or columns) lie between each two boxes."""
    first, last = (field.tops, field.bottoms) if rows else (field.lefts, field.rights)
    ahead = first[None, :] - last[:, None]
    return np.maximum(np.maximum(ahead, ahead.T), 0)


def _closest(field: Field, distance: np.ndarray) -> np.ndarray:
    found = np.full(len(field), NONE)
    for number, row in enumerate(distance):
        others = np.delete(row, number)
        least = others.min(initial=FAR)
        if least < FAR and (others == least).sum() == 1:
            found[number] = next(
                k for k in np.flatnonzero(row == least).tolist() if k != number
            )
    return found
