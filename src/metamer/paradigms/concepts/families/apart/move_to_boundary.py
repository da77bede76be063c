"""Move to boundary: to the edge that is near."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    STEPS,
    colours,
    empty,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import Thing, things
from metamer.paradigms.concepts.rules import Unfit, family
from metamer.paradigms.concepts.tasks import Grid


@family("MoveToBoundary", "to-the-nearest-edge")
@dataclass(frozen=True)
class ToTheNearestEdge:
    """Each thing moves straight to the edge of the grid that is nearest to it.

    Source: ours, after moskvichev2023's concept Move To Boundary.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(1, 5))
        masks = [shape(rng, 4) for _ in range(count)]
        return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, colours(rng, count))

    def answer(self, grid: Grid) -> Grid:
        output = np.zeros_like(grid)
        for thing in things(grid):
            places = _places_to_the_edge(thing)
            if any(grid[place & ~thing.mask].any() for place in places):
                raise Unfit
            if output[places[-1]].any():
                raise Unfit
            output[places[-1]] = thing.colour
        return output


def _places_to_the_edge(thing: Thing) -> list[np.ndarray]:
    """Where a thing is, step by step, until it is at the nearest edge."""
    rows, columns = thing.box
    height, width = thing.mask.shape
    distances = [rows.start, height - rows.stop, columns.start, width - columns.stop]
    least = min(distances)
    if distances.count(least) > 1:
        raise Unfit
    step = STEPS[distances.index(least)]
    return [
        np.roll(thing.mask, tuple(far * way for way in step), axis=(0, 1))
        for far in range(least + 1)
    ]
