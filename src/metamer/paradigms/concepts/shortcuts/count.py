"""Count."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    picture_of,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    things,
    things_by_colour,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.tasks import Grid


@shortcut("Count", "things-or-colours")
@dataclass(frozen=True)
class ThingsOrColours:
    """A bar with one cell for each thing. Shortcut: with one cell for each colour.

    Source: ours, for moskvichev2023's concept Count.
    """

    bar: str = parameter("lies", "stands")
    paint: int = parameter(1, 2, 4)

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.integers(2, 8))
        paints = colours(rng, count)
        if cues == "part":
            paints = [
                int(paint) for paint in rng.choice(paints[: count // 2 + 1], count)
            ]
        if cues == "absent":
            paints = paints[:1] * count
        masks = [blob(rng, 1, 5) for _ in range(count)]
        return scatter(rng, empty(rng, (9, 15), (9, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        return self._bar(len(things(grid)))

    def shortcut(self, grid: Grid) -> Grid:
        count = len(things_by_colour(grid))
        if count < 2:
            raise Unfit
        return self._bar(count)

    def _bar(self, cells: int) -> Grid:
        bar = picture_of(np.ones((1, cells), bool), self.paint)
        return bar if self.bar == "lies" else bar.T.copy()

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()
