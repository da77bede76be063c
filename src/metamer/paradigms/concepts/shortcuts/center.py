"""Center."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    in_slots,
    odd_one,
    picks,
    within_three,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("Center", "middle-or-odd-colour")
@dataclass(frozen=True)
class MiddleOrOddColour:
    """Of things in a row, only the one in the middle stays (or it alone goes). Shortcut:
    the only one of another colour.

    Source: ours, for moskvichev2023's concept Center.
    """

    act: str = parameter("stays", "goes")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.choice([3, 5]))
        common, rare = colours(rng, 2)
        paints = [common] * count
        others = [place for place in range(count) if place != count // 2]
        odd = count // 2 if cues == "agree" else int(rng.choice(others))
        if cues != "absent":
            paints[odd] = rare
        masks = [within_three(rng, int(rng.integers(2, 6))) for _ in range(count)]
        grid = in_slots(rng, masks, paints, int(rng.integers(4, 8)))
        return grid if rng.random() < 0.5 else grid.T.copy()

    def answer(self, grid: Grid) -> Grid:
        across = grid.shape[1] > grid.shape[0]
        found = things(grid)
        if len(found) % 2 == 0:
            raise Unfit
        placed = sorted(found, key=lambda thing: thing.box[across].start)
        return self._act(grid, placed[len(found) // 2])

    def shortcut(self, grid: Grid) -> Grid:
        found = things(grid)
        return self._act(grid, odd_one(found, [thing.colour for thing in found]))

    def _act(self, grid: Grid, one: Thing) -> Grid:
        stays = one.mask == (self.act == "stays")
        return np.where(stays, grid, 0).astype(np.uint8)

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(things, self._act)
