"""Count: lines that cross."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import colours, empty
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.programs.task import Grid


@family("Count", "count-the-stripes")
@dataclass(frozen=True)
class CountTheStripes:
    """A bar with a cell for each stripe, thin or thick, that runs across the grid from
    edge to edge: of those that lie, or stand, or all.

    Source: ours, after moskvichev2023's concept Count.
    """

    counted: str = one_of_these("lying", "standing", "all")

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
        many = {"lying": lying, "standing": standing, "all": lying + standing}
        return np.full((1, many[self.counted]), paint, np.uint8)


def _runs(full: np.ndarray) -> int:
    """How many times a row of cells begins to be full."""
    return int((np.diff(full.astype(int), prepend=0) == 1).sum())
