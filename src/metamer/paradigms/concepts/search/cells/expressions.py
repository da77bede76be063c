"""Colours that a cell can get: its own, what is seen from it, its mirror image ...

Adding an expression is adding one function below, which gives a colour to every cell of a
scene, and `NOTHING` to those that it has none for.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.cells.features import Feature
from metamer.paradigms.concepts.search.cells.surroundings import (
    AXES,
    DIRECTIONS,
    FAR,
    STEPS,
    Surroundings,
    shift,
)
from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.tasks import COLOURS

Expression = Callable[[Surroundings], np.ndarray]

EXPRESSIONS: Entries[Expression] = Entries("expression")
expression = EXPRESSIONS.add


expression("its own colour", 0.3)(lambda around: around.grid)
expression("background", 0.5)(
    lambda around: np.full(around.shape, around.background, np.uint8)
)

# --- images of the grid

expression("its mirror image left to right", 1.2)(lambda around: around.grid[:, ::-1])
expression("its mirror image upside down", 1.2)(lambda around: around.grid[::-1])
expression("its image in the grid turned by 180 degrees", 1.3)(
    lambda around: around.grid[::-1, ::-1]
)
expression("its mirror image about the diagonal", 1.3)(
    lambda around: _if_square(around.grid.T)
)
expression("its mirror image about the other diagonal", 1.3)(
    lambda around: _if_square(around.grid[::-1, ::-1].T)
)
expression("its image in the grid turned by 90 degrees counter-clockwise", 1.4)(
    lambda around: _if_square(np.rot90(around.grid))
)
expression("its image in the grid turned by 90 degrees clockwise", 1.4)(
    lambda around: _if_square(np.rot90(around.grid, 3))
)


def _if_square(image: np.ndarray) -> np.ndarray:
    """An image about a diagonal or after a turn, which only a square grid has."""
    height, width = image.shape
    if height == width:
        return image
    return np.full((width, height), NOTHING, np.uint8)


def _beside(around: Surroundings, way: int) -> np.ndarray:
    down, across = STEPS[way].tolist()
    return shift(around.grid, -down, -across, around.background)


def _fallen(around: Surroundings, way: int) -> np.ndarray:
    """Cells that are not background, moved one by one as far as they go."""
    grid = around.grid if way < 2 else around.grid.T
    upward = way % 2 == 0
    figure = grid != around.background
    # A stable sort is a fall: cells pass the background and keep their order.
    order = np.argsort(~figure if upward else figure, axis=0, kind="stable")
    fallen = np.take_along_axis(grid, order, axis=0)
    return fallen if way < 2 else fallen.T


for _way, _name in enumerate(DIRECTIONS):
    expression(f"the next cell {_name}", 1.3)(partial(_beside, way=_way))
for _way, _name in enumerate(DIRECTIONS[:4]):
    expression(f"what is there once all cells have fallen {_name}", 1.3)(
        partial(_fallen, way=_way)
    )

# --- what is seen from a cell


def _first_seen(around: Surroundings, way: int) -> np.ndarray:
    return around.colours(around.first_seen[way], around.grid)


def _first_other(around: Surroundings, way: int) -> np.ndarray:
    return around.colours(around.first_other[way], around.grid)


def _seen_on_both_sides(around: Surroundings, axis: int) -> np.ndarray:
    return _both(around, around.first_seen[2 * axis : 2 * axis + 2])


def _other_on_both_sides(around: Surroundings, axis: int) -> np.ndarray:
    return _both(around, around.first_other[2 * axis : 2 * axis + 2])


def _both(around: Surroundings, ends: np.ndarray) -> np.ndarray:
    """The colour at both ends of two rays, where it is the same."""
    first, second = (around.colours(end, NOTHING) for end in ends)
    equal = (first == second) & (first != NOTHING)
    return np.where(equal, first, around.grid)


for _way, _name in enumerate(DIRECTIONS):
    expression(f"what is first seen {_name}", 1.1 if _way < 4 else 1.3)(
        partial(_first_seen, way=_way)
    )
    expression(f"what follows its own colour {_name}", 1.3)(
        partial(_first_other, way=_way)
    )
for _axis, _name in enumerate(AXES):
    expression(f"what follows its own colour on both sides {_name}", 1.2)(
        partial(_other_on_both_sides, axis=_axis)
    )
    expression(f"what is first seen on both sides {_name}", 1.2)(
        partial(_seen_on_both_sides, axis=_axis)
    )


@expression("the nearest colour in its row or column", 1.2)
def _nearest_straight(around: Surroundings) -> np.ndarray:
    return _closest(around, around.first_seen[:4])


@expression("the nearest colour along a diagonal", 1.4)
def _nearest_diagonal(around: Surroundings) -> np.ndarray:
    return _closest(around, around.first_seen[4:])


def _closest(around: Surroundings, ends: np.ndarray) -> np.ndarray:
    """The colour at the nearest of some ends; of equally near ones, at the first."""
    away = np.where(ends < 0, FAR, around.distances(ends))
    near = np.take_along_axis(ends, away.argmin(0)[None], axis=0)[0]
    return around.colours(near, around.grid)


@expression("the colour of the nearest cell that is not background", 1.2)
def _nearest(around: Surroundings) -> np.ndarray:
    if not around.figure.any():
        return around.grid
    nearest = ndimage.distance_transform_cdt(
        ~around.figure, "taxicab", return_distances=False, return_indices=True
    )
    return around.grid[tuple(nearest)]


@expression("the most common colour of its neighbours", 1.4)
def _around(around: Surroundings) -> np.ndarray:
    counts = np.stack(
        [
            sum(
                shift(around.grid == colour, down, across, False).astype(int)
                for down, across in STEPS.tolist()
            )
            for colour in range(COLOURS)
        ]
    )
    return counts.argmax(0).astype(np.uint8)


# --- colours of rows, columns and the grid


def _most_common_in_line(
    around: Surroundings, axis: int, background: bool
) -> np.ndarray:
    """The most common colour of a row or column, or background if there is none."""
    counts = np.stack([(around.grid == colour).sum(axis) for colour in range(COLOURS)])
    if not background:
        counts[around.background] = 0
    best = np.where(counts.max(0) > 0, counts.argmax(0), around.background)
    line = best[None, :] if axis == 0 else best[:, None]
    return np.broadcast_to(line, around.shape).astype(np.uint8)


def _common(around: Surroundings, rank: int) -> np.ndarray:
    counts = np.bincount(around.grid[around.figure], minlength=COLOURS)
    order = np.argsort(-counts, kind="stable")
    exists = counts[order[rank]] > 0
    return np.full(around.shape, order[rank] if exists else NOTHING, np.uint8)


for _axis, _name in enumerate(("column", "row")):
    expression(f"the most common colour of its {_name}", 1.2)(
        partial(_most_common_in_line, axis=_axis, background=True)
    )
    expression(f"the most common colour of its {_name} but the background", 1.2)(
        partial(_most_common_in_line, axis=_axis, background=False)
    )
for _rank, _name in enumerate(("most", "second most", "third most")):
    expression(f"the {_name} common colour but the background", 1.2 + 0.2 * _rank)(
        partial(_common, rank=_rank)
    )


@expression("the least common colour but the background", 1.2)
def _rarest(around: Surroundings) -> np.ndarray:
    counts = np.bincount(around.grid[around.figure], minlength=COLOURS)
    if not counts.any():
        return np.full(around.shape, NOTHING, np.uint8)
    return np.full(
        around.shape, np.where(counts, counts, counts.max() + 1).argmin(), np.uint8
    )


expression("the other of the two colours", 1.3)(
    lambda around: _other(around.grid, np.unique(around.grid))
)
expression("the other of the two colours but the background", 1.3)(
    lambda around: _other(around.grid, np.unique(around.grid[around.figure]))
)


def _other(grid: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Two colours exchanged."""
    if len(two) != 2:
        return np.full(grid.shape, NOTHING, np.uint8)
    first = np.where(grid == two[0], two[1], grid)
    return np.where(grid == two[1], two[0], first)


def expressions(
    surroundings: list[Surroundings], colours: list[int]
) -> Iterator[Feature]:
    """Everything that a cell can get by itself; `colours` are those of outputs."""
    for entry in EXPRESSIONS:
        values = [entry.function(around) for around in surroundings]
        yield Feature(entry.words, entry.cost, values)
    for colour in colours:
        fixed = [np.full(around.shape, colour, np.uint8) for around in surroundings]
        yield Feature(f"{colour}", 1.0, fixed)
