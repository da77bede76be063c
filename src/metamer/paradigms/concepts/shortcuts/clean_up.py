"""Clean up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    Mask,
    colours,
    empty,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_frequency,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("CleanUp", "specks-or-rarer-colours")
@dataclass(frozen=True)
class SpecksOrRarerColours:
    """Single cells vanish (or become grey). Shortcut: all but the most frequent colour
    does.

    Source: ours, for moskvichev2023's concept Clean Up.
    """

    becomes: int = parameter(0, 5)

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        first, second, third = colours(rng, 3, 5)
        masks = [shape(rng, 5) for _ in range(int(rng.integers(2, 4)))]
        masks = [mask for mask in masks if mask.sum() > 1]
        specks = int(rng.integers(2, 6))
        whole, single = [first] * len(masks), [second] * specks
        if cues == "part":
            whole = [int(paint) for paint in rng.choice([first, second], len(masks))]
            single = [int(one) for one in rng.choice([first, second, third], specks)]
        if cues == "absent":
            single = [first] * specks
        grid = scatter(rng, empty(rng, (9, 15), (9, 15)), masks, whole)
        return scatter(rng, grid, [DOT] * specks, single)

    def answer(self, grid: Grid) -> Grid:
        specks = [thing for thing in things(grid) if thing.size == 1]
        if not specks:
            raise Unfit
        return self._without(grid, np.any([thing.mask for thing in specks], axis=0))

    def shortcut(self, grid: Grid) -> Grid:
        commonest = by_frequency(grid, "most").colour
        return self._without(grid, (grid > 0) & (grid != commonest))

    def _without(self, grid: Grid, mask: Mask) -> Grid:
        return np.where(mask, self.becomes, grid).astype(np.uint8)

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()
