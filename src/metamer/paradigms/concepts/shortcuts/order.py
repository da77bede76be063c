"""Order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    picture_of,
    put,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    in_slots,
    within_three,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("Order", "by-size-or-place")
@dataclass(frozen=True)
class BySizeOrPlace:
    """The colours of all things, from the largest to the smallest (or the other way).
    Shortcut: from left to right (or from right to left).

    Source: ours, for moskvichev2023's concept Order.
    """

    first: str = parameter("largest", "smallest")
    place: str = parameter("left", "right")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        count = int(rng.integers(3, 5))
        sizes = np.sort(rng.permutation(np.arange(1, 7))[:count])
        if (self.first == "largest") == (self.place == "left"):
            sizes = sizes[::-1]
        if cues != "agree":
            sizes = rng.permutation(sizes)
        masks = [within_three(rng, int(size)) for size in sizes]
        if cues != "absent":
            return in_slots(rng, masks, colours(rng, count), int(rng.integers(5, 9)))
        grid = np.zeros((4 * count, int(rng.integers(5, 9))), np.uint8)
        left = int(rng.integers(0, grid.shape[1] - 2))
        for row, (mask, paint) in enumerate(
            zip(masks, colours(rng, count), strict=True)
        ):
            grid = put(grid, picture_of(mask, paint), 4 * row, left)
        return grid

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        sizes = [thing.size for thing in found]
        return _listed(
            found, [-one if self.first == "largest" else one for one in sizes]
        )

    def shortcut(self, grid: Grid) -> Grid:
        found = things(grid)
        lefts = [thing.box[1].start for thing in found]
        return _listed(found, [one if self.place == "left" else -one for one in lefts])

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()


def _listed(found: list[Thing], values: list[int]) -> Grid:
    """The colours of things in the order of their values; `Unfit` if two are equal."""
    if len(set(values)) < len(found) or len(found) < 2:
        raise Unfit
    return np.array([[found[place].colour for place in np.argsort(values)]], np.uint8)
