"""Order."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    line,
    scatter,
)
from metamer.paradigms.concepts.families.things import things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Order", "list-by-size")
@dataclass(frozen=True)
class ListBySize:
    """The colours of all things, sorted by how many cells they have.

    Source: ours, for moskvichev2023's concept Order.
    """

    first: str = parameter("largest", "smallest")
    listed: str = parameter("across", "down")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        sizes = rng.permutation(np.arange(1, 10))[:count]
        kind = line if rng.random() < 0.4 else blob
        masks = [kind(rng, int(size), int(size)) for size in sizes]
        grid = empty(rng, (8, 15), (8, 15))
        return scatter(rng, grid, masks, colours(rng, count))

    def answer(self, grid: Grid) -> Grid:
        found = sorted(things(grid), key=lambda thing: thing.size)
        if len({thing.size for thing in found}) < len(found):
            raise Unfit
        listed = np.array([[thing.colour for thing in found]], np.uint8)
        if self.first == "largest":
            listed = listed[:, ::-1]
        return (listed if self.listed == "across" else listed.T).copy()


@family("Order", "sort-the-bars")
@dataclass(frozen=True)
class SortTheBars:
    """Bars that stand on the bottom, or hang from the top, are sorted by their length.

    Source: ours, for moskvichev2023's concept Order.
    """

    longest: str = parameter("left", "right")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (5, 15), (5, 15))
        height, width = grid.shape
        count = int(rng.integers(2, min(height, width // 2 + 2, 7)))
        lengths = rng.permutation(np.arange(1, height))[:count]
        places = np.sort(rng.permutation(width)[:count])
        for length, place, paint in zip(
            lengths, places, colours(rng, count), strict=True
        ):
            grid[height - length :, place] = paint
        return grid if rng.random() < 0.6 else np.flipud(grid).copy()

    def answer(self, grid: Grid) -> Grid:
        places = np.flatnonzero(grid.any(axis=0))
        lengths = (grid > 0).sum(axis=0)[places]
        if len(set(lengths.tolist())) < len(places) or not _are_bars(grid[:, places]):
            raise Unfit
        order = lengths.argsort() if self.longest == "right" else (-lengths).argsort()
        output = grid.copy()
        output[:, places] = grid[:, places[order]]
        return output


def _are_bars(columns: Grid) -> bool:
    """Whether every column is of one colour from the same end on, and then black."""
    hanging = columns if columns[0].all() else np.flipud(columns)
    ended = np.logical_or.accumulate(hanging == 0)
    return bool((hanging == np.where(ended, 0, hanging[0])).all() and hanging[0].all())
