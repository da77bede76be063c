"""Above and below: what a bar stands over."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import DOT, colours, empty, scatter
from metamer.paradigms.concepts.families.things import things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("AboveBelow", "dots-under-a-bar")
@dataclass(frozen=True)
class DotsUnderABar:
    """Each dot straight below a bar, or else straight above it, takes the bar's colour.

    Source: ours, after moskvichev2023's concept Above and Below.
    """

    side: str = parameter("below", "above")

    def draw(self, rng: np.random.Generator) -> Grid:
        dot, *paints = colours(rng, int(rng.integers(2, 5)))
        bars = [np.ones(rng.integers((1, 3), (3, 7)), bool) for _ in paints]
        grid = scatter(rng, empty(rng, (7, 15), (7, 15)), bars, paints)
        count = int(rng.integers(3, 9))
        return scatter(rng, grid, [DOT] * count, [dot] * count)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        bars = [thing for thing in found if thing.size > 1]
        dots = [thing for thing in found if thing.size == 1]
        output = grid.copy()
        for dot in dots:
            row, column = dot.box[0].start, dot.box[1].start
            beyond = slice(row) if self.side == "below" else slice(row + 1, None)
            near = {bar.colour for bar in bars if bar.mask[beyond, column].any()}
            if len(near) > 1:
                raise Unfit
            output[dot.mask] = near.pop() if near else dot.colour
        # Some dots must show that not all are meant.
        if (output != grid).sum() in (0, len(dots)):
            raise Unfit
        return output
