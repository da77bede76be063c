"""Count."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    hollow_and_filled,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import is_hollow, things
from metamer.programs.task import Grid


@family("Count", "bar-of-the-commonest")
@dataclass(frozen=True)
class BarOfTheCommonest:
    """A bar in the colour that the most things have, one cell long for each of them.

    Source: ours, for moskvichev2023's concept Count.
    """

    bar: str = one_of_these("lies", "stands")

    def draw(self, rng: np.random.Generator) -> Grid:
        known = colours(rng, int(rng.integers(2, 4)))
        many = rng.permutation(np.arange(1, 6))[: len(known)]
        paints = np.repeat(known, many).tolist()
        masks = [shape(rng, 3) for _ in paints]
        return scattered(rng, empty(rng, (8, 15), (8, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        found, many = np.unique(
            [thing.colour for thing in things(grid)], return_counts=True
        )
        if (many == many.max()).sum() != 1:
            raise Unfit
        bar = np.full((1, many.max()), found[many.argmax()], np.uint8)
        return bar if self.bar == "lies" else bar.T.copy()


@family("Count", "count-into-a-square")
@dataclass(frozen=True)
class CountIntoASquare:
    """A square of nine cells, of which as many are coloured, in the order of reading,
    as there are hollow things (or filled ones).

    Source: ours, for moskvichev2023's concept Count.
    """

    counted: str = one_of_these("hollow", "filled")
    paint: int = one_of_these(1, 2, 4)

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 8))
        masks = hollow_and_filled(rng, many)
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), many)]
        return scattered(rng, empty(rng, (10, 15), (10, 15)), masks, paints)

    def answer(self, grid: Grid) -> Grid:
        hollow = [is_hollow(thing) for thing in things(grid)]
        many = hollow.count(self.counted == "hollow")
        if not 0 < many <= 9:
            raise Unfit
        square = np.zeros(9, np.uint8)
        square[:many] = self.paint
        return square.reshape(3, 3)
