"""Same and different."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    picture_of,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    middle_line_stands,
    things,
)
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("SameDifferent", "keep-those-alike")
@dataclass(frozen=True)
class KeepThoseAlike:
    """Things that share their shape (or colour) with another stay, or else only those
    that do not.

    Source: ours, for moskvichev2023's concept Same and Different.
    """

    by: str = parameter("shape", "colour")
    kept: str = parameter("alike", "single")

    def draw(self, rng: np.random.Generator) -> Grid:
        alike, single = int(rng.integers(2, 4)), int(rng.integers(1, 4))
        known = [0] * alike + list(range(1, single + 1))
        other = [int(place) for place in rng.integers(0, 3, len(known))]
        forms, paints = (known, other) if self.by == "shape" else (other, known)
        masks = [shape(rng, 4) for _ in range(4)]
        some = colours(rng, 4)
        return scatter(
            rng,
            empty(rng, (8, 15), (8, 15)),
            [masks[form] for form in forms],
            [some[paint] for paint in paints],
        )

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        counts = Counter(self._look(thing) for thing in found)
        alike = {counts[self._look(thing)] > 1 for thing in found}
        if len(alike) != 2:
            raise Unfit
        output = grid.copy()
        for thing in found:
            if (counts[self._look(thing)] > 1) != (self.kept == "alike"):
                output[thing.mask] = 0
        return output

    def _look(self, thing: Thing) -> Hashable:
        form = thing.shape
        return thing.colour if self.by == "colour" else (form.shape, form.tobytes())


@family("SameDifferent", "compare-two-panels")
@dataclass(frozen=True)
class CompareTwoPanels:
    """Of two panels on either side of a line, the cells that are filled in both or in
    neither are coloured, or else all other cells.

    Source: ours, for moskvichev2023's concept Same and Different.
    """

    shown: str = parameter("same", "different")
    paint: int = parameter(2, 3, 8)

    def draw(self, rng: np.random.Generator) -> Grid:
        sides = rng.integers(3, 8, 2)
        between, *paints = colours(rng, 3)
        first, second = (
            np.where(rng.random(sides) < rng.uniform(0.3, 0.7), paint, 0)
            for paint in paints
        )
        line = np.full((sides[0], 1), between)
        grid = np.hstack([first, line, second]).astype(np.uint8)
        return grid if rng.random() < 0.5 else grid.T.copy()

    def answer(self, grid: Grid) -> Grid:
        axis = 1 if middle_line_stands(grid) else 0
        half = grid.shape[axis] // 2
        first, _, second = np.split(grid, [half, half + 1], axis)
        same = (first > 0) == (second > 0)
        wanted = same if self.shown == "same" else ~same
        return picture_of(wanted, self.paint)
