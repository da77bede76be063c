"""Center: the middle one of several."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.apart.order import in_a_row, row_of_things
from metamer.paradigms.concepts.families.drawing import colours
from metamer.paradigms.concepts.families.things import things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Center", "the-middle-one")
@dataclass(frozen=True)
class TheMiddleOne:
    """The middle one of an odd number of things in a row takes one colour.

    Source: ours, after moskvichev2023's concept Center.
    """

    mark: int = parameter(1, 2, 4, 8)

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.choice((3, 5, 7)))
        paints = colours(rng, count, self.mark)
        if rng.random() < 0.5:
            paints = paints[:1] * count
        return row_of_things(rng, paints)

    def answer(self, grid: Grid) -> Grid:
        row = in_a_row(things(grid))
        if len(row) % 2 == 0:
            raise Unfit
        output = grid.copy()
        output[row[len(row) // 2].mask] = self.mark
        return output
