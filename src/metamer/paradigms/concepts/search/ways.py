"""The ways of seeing a grid: how it is cut into objects, and what these are called.

Adding a way of seeing is adding one entry to `WAYS`; all finders then use it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.tasks import Grid

FOUR = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
"""Cells are neighbours if they share a side."""
EIGHT = np.ones((3, 3), bool)
"""Cells are neighbours if they share a side or a corner."""


@dataclass(frozen=True)
class Kind:
    """What objects that are seen in one way are called, and what that costs a program."""

    singular: str
    """Without an article: `object of one colour`."""
    plural: str
    cost: float = 0.0
    """What it costs to make an output of such objects."""
    cell_cost: float = 0.0
    """What it costs to speak of such objects in a condition on a cell."""
    panels: bool = False
    """Whether they are parts of the grid rather than objects on it."""
    described: bool = True
    """Whether programs tell such objects apart by their properties."""

    @property
    def indefinite(self) -> str:
        """With its article: `an object of one colour`."""
        return f"{'an' if self.singular[0] in 'aeiou' else 'a'} {self.singular}"


Cut = Callable[[Grid, np.ndarray], list[np.ndarray]]
"""From a grid, and which of its cells are not background, to a mask for each object."""


@dataclass(frozen=True)
class Way:
    """A way of seeing: how a grid is cut into objects, and of which kind they are."""

    kind: Kind
    cut: Cut


def _of_any_colour(grid: Grid, figure: np.ndarray, near: np.ndarray) -> list:
    return _components(figure, near)


def _of_one_colour(grid: Grid, figure: np.ndarray, near: np.ndarray) -> list:
    return _by_colour(grid, np.unique(grid[figure]), near)


def _colours(grid: Grid, figure: np.ndarray) -> list[np.ndarray]:
    return _in_reading_order([grid == colour for colour in np.unique(grid[figure])])


def _regions(grid: Grid, figure: np.ndarray) -> list[np.ndarray]:
    return _by_colour(grid, np.unique(grid), FOUR)


def _by_colour(grid: Grid, colours: np.ndarray, near: np.ndarray) -> list[np.ndarray]:
    return _in_reading_order(
        [mask for colour in colours for mask in _components(grid == colour, near)]
    )


def _components(mask: np.ndarray, near: np.ndarray) -> list[np.ndarray]:
    """The connected components, in reading order of their first cells."""
    labels, count = ndimage.label(mask, near)
    return [labels == number for number in range(1, count + 1)]


def _in_reading_order(masks: list[np.ndarray]) -> list[np.ndarray]:
    return sorted(masks, key=lambda mask: int(mask.argmax()))


WAYS: dict[str, Way] = {
    "colour4": Way(
        Kind(
            "4-connected object of one colour",
            "4-connected objects of one colour",
            cost=0.3,
            cell_cost=0.1,
        ),
        partial(_of_one_colour, near=FOUR),
    ),
    "colour8": Way(
        Kind("object of one colour", "objects of one colour"),
        partial(_of_one_colour, near=EIGHT),
    ),
    "any4": Way(
        Kind("4-connected object", "4-connected objects", cost=0.3, cell_cost=0.2),
        partial(_of_any_colour, near=FOUR),
    ),
    "any8": Way(Kind("object", "objects"), partial(_of_any_colour, near=EIGHT)),
    "colours": Way(
        Kind(
            "set of all cells of one colour",
            "sets of all cells of one colour",
            cost=0.3,
            cell_cost=0.1,
        ),
        _colours,
    ),
    "regions": Way(
        Kind("region of one colour", "regions of one colour", cost=0.7, cell_cost=0.3),
        _regions,
    ),
}
"""By name. Unless stated otherwise, cells are connected by sides and corners. Regions are
connected by sides, and those of the background are among them."""
