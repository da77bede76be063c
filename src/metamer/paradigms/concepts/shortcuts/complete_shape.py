"""Complete shape."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    rectangle,
    scatter,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    enclosed,
    is_hollow,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Cues, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    by_frequency,
    picks,
    solid,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("CompleteShape", "own-or-commonest-colour")
@dataclass(frozen=True)
class OwnOrCommonestColour:
    """The gap in a rectangle takes the rectangle's colour. Shortcut: it takes the most (or
    the least) frequent colour.

    Source: ours, for moskvichev2023's concept Complete Shape.
    """

    frequent: str = parameter("most", "least")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        whole = rectangle(rng, 4, 6)
        sides = np.array(whole.shape)
        gap = np.minimum(rng.integers(1, 4, 2), sides - 2)
        top, left = rng.integers(1, sides - gap)
        whole[top : top + gap[0], left : left + gap[1]] = False
        cells = int(whole.sum())
        count = int(rng.integers(1, 3))
        sizes = [cells] * count
        if cues != "absent":
            sizes = [int(size) for size in rng.integers(4, cells + 8, count)]
        masks = [whole, *(solid(rng, size) for size in sizes)]
        grid = empty(rng, (10, 16), (10, 16))
        return scatter(rng, grid, masks, colours(rng, len(masks)))

    def answer(self, grid: Grid) -> Grid:
        return _filled(grid, _gapped(grid))

    def shortcut(self, grid: Grid) -> Grid:
        return _filled(grid, by_frequency(grid, self.frequent))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return picks(things, _filled)


def _filled(grid: Grid, like: Thing) -> Grid:
    """The grid with the gap in the colour of a thing."""
    return np.where(enclosed(_gapped(grid).mask), like.colour, grid).astype(np.uint8)


def _gapped(grid: Grid) -> Thing:
    """The only thing that encloses anything."""
    return only([thing for thing in things(grid) if is_hollow(thing)])
