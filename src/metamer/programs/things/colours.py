"""Colours that a thing can be told to take: its own, the one around it ...

Adding one is adding one function: it says a colour of each thing of a field, or `NONE`.
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.things.field import Field
from metamer.programs.things.references import NONE

Tells = Callable[[Field], np.ndarray]

COLOURINGS: dict[str, tuple[float, Tells]] = {}


def colouring(words: str, cost: float) -> Callable[[Tells], Tells]:
    """Keep a colour expression under its words."""

    def keep(tells: Tells) -> Tells:
        COLOURINGS[words] = cost, tells
        return tells

    return keep


def _counts(field: Field, where: np.ndarray) -> np.ndarray:
    """How often each colour occurs in each mask: [thing, colour]."""
    return np.stack(
        [(where & (field.grid == colour)).sum((1, 2)) for colour in range(10)], axis=1
    )


def _most(counts: np.ndarray) -> np.ndarray:
    return np.where(counts.any(1), counts.argmax(1), NONE)


@colouring("the background colour", 0.5)
def background(field: Field) -> np.ndarray:
    return np.full(len(field), field.scene.background)


@colouring("its colour", 0.5)
def own(field: Field) -> np.ndarray:
    return field.colours


@colouring("its rarest colour", 1.0)
def rarest(field: Field) -> np.ndarray:
    """Of a thing with several colours, the one of the fewest cells."""
    counts = _counts(field, field.masks)
    several = (counts > 0).sum(1) > 1
    return np.where(several, np.where(counts, counts, 9999).argmin(1), NONE)


@colouring("the colour around it", 0.8)
def surrounding(field: Field) -> np.ndarray:
    return _most(_counts(field, field.halo))


@colouring("the colour of things around it", 1.0)
def surrounding_things(field: Field) -> np.ndarray:
    return _most(_counts(field, field.halo & field.scene.figure))


@colouring("the colour in its box that is not its own", 1.0)
def boxed(field: Field) -> np.ndarray:
    return _most(_counts(field, field.boxes & ~field.masks & field.scene.figure))


@colouring("the colour that most other things have", 1.0)
def usual(field: Field) -> np.ndarray:
    colours = field.colours
    found = [
        np.bincount(np.delete(colours, k), minlength=10) for k in range(len(field))
    ]
    return np.array([it.argmax() if it.any() else NONE for it in found], int)


@colouring("the only other colour of the grid", 1.0)
def other_colour(field: Field) -> np.ndarray:
    there = np.bincount(field.grid[field.scene.figure], minlength=10) > 0
    rest = np.tile(there, (len(field), 1))
    rest[np.arange(len(field)), field.colours] = False
    return np.where(rest.sum(1) == 1, rest.argmax(1), NONE)
