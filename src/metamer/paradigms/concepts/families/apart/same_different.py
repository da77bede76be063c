"""Same and different: like a model, or not."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    empty,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, only, things
from metamer.programs.task import Grid


@family("SameDifferent", "colour-of-the-model")
@dataclass(frozen=True)
class ColourOfTheModel:
    """Of things in one colour, those with the shape of the only thing in another colour
    (or those with other shapes) take its colour.

    Source: ours, after moskvichev2023's concept Same and Different.
    """

    painted: str = one_of_these("same", "different")

    def draw(self, rng: np.random.Generator) -> Grid:
        model = shape(rng, 4)
        masks = [model] * int(rng.integers(2, 4))
        masks += [shape(rng, 4) for _ in range(int(rng.integers(1, 4)))]
        first, second = colours(rng, 2)
        paints = [first] + [second] * (len(masks) - 1)
        return scattered(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        paints = [thing.colour for thing in found]
        if len(set(paints)) != 2 or len(paints) < 3:
            raise Unfit
        model = only([it for it in found if paints.count(it.colour) == 1])
        others = [it for it in found if it is not model]
        alike = [_are_alike(model, it) for it in others]
        if len(set(alike)) != 2:
            raise Unfit
        made = grid.copy()
        for thing, same in zip(others, alike, strict=True):
            if same == (self.painted == "same"):
                made[thing.mask] = model.colour
        return made


def _are_alike(model: Thing, thing: Thing) -> bool:
    """Whether two things have one shape; `Unfit` if only when turned or mirrored."""
    forms = [np.rot90(it, turns) for it in _both_faces(thing) for turns in range(4)]
    alike = [np.array_equal(form, model.shape) for form in forms]
    if any(alike) and not alike[0]:
        raise Unfit
    return alike[0]


def _both_faces(thing: Thing) -> tuple[Mask, Mask]:
    return thing.shape, np.fliplr(thing.shape)
