"""Same and different: like a model, or not."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    empty,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import Thing, only, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("SameDifferent", "colour-of-the-model")
@dataclass(frozen=True)
class ColourOfTheModel:
    """Of things in one colour, those with the shape of the only thing in another colour
    (or those with other shapes) take its colour.

    Source: ours, after moskvichev2023's concept Same and Different.
    """

    painted: str = parameter("same", "different")

    def draw(self, rng: np.random.Generator) -> Grid:
        model = shape(rng, 4)
        masks = [model] * int(rng.integers(2, 4))
        masks += [shape(rng, 4) for _ in range(int(rng.integers(1, 4)))]
        first, second = colours(rng, 2)
        paints = [first] + [second] * (len(masks) - 1)
        return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        paints = [thing.colour for thing in found]
        if len(set(paints)) != 2 or len(paints) < 3:
            raise Unfit
        model = only([thing for thing in found if paints.count(thing.colour) == 1])
        others = [thing for thing in found if thing is not model]
        alike = [_are_alike(model, other) for other in others]
        if len(set(alike)) != 2:
            raise Unfit
        output = grid.copy()
        for thing, same in zip(others, alike, strict=True):
            if same == (self.painted == "same"):
                output[thing.mask] = model.colour
        return output


def _are_alike(model: Thing, thing: Thing) -> bool:
    """Whether two things have one shape; `Unfit` if only when turned or mirrored."""
    forms = [np.rot90(face, turns) for face in _both_faces(thing) for turns in range(4)]
    alike = [np.array_equal(form, model.shape) for form in forms]
    if any(alike) and not alike[0]:
        raise Unfit
    return alike[0]


def _both_faces(thing: Thing) -> tuple[Mask, Mask]:
    return thing.shape, np.fliplr(thing.shape)
