"""Top and bottom 2D."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
    utmost,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_size,
    picks,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("TopBottom2D", "topmost-or-largest")
@dataclass(frozen=True)
class TopmostOrLargest:
    """The topmost thing takes one colour (or the lowest does). Shortcut: the largest takes
    it (or the smallest).

    Source: ours, for moskvichev2023's concept Top and Bottom 2D.
    """

    which: str = parameter("topmost", "lowest")
    size: str = parameter("largest", "smallest")
    paint: int = parameter(1, 2, 4)

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.integers(2, 5))
        sizes = rng.permutation(np.arange(2, 9))[:count]
        if cues == "absent":
            sizes[:] = sizes[0]
        masks = [blob(rng, int(size), int(size)) for size in sizes]
        known = colours(rng, 3, self.paint)
        paints = [int(paint) for paint in rng.choice(known, count)]
        return scatter(rng, empty(rng, (9, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        ends = [
            -thing.box[0].start if self.which == "topmost" else thing.box[0].stop
            for thing in found
        ]
        if len(found) < 2:
            raise Unfit
        return self._act(grid, utmost(found, ends))

    def shortcut(self, grid: Grid) -> Grid:
        return self._act(grid, by_size(things(grid), self.size))

    def _act(self, grid: Grid, thing: Thing) -> Grid:
        return np.where(thing.mask, self.paint, grid).astype(np.uint8)

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(things, self._act)
