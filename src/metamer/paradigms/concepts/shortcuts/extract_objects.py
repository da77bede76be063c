"""Extract objects."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    is_hollow,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Cues, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_size,
    cut_out,
    picks,
    ring,
    solid,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("ExtractObjects", "hollow-or-largest")
@dataclass(frozen=True)
class HollowOrLargest:
    """The only hollow thing is cut out (or the only filled one). Shortcut: the largest is
    cut out (or the smallest).

    Source: ours, for moskvichev2023's concept Extract Objects.
    """

    kind: str = parameter("hollow", "filled")
    size: str = parameter("largest", "smallest")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.integers(2, 5))
        sizes = 2 * rng.permutation(np.arange(4, 9))[:count]
        if cues == "absent":
            sizes[:] = sizes[0]
        target, other = (ring, solid) if self.kind == "hollow" else (solid, ring)
        masks = [
            (other if place else target)(rng, int(size))
            for place, size in enumerate(sizes)
        ]
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), count)]
        return scatter(rng, empty(rng, (11, 16), (11, 16)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        wanted = self.kind == "hollow"
        return cut_out(grid, only([one for one in found if is_hollow(one) == wanted]))

    def shortcut(self, grid: Grid) -> Grid:
        return cut_out(grid, by_size(things(grid), self.size))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(things, cut_out)
