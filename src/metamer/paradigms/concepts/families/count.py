"""Count."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    hollow_and_filled,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import is_hollow, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Count", "bar-of-the-commonest")
@dataclass(frozen=True)
class BarOfTheCommonest:
    """A bar in the most common colour, with one cell for each thing that has this
    colour.

    Source: ours, for moskvichev2023's concept Count.
    """

    bar: str = parameter("lies", "stands")

    def draw(self, rng: np.random.Generator) -> Grid:
        known = colours(rng, int(rng.integers(2, 4)))
        counts = rng.permutation(np.arange(1, 6))[: len(known)]
        paints = np.repeat(known, counts).tolist()
        masks = [shape(rng, 3) for _ in paints]
        return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found, counts = np.unique(
            [thing.colour for thing in things(grid)], return_counts=True
        )
        if (counts == counts.max()).sum() != 1:
            raise Unfit
        bar = np.full((1, counts.max()), found[counts.argmax()], np.uint8)
        return bar if self.bar == "lies" else bar.T.copy()


@family("Count", "count-into-a-square")
@dataclass(frozen=True)
class CountIntoASquare:
    """A square of nine cells in which one cell is coloured, in reading order, for each
    hollow thing (or each filled one).

    Source: ours, for moskvichev2023's concept Count.
    """

    counted: str = parameter("hollow", "filled")
    paint: int = parameter(1, 2, 4)

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 8))
        masks = hollow_and_filled(rng, count)
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), count)]
        return scatter(rng, empty(rng, (10, 15), (10, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        hollow = [is_hollow(thing) for thing in things(grid)]
        count = hollow.count(self.counted == "hollow")
        if not 0 < count <= 9:
            raise Unfit
        square = np.zeros(9, np.uint8)
        square[:count] = self.paint
        return square.reshape(3, 3)
