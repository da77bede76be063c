"""Same and different."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    painted,
    scattered,
    shape,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import (
    Thing,
    middle_line_stands,
    things,
)
from metamer.programs.task import Grid


@family("SameDifferent", "keep-those-alike")
@dataclass(frozen=True)
class KeepThoseAlike:
    """Things that have the shape (or colour) of another stay, or else those that do not.

    Source: ours, for moskvichev2023's concept Same and Different.
    """

    by: str = one_of_these("shape", "colour")
    kept: str = one_of_these("alike", "single")

    def draw(self, rng: np.random.Generator) -> Grid:
        alike, single = int(rng.integers(2, 4)), int(rng.integers(1, 4))
        known = [0] * alike + list(range(1, single + 1))
        other = [int(place) for place in rng.integers(0, 3, len(known))]
        forms, paints = (known, other) if self.by == "shape" else (other, known)
        masks = [shape(rng, 4) for _ in range(4)]
        some = colours(rng, 4)
        return scattered(
            rng,
            empty(rng, (8, 15), (8, 15)),
            [masks[form] for form in forms],
            [some[paint] for paint in paints],
        )

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        many = Counter(self._look(thing) for thing in found)
        alike = {many[self._look(thing)] > 1 for thing in found}
        if len(alike) != 2:
            raise Unfit
        made = grid.copy()
        for thing in found:
            if (many[self._look(thing)] > 1) != (self.kept == "alike"):
                made[thing.mask] = 0
        return made

    def _look(self, thing: Thing) -> Hashable:
        form = thing.shape
        return thing.colour if self.by == "colour" else (form.shape, form.tobytes())


@family("SameDifferent", "compare-two-panels")
@dataclass(frozen=True)
class CompareTwoPanels:
    """The cells at which two panels on both sides of a line are filled alike (or not).

    Source: ours, for moskvichev2023's concept Same and Different.
    """

    shown: str = one_of_these("same", "different")
    paint: int = one_of_these(2, 3, 8)

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
        return painted(wanted, self.paint)
