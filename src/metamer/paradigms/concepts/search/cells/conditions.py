"""Conditions on a cell by itself: where it lies, and what is seen from it.

Adding a condition is adding one function below.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import numpy as np

from metamer.paradigms.concepts.search.cells.conditions_masks import (
    MASK_CONDITIONS,
    OfMask,
)
from metamer.paradigms.concepts.search.cells.features import Feature
from metamer.paradigms.concepts.search.cells.surroundings import (
    AXES,
    DIRECTIONS,
    STEPS,
    Surroundings,
    count_neighbours,
    shift,
)
from metamer.paradigms.concepts.search.entries import Entries, Entry
from metamer.paradigms.concepts.tasks import COLOURS

Condition = Callable[[Surroundings], np.ndarray]
"""Whether it holds of each cell of a scene."""

EDGE = 254
"""Stands for the edge of the grid where colours stand."""

CONDITIONS: Entries[Condition] = Entries("condition")
condition = CONDITIONS.add


# --- where a cell lies


def _rows(around: Surroundings) -> np.ndarray:
    return np.indices(around.shape)[0]


def _columns(around: Surroundings) -> np.ndarray:
    return np.indices(around.shape)[1]


condition("it is background", 0.6)(lambda around: ~around.figure)
condition("its row is even", 1.6)(lambda around: _rows(around) % 2 == 1)
condition("its column is even", 1.6)(lambda around: _columns(around) % 2 == 1)
condition("its row and column are both odd or both even", 1.6)(
    lambda around: (_rows(around) + _columns(around)) % 2 == 0
)
condition("it lies in the upper half", 1.2)(
    lambda around: 2 * _rows(around) + 1 < around.shape[0]
)
condition("it lies in the lower half", 1.2)(
    lambda around: 2 * _rows(around) + 1 > around.shape[0]
)
condition("it lies in the left half", 1.2)(
    lambda around: 2 * _columns(around) + 1 < around.shape[1]
)
condition("it lies in the right half", 1.2)(
    lambda around: 2 * _columns(around) + 1 > around.shape[1]
)
condition("it lies in a middle row", 1.2)(
    lambda around: np.abs(2 * _rows(around) + 1 - around.shape[0]) <= 1
)
condition("it lies in a middle column", 1.2)(
    lambda around: np.abs(2 * _columns(around) + 1 - around.shape[1]) <= 1
)
condition("it lies on the diagonal", 1.4)(
    lambda around: _rows(around) == _columns(around)
)
condition("it lies on the other diagonal", 1.4)(
    lambda around: _rows(around) + _columns(around) == around.shape[1] - 1
)


def _at_edge(around: Surroundings, way: int) -> np.ndarray:
    down, across = STEPS[way].tolist()
    return ~shift(np.ones(around.shape, bool), -down, -across, False)


for _way, _name in enumerate(DIRECTIONS[:4]):
    condition(f"it is at the edge in the direction {_name}", 1.2)(
        partial(_at_edge, way=_way)
    )


@condition("it is at the edge", 1.0)
def _border(around: Surroundings) -> np.ndarray:
    return count_neighbours(np.ones(around.shape, bool), corners=False) < 4


@condition("it has the most common colour of its row", 1.3)
def _most_common_in_row(around: Surroundings) -> np.ndarray:
    return around.grid == most_common(around.grid)[:, None]


@condition("it has the most common colour of its column", 1.3)
def _most_common_in_column(around: Surroundings) -> np.ndarray:
    return around.grid == most_common(around.grid.T)[None, :]


condition("its mirror image left to right is background", 1.6)(
    lambda around: ~around.figure[:, ::-1]
)
condition("its mirror image upside down is background", 1.6)(
    lambda around: ~around.figure[::-1]
)


def most_common(lines: np.ndarray) -> np.ndarray:
    """The most common colour of each row; of equals, the lowest."""
    counts = (lines[:, :, None] == np.arange(COLOURS)).sum(1)
    return counts.argmax(1)


def conditions(
    surroundings: list[Surroundings], colours: list[int]
) -> Iterator[Feature]:
    """All conditions on cells by themselves."""
    for entry in CONDITIONS:
        holds = [entry.function(around) for around in surroundings]
        yield Feature(entry.words, entry.cost, holds)
    for colour in colours:
        equal = [around.grid == colour for around in surroundings]
        yield Feature(f"it is {colour}", 1.0, equal)
    for of_mask in MASK_CONDITIONS:
        yield from _of_masks(of_mask, surroundings, colours)
    yield from _first_seen(surroundings, colours)
    yield from _between_colours(surroundings, colours)


def _of_masks(
    entry: Entry[OfMask], surroundings: list[Surroundings], colours: list[int]
) -> Iterator[Feature]:
    """A condition on masks, of all that is not background and of colours."""
    words, of = entry.words, entry.function
    something = [of(around.figure) for around in surroundings]
    yield Feature(words.format("something"), entry.cost, something)
    own = [_of_own_colour(around, of) for around in surroundings]
    yield Feature(words.format("its own colour"), entry.cost + 0.2, own)
    for colour in colours:
        masks = [of(around.grid == colour) for around in surroundings]
        yield Feature(words.format(f"colour {colour}"), entry.cost + 0.5, masks)


def _of_own_colour(around: Surroundings, of: OfMask) -> np.ndarray:
    """Where a condition holds with the cells of a cell's own colour as the mask."""
    holds = np.zeros(around.shape, bool)
    for colour in np.unique(around.grid):
        mask = around.grid == colour
        holds |= mask & of(mask)
    return holds


# --- what is first seen over background


def _first_seen(
    surroundings: list[Surroundings], colours: list[int]
) -> Iterator[Feature]:
    """What is first seen in each direction, and in two opposite ones."""
    for way, name in enumerate(DIRECTIONS):
        seen = [around.colours(around.first_seen[way], EDGE) for around in surroundings]
        pairs = zip(seen, surroundings, strict=True)
        own = [colour == around.grid for colour, around in pairs]
        yield Feature(f"what is first seen {name} has its own colour", 1.6, own)
        for colour in colours:
            equal = [first == colour for first in seen]
            yield Feature(f"what is first seen {name} is {colour}", 1.7, equal)
    for axis, name in enumerate(AXES):
        ends = [_ends(around, axis) for around in surroundings]
        same = [(one == two) & (one != EDGE) for one, two in ends]
        yield Feature(f"what is first seen {name} has one colour", 1.3, same)


Ends = tuple[np.ndarray, np.ndarray]


def _ends(around: Surroundings, axis: int) -> Ends:
    """The colours first seen in the two directions of an axis, or `EDGE`."""
    one, two = around.first_seen[2 * axis], around.first_seen[2 * axis + 1]
    return around.colours(one, EDGE), around.colours(two, EDGE)


def _between_colours(
    surroundings: list[Surroundings], colours: list[int]
) -> Iterator[Feature]:
    """What a cell lies between, in either order: two colours, or a colour and the edge."""
    for axes, name in ((2, "straight"), (4, "straight or diagonally")):
        ends = [
            [_ends(around, axis) for axis in range(axes)] for around in surroundings
        ]
        for one, two in combinations(colours, 2):
            values = [_between(pairs, (one,), two) for pairs in ends]
            yield Feature(f"it lies {name} between {one} and {two}", 1.8, values)
        for one in colours:
            values = [_between(pairs, (one,), EDGE) for pairs in ends]
            yield Feature(f"it lies {name} between {one} and the edge", 1.7, values)
        values = [_between(pairs, tuple(range(COLOURS)), EDGE) for pairs in ends]
        yield Feature(f"it lies {name} between something and the edge", 1.4, values)


def _between(ends: list[Ends], colours: tuple[int, ...], other: int) -> np.ndarray:
    """Whether along an axis one of some colours is seen, and another opposite to it."""
    return np.logical_or.reduce(
        [
            (np.isin(one, colours) & (two == other))
            | (np.isin(two, colours) & (one == other))
            for one, two in ends
        ]
    )
