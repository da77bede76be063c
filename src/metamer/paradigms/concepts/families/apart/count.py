"""Count: lines that cross."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import colours, empty
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Count", "count-the-stripes")
@dataclass(frozen=True)
class CountTheStripes:
    """A bar with a cell for each stripe, thin or thick, that runs across the grid from
    edge to edge: for horizontal stripes, vertical ones or all.

    Source: ours, after moskvichev2023's concept Count.
    """

    counted: str = parameter("lying", "standing", "all")

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = empty(rng, (6, 15), (6, 15))
        paint = colours(rng, 1)[0]
        rows, columns = (
            rng.random(side) < rng.uniform(0.1, 0.35) for side in grid.shape
        )
        grid[rows] = paint
        grid[:, columns] = paint
        return grid

    def answer(self, grid: Grid) -> Grid:
        paint = grid.max()
        rows = np.asarray((grid > 0).all(axis=1))
        columns = np.asarray((grid > 0).all(axis=0))
        stripes = rows[:, None] | columns
        if stripes.all() or (grid != np.where(stripes, paint, 0)).any():
            raise Unfit
        lying, standing = _runs(rows), _runs(columns)
        if not lying or not standing:
            raise Unfit
        counts = {"lying": lying, "standing": standing, "all": lying + standing}
        return np.full((1, counts[self.counted]), paint, np.uint8)


def _runs(full: np.ndarray) -> int:
    """How many times a row of cells begins to be full."""
    return int((np.diff(full.astype(int), prepend=0) == 1).sum())
