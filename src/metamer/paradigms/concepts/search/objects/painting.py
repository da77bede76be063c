"""Acts that paint a part or the surroundings of an object in one colour."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.objects.acts import (
    Act,
    ObjectLayers,
    changes,
    own_cells,
    sets_of,
    without_erasing,
)
from metamer.paradigms.concepts.search.objects.areas import AREAS, whole
from metamer.paradigms.concepts.search.objects.colours import (
    Colouring,
    colourings,
    lookup_values,
    lookups,
)
from metamer.paradigms.concepts.search.objects.directions import towards
from metamer.paradigms.concepts.search.objects.rays import RAY_AREAS, RAYS, rays
from metamer.paradigms.concepts.search.objects.references import NONE, Reference
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.view import Segmentation

MAX_TARGETS = 12
"""How many of the cheapest references are tried as what a ray goes to."""
UNLIKELY = 0.8
"""What it costs to paint a ray in a colour that is neither the object's nor a constant."""
MIXED = -2
"""Stands for cells that do not all have one colour."""
NO_COLOUR = 99
"""Above all colours: the lowest colour of no cells."""


class Area(NamedTuple):
    """Masks for every object of every scene."""

    words: str
    cost: float
    masks: list[np.ndarray]
    form: str
    """`whole` for all cells of the object, `ray`, or `part`."""

    def cost_in(self, colouring: Colouring) -> float:
        """What it costs to paint it; rays are seldom painted in another's colour."""
        unlikely = self.form == "ray" and colouring.source not in ("own", "constant")
        return self.cost + colouring.cost + UNLIKELY * unlikely


def paintings(segmentation: Segmentation, references: list[Reference]) -> Iterator[Act]:
    """Every area painted in every colour that is right for some object."""
    known = colourings(segmentation, references)
    colours = np.array(
        [np.concatenate(one.colours[: segmentation.known]) for one in known]
    )
    values = lookup_values(segmentation)
    for area in areas(segmentation, references):
        pairs = zip(area.masks, segmentation.view.outputs, strict=False)
        wanted = np.concatenate([_colour_shown(*pair) for pair in pairs])
        cells = sets_of(segmentation, area.masks)
        # Only what is right for an object that changes is made an act: few of all pairs
        # of areas and colours are.
        changing = changes(segmentation, cells) & (wanted >= 0)
        for which in np.flatnonzero(((colours == wanted) & changing).any(1)).tolist():
            # To paint an object in the background colour is to erase it: see `erasing`.
            if (area.form, known[which].source) != ("whole", "background"):
                yield _painting(segmentation, area, known[which], wanted, cells)
        for colouring in lookups(values, wanted, changing, segmentation.known):
            yield _painting(segmentation, area, colouring, wanted, cells)


def erasing(segmentation: Segmentation) -> Act:
    """Objects vanish; something else may be painted where they were."""
    cells = own_cells(segmentation)
    fits = np.ones(len(cells), bool)
    new = changes(segmentation, cells)
    layers = partial(_erasing_layers, segmentation)
    nothing = (0,) * len(cells)
    return Act("erase it", 0.8, fits, new, nothing, tuple(cells), layers)


def _erasing_layers(segmentation: Segmentation, number: int) -> ObjectLayers:
    masks = segmentation.stacks[number].masks
    return ObjectLayers(masks, np.full(masks.shape, NOTHING, np.uint8))


def _painting(
    segmentation: Segmentation,
    area: Area,
    colouring: Colouring,
    wanted: np.ndarray,
    cells: list[int],
) -> Act:
    colours = np.concatenate(colouring.colours[: segmentation.known])
    right = colours == wanted
    # An object without the area, or without a colour, is left alone: that is never
    # wrong.
    fits = right | (wanted == NONE) | (colours == NONE)
    new = changes(segmentation, cells) & right
    paints = tuple(
        painted if colour != NONE else 0
        for painted, colour in zip(cells, colours.tolist(), strict=True)
    )
    words = f"paint {area.words} in {colouring.words}"
    layers = partial(_layers, area, colouring)
    nothing = (0,) * len(cells)
    return Act(words, area.cost_in(colouring), fits, new, paints, nothing, layers)


def _layers(area: Area, colouring: Colouring, number: int) -> ObjectLayers:
    colours = colouring.colours[number]
    where = area.masks[number] & (colours != NONE)[:, None, None]
    colour = colours.astype(np.uint8)[:, None, None]
    return without_erasing(np.where(where, colour, np.uint8(NOTHING)))


Covering = tuple[str, float, Callable[[], list[np.ndarray]], str]
"""An area that is not worked out yet."""


def areas(segmentation: Segmentation, references: list[Reference]) -> Iterator[Area]:
    """All areas, without those that are the same in every scene as a cheaper one."""
    seen: set[int] = set()
    for words, cost, covers, form in [
        *_named(segmentation),
        *_towards(segmentation, references),
    ]:
        masks = covers()
        key = hash(b"|".join(np.packbits(mask).tobytes() for mask in masks))
        if key not in seen:
            seen.add(key)
            yield Area(words, cost, masks, form)


def _named(segmentation: Segmentation) -> list[Covering]:
    forms = [(entry, "whole" if entry.function is whole else "part") for entry in AREAS]
    forms += [(entry, "ray") for entry in RAY_AREAS]
    return [
        (entry.words, entry.cost, partial(segmentation.each, entry.function), form)
        for entry, form in sorted(forms, key=lambda pair: pair[0].cost)
    ]


def _towards(
    segmentation: Segmentation, references: list[Reference]
) -> Iterator[Covering]:
    """Rays towards and away from another object."""
    for reference in references[:MAX_TARGETS]:
        for away, preposition in ((False, "towards"), (True, "away from")):
            for over in ("empty", "all"):
                words = RAYS[over].format(f"{preposition} {reference.words}")
                covers = partial(_rays, segmentation, reference, over, away)
                yield words, 0.9 + reference.cost, covers, "ray"


def _rays(
    segmentation: Segmentation, reference: Reference, over: str, away: bool
) -> list[np.ndarray]:
    return [
        rays(stack, over, towards(stack, others, away))
        for stack, others in zip(segmentation.stacks, reference.others, strict=True)
    ]


def _colour_shown(masks: np.ndarray, output: np.ndarray) -> np.ndarray:
    """The one colour that each mask has in an output, else `MIXED`; `NONE` if empty."""
    highest = np.where(masks, output, 0).max((1, 2), initial=0).astype(int)
    lowest = np.where(masks, output, NO_COLOUR).min((1, 2), initial=NO_COLOUR)
    shared = np.where(lowest == highest, highest, MIXED)
    return np.where(lowest == NO_COLOUR, NONE, shared)
