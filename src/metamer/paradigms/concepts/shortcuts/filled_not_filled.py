"""Filled and not filled."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    empty,
    hollow_and_filled,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    is_hollow,
    things,
)
from metamer.paradigms.concepts.rules import Cues, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    colours_by,
    keep,
    some,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("FilledNotFilled", "hollow-or-coloured")
@dataclass(frozen=True)
class HollowOrColoured:
    """Only hollow things stay (or only filled ones). Shortcut: only things of one colour
    stay.

    Source: ours, for moskvichev2023's concept Filled and Not Filled.
    """

    kept: str = parameter("hollow", "filled")
    colour: int = parameter(1, 2, 4, 8)

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        masks = hollow_and_filled(rng, int(rng.integers(3, 6)))
        targets = [
            is_hollow(Thing(mask, 1)) == (self.kept == "hollow") for mask in masks
        ]
        paints = colours_by(rng, cues, targets, self.colour)
        return scatter(rng, empty(rng, (10, 15), (10, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        hollow = [is_hollow(thing) == (self.kept == "hollow") for thing in found]
        return keep(grid, found, some(hollow))

    def shortcut(self, grid: Grid) -> Grid:
        found = things(grid)
        return keep(grid, found, some([thing.colour == self.colour for thing in found]))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()
