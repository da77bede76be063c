"""What can be asked of a cell by itself: where it lies, and what it looks at.

Adding a condition is adding one function below.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import numpy as np

from metamer.programs.cells.columns import Said
from metamer.programs.cells.conditions_masks import MASK, OfMask
from metamer.programs.cells.sight import (
    AXES,
    DIRECTIONS,
    STEPS,
    Sight,
    neighbours,
    shifted,
)

OfCell = Callable[[Sight], np.ndarray]

EDGE = 254
"""Stands for the edge of the grid where colours do."""

CELL: list[tuple[str, float, OfCell]] = []


def of_cell(words: str, cost: float) -> Callable[[OfCell], OfCell]:
    """Keep a question about cells."""

    def keep(asks: OfCell) -> OfCell:
        CELL.append((words, cost, asks))
        return asks

    return keep


# --- where a cell lies


def _rows(sight: Sight) -> np.ndarray:
    return np.indices(sight.shape)[0]


def _columns(sight: Sight) -> np.ndarray:
    return np.indices(sight.shape)[1]


of_cell("it is background", 0.6)(lambda sight: ~sight.figure)
of_cell("its row is even", 1.6)(lambda sight: _rows(sight) % 2 == 1)
of_cell("its column is even", 1.6)(lambda sight: _columns(sight) % 2 == 1)
of_cell("its row and column are both odd or both even", 1.6)(
    lambda sight: (_rows(sight) + _columns(sight)) % 2 == 0
)
of_cell("it lies in the upper half", 1.2)(
    lambda sight: 2 * _rows(sight) + 1 < sight.shape[0]
)
of_cell("it lies in the lower half", 1.2)(
    lambda sight: 2 * _rows(sight) + 1 > sight.shape[0]
)
of_cell("it lies in the left half", 1.2)(
    lambda sight: 2 * _columns(sight) + 1 < sight.shape[1]
)
of_cell("it lies in the right half", 1.2)(
    lambda sight: 2 * _columns(sight) + 1 > sight.shape[1]
)
of_cell("it lies in a middle row", 1.2)(
    lambda sight: np.abs(2 * _rows(sight) + 1 - sight.shape[0]) <= 1
)
of_cell("it lies in a middle column", 1.2)(
    lambda sight: np.abs(2 * _columns(sight) + 1 - sight.shape[1]) <= 1
)
of_cell("it lies on the diagonal", 1.4)(lambda sight: _rows(sight) == _columns(sight))
of_cell("it lies on the back diagonal", 1.4)(
    lambda sight: _rows(sight) + _columns(sight) == sight.shape[1] - 1
)


def _at_edge(sight: Sight, way: int) -> np.ndarray:
    down, across = STEPS[way].tolist()
    return ~shifted(np.ones(sight.shape, bool), -down, -across, False)


for _way, _name in enumerate(DIRECTIONS[:4]):
    of_cell(f"it is at the edge, looking {_name}", 1.2)(partial(_at_edge, way=_way))


@of_cell("it is at the edge", 1.0)
def _border(sight: Sight) -> np.ndarray:
    return neighbours(np.ones(sight.shape, bool), corners=False) < 4


@of_cell("it has the usual colour of its row", 1.3)
def _usual_in_row(sight: Sight) -> np.ndarray:
    return sight.grid == usual(sight.grid)[:, None]


@of_cell("it has the usual colour of its column", 1.3)
def _usual_in_column(sight: Sight) -> np.ndarray:
    return sight.grid == usual(sight.grid.T)[None, :]


of_cell("its mirror image left to right is background", 1.6)(
    lambda sight: ~sight.figure[:, ::-1]
)
of_cell("its mirror image up to down is background", 1.6)(
    lambda sight: ~sight.figure[::-1]
)


def usual(lines: np.ndarray) -> np.ndarray:
    """The most common colour of each row; of equals, the lowest."""
    counts = (lines[:, :, None] == np.arange(10)).sum(1)
    return counts.argmax(1)


def conditions(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """Everything that is asked of cells by themselves."""
    for words, cost, asks in CELL:
        yield Said(words, cost, [asks(sight) for sight in sights])
    for colour in colours:
        yield Said(f"it is {colour}", 1.0, [sight.grid == colour for sight in sights])
    for words, cost, of in MASK:
        something = [of(sight.figure) for sight in sights]
        yield Said(words.format("something"), cost, something)
        own = [_own(sight, of) for sight in sights]
        yield Said(words.format("its own colour"), cost + 0.2, own)
        for colour in colours:
            masks = [of(sight.grid == colour) for sight in sights]
            yield Said(words.format(f"colour {colour}"), cost + 0.5, masks)
    yield from _looks(sights, colours)
    yield from _spans(sights, colours)


def _own(sight: Sight, of: OfMask) -> np.ndarray:
    """What holds of a cell and those of its own colour."""
    holds = np.zeros(sight.shape, bool)
    for colour in np.unique(sight.grid):
        mask = sight.grid == colour
        holds |= mask & of(mask)
    return holds


# --- what a look over background meets


def _looks(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """What is met first in each direction, and in two opposite ones."""
    for way, name in enumerate(DIRECTIONS):
        met = [sight.colours(sight.met[way], EDGE) for sight in sights]
        own = [it == sight.grid for it, sight in zip(met, sights, strict=True)]
        yield Said(f"looking {name} it meets its own colour", 1.6, own)
        for colour in colours:
            of = [it == colour for it in met]
            yield Said(f"looking {name} it meets {colour}", 1.7, of)
    for axis, name in enumerate(AXES):
        ends = [_ends(sight, axis) for sight in sights]
        equal = [(one == two) & (one != EDGE) for one, two in ends]
        yield Said(f"looking {name} it meets one colour on both sides", 1.3, equal)


Ends = tuple[np.ndarray, np.ndarray]


def _ends(sight: Sight, axis: int) -> Ends:
    """The colours that are met one way and the other along an axis, or `EDGE`."""
    one, two = (sight.colours(sight.met[2 * axis + it], EDGE) for it in (0, 1))
    return one, two


def _spans(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """What a cell lies between, whichever way round: two colours, a colour and the edge."""
    for many, name in ((2, "straight"), (4, "straight or diagonally")):
        ends = [[_ends(sight, axis) for axis in range(many)] for sight in sights]
        for one, two in combinations(colours, 2):
            values = [_between(it, (one,), two) for it in ends]
            yield Said(f"it lies {name} between {one} and {two}", 1.8, values)
        for one in colours:
            values = [_between(it, (one,), EDGE) for it in ends]
            yield Said(f"it lies {name} between {one} and the edge", 1.7, values)
        values = [_between(it, tuple(range(10)), EDGE) for it in ends]
        yield Said(f"it lies {name} between something and the edge", 1.4, values)


def _between(ends: list[Ends], some: tuple[int, ...], other: int) -> np.ndarray:
    """Whether along an axis one of some colours is met on one side, another opposite."""
    return np.logical_or.reduce(
        [
            (np.isin(one, some) & (two == other))
            | (np.isin(two, some) & (one == other))
            for one, two in ends
        ]
    )
