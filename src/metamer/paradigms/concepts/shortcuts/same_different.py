"""Same and different."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
)
from metamer.paradigms.concepts.rules import Cues, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    cut_out,
    odd_one,
    picks,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("SameDifferent", "odd-shape-or-odd-colour")
@dataclass(frozen=True)
class OddShapeOrOddColour:
    """The only thing of another shape is cut out (or removed). Shortcut: the only thing of
    another colour.

    Source: ours, for moskvichev2023's concept Same and Different.
    """

    act: str = parameter("cut out", "removed")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.integers(3, 6))
        usual, other = shape(rng, 3), shape(rng, 3)
        common, rare = colours(rng, 2)
        odd = 0 if cues == "agree" else int(rng.integers(1, count))
        paints = [common] * count
        if cues != "absent":
            paints[odd] = rare
        masks = [other, *[usual] * (count - 1)]
        return scatter(rng, empty(rng, (9, 15), (9, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        shapes = [thing.shape.astype(int).tolist() for thing in found]
        return self._act(grid, odd_one(found, shapes))

    def shortcut(self, grid: Grid) -> Grid:
        found = things(grid)
        return self._act(grid, odd_one(found, [thing.colour for thing in found]))

    def _act(self, grid: Grid, odd: Thing) -> Grid:
        if self.act == "cut out":
            return cut_out(grid, odd)
        return np.where(odd.mask, 0, grid).astype(np.uint8)

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(things, self._act)
