"""Center: the middle one of several."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.apart.order import in_a_row, row_of_things
from metamer.paradigms.concepts.families.drawing import colours
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import things
from metamer.programs.task import Grid


@family("Center", "the-middle-one")
@dataclass(frozen=True)
class TheMiddleOne:
    """Of things in a row, the one with as many before as after it takes one colour.

    Source: ours, after moskvichev2023's concept Center.
    """

    mark: int = one_of_these(1, 2, 4, 8)

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.choice((3, 5, 7)))
        paints = colours(rng, many, self.mark)
        if rng.random() < 0.5:
            paints = paints[:1] * many
        return row_of_things(rng, paints)

    def answer(self, grid: Grid) -> Grid:
        row = in_a_row(things(grid))
        if len(row) % 2 == 0:
            raise Unfit
        made = grid.copy()
        made[row[len(row) // 2].mask] = self.mark
        return made
