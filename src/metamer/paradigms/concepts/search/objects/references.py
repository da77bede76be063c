"""Another object by which one is described: the nearest, the one around it ...

Adding a reference is adding one function: it gives for each object of a stack the number
of the other one, or `NONE`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import within
from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.scene import Object
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.view import Segmentation

NONE = -1
"""Stands for no object, and for no colour."""
FAR = 9999
"""Farther than anything in a grid."""
MAX_SINGLES = 24
"""How many of the cheapest properties that one object has are tried as references."""

Refers = Callable[[Stack], np.ndarray]

REFERENCES: Entries[Refers] = Entries("reference")
reference = REFERENCES.add


class Reference(NamedTuple):
    """For every object of every scene the number of another one, or `NONE`."""

    words: str
    cost: float
    others: list[np.ndarray]


def references(segmentation: Segmentation) -> list[Reference]:
    """All references, each once, the cheapest first."""
    candidates = [
        Reference(entry.words, entry.cost, segmentation.each(entry.function))
        for entry in REFERENCES
    ]
    candidates += _singles(segmentation)
    distinct: dict[bytes, Reference] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.cost):
        if any(
            (others != NONE).any() for others in candidate.others[: segmentation.known]
        ):
            distinct.setdefault(np.concatenate(candidate.others).tobytes(), candidate)
    return list(distinct.values())


def _singles(segmentation: Segmentation) -> list[Reference]:
    """The object with a property that just one object of each demonstration has."""
    properties = segmentation.properties
    shown = properties.holds[: segmentation.known]
    alone = [
        place
        for place in range(len(properties))
        if all(holds[:, place].sum() == 1 for holds in shown)
    ]
    result = []
    for place in sorted(alone, key=lambda place: properties.costs[place])[:MAX_SINGLES]:
        others = [_single(holds[:, place]) for holds in properties.holds]
        words = f"the object {properties.each[place].words}"
        result.append(Reference(words, float(properties.costs[place]), others))
    return result


def _single(holds: np.ndarray) -> np.ndarray:
    single = int(holds.argmax()) if holds.sum() == 1 else NONE
    return np.full(len(holds), single)


def _only(candidates: list[list[int]]) -> np.ndarray:
    """The other object if there is just one, or else `NONE`."""
    return np.array(
        [others[0] if len(others) == 1 else NONE for others in candidates], int
    )


def _related(
    stack: Stack, related: Callable[[Object, Object], bool]
) -> list[list[int]]:
    return [
        [
            number
            for number, other in enumerate(stack.objects)
            if other is not one and related(one, other)
        ]
        for one in stack.objects
    ]


@reference("the only other object")
def only_other(stack: Stack) -> np.ndarray:
    return _only(_related(stack, lambda one, other: True))


@reference("the object it touches")
def touched(stack: Stack) -> np.ndarray:
    meet = (stack.halo[:, None] & stack.masks[None]).any((2, 3))
    return _only([np.flatnonzero(row).tolist() for row in meet])


@reference("the object around it")
def around(stack: Stack) -> np.ndarray:
    """The smallest of those whose box holds it."""
    boxes = _related(stack, within)
    area = stack.heights * stack.widths
    smallest = [min(outer, key=lambda k: area[k], default=NONE) for outer in boxes]
    return np.array(smallest, int)


@reference("the object inside it")
def inside(stack: Stack) -> np.ndarray:
    return _only(_related(stack, lambda one, other: within(other, one)))


@reference("the other object of its shape")
def same_shape(stack: Stack) -> np.ndarray:
    return _only(_related(stack, lambda one, other: one.shape_key == other.shape_key))


@reference("the other object of its colour")
def same_colour(stack: Stack) -> np.ndarray:
    return _only(_related(stack, lambda one, other: one.colour == other.colour))


@reference("the longest other object of its colour")
def longest_of_colour(stack: Stack) -> np.ndarray:
    return _closest(stack, np.where(_of_colour(stack), FAR - _lengths(stack), FAR))


@reference("the longest object of another colour")
def longest_of_another(stack: Stack) -> np.ndarray:
    return _closest(stack, np.where(_of_colour(stack), FAR, FAR - _lengths(stack)))


def _lengths(stack: Stack) -> np.ndarray:
    return np.maximum(stack.heights, stack.widths)


@reference("the nearest other object of its colour")
def nearest_of_colour(stack: Stack) -> np.ndarray:
    apart = _gaps(stack, True) + _gaps(stack, False)
    return _closest(stack, np.where(_of_colour(stack), apart, FAR))


def _of_colour(stack: Stack) -> np.ndarray:
    return stack.colours[:, None] == stack.colours


@reference("the nearest object")
def nearest(stack: Stack) -> np.ndarray:
    """By the gap between boxes; `NONE` if two are equally near."""
    return _closest(stack, _gaps(stack, True) + _gaps(stack, False))


@reference("the nearest object in its rows")
def in_rows(stack: Stack) -> np.ndarray:
    apart = np.where(_gaps(stack, True) > 0, FAR, _gaps(stack, False))
    return _closest(stack, apart)


@reference("the nearest object in its columns")
def in_columns(stack: Stack) -> np.ndarray:
    apart = np.where(_gaps(stack, False) > 0, FAR, _gaps(stack, True))
    return _closest(stack, apart)


def _gaps(stack: Stack, rows: bool) -> np.ndarray:
    """How many rows (or columns) lie between each two boxes."""
    first, last = (stack.tops, stack.bottoms) if rows else (stack.lefts, stack.rights)
    ahead = first[None, :] - last[:, None]
    return np.maximum(np.maximum(ahead, ahead.T), 0)


def _closest(stack: Stack, distance: np.ndarray) -> np.ndarray:
    """The other object at the smallest distance; `NONE` if there are several."""
    numbers = np.full(len(stack), NONE)
    for number, row in enumerate(distance):
        others = np.delete(row, number)
        least = others.min(initial=FAR)
        if least < FAR and (others == least).sum() == 1:
            numbers[number] = next(
                k for k in np.flatnonzero(row == least).tolist() if k != number
            )
    return numbers
