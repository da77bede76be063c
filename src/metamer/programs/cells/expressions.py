"""Colours that a cell can be given: its own, what it looks at, its mirror image ...

Adding an expression is adding one function below, which says a colour for every cell of a
scene, and `NOTHING` where it has none to say.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy import ndimage

from metamer.programs.cells.columns import Said
from metamer.programs.cells.sight import AXES, DIRECTIONS, STEPS, Sight, shifted
from metamer.programs.scene import NOTHING

Gives = Callable[[Sight], np.ndarray]

EXPRESSIONS: list[tuple[str, float, Gives]] = []


def expression(words: str, cost: float) -> Callable[[Gives], Gives]:
    """Keep a way to give colours to cells."""

    def keep(gives: Gives) -> Gives:
        EXPRESSIONS.append((words, cost, gives))
        return gives

    return keep


expression("its own colour", 0.3)(lambda sight: sight.grid)
expression("background", 0.5)(
    lambda sight: np.full(sight.shape, sight.background, np.uint8)
)

# --- images of the grid

expression("its mirror image left to right", 1.2)(lambda sight: sight.grid[:, ::-1])
expression("its mirror image up to down", 1.2)(lambda sight: sight.grid[::-1])
expression("its image upside down", 1.3)(lambda sight: sight.grid[::-1, ::-1])
expression("its mirror image over the diagonal", 1.3)(
    lambda sight: _square(sight.grid.T)
)
expression("its mirror image over the back diagonal", 1.3)(
    lambda sight: _square(sight.grid[::-1, ::-1].T)
)
expression("its image by a quarter turn", 1.4)(
    lambda sight: _square(np.rot90(sight.grid))
)
expression("its image by a quarter turn back", 1.4)(
    lambda sight: _square(np.rot90(sight.grid, 3))
)


def _square(image: np.ndarray) -> np.ndarray:
    """An image turned over, which only a square grid has."""
    height, width = image.shape
    if height == width:
        return image
    return np.full((width, height), NOTHING, np.uint8)


def _beside(sight: Sight, way: int) -> np.ndarray:
    down, across = STEPS[way].tolist()
    return shifted(sight.grid, -down, -across, sight.background)


def _fallen(sight: Sight, way: int) -> np.ndarray:
    """Cells that are not background, moved one by one as far as they go."""
    grid = sight.grid if way < 2 else sight.grid.T
    upward = way % 2 == 0
    figure = grid != sight.background
    order = np.argsort(~figure if upward else figure, axis=0, kind="stable")
    fallen = np.take_along_axis(grid, order, axis=0)
    return fallen if way < 2 else fallen.T


for _way, _name in enumerate(DIRECTIONS):
    expression(f"what is next to it {_name}", 1.3)(partial(_beside, way=_way))
for _way, _name in enumerate(DIRECTIONS[:4]):
    expression(f"what is there once all cells fall {_name}", 1.3)(
        partial(_fallen, way=_way)
    )

# --- what a cell sees


def _met(sight: Sight, way: int) -> np.ndarray:
    return sight.colours(sight.met[way], sight.grid)


def _beyond(sight: Sight, way: int) -> np.ndarray:
    return sight.colours(sight.beyond[way], sight.grid)


def _met_twice(sight: Sight, axis: int) -> np.ndarray:
    return _both(sight, sight.met[2 * axis : 2 * axis + 2])


def _beyond_twice(sight: Sight, axis: int) -> np.ndarray:
    return _both(sight, sight.beyond[2 * axis : 2 * axis + 2])


def _both(sight: Sight, ends: np.ndarray) -> np.ndarray:
    """The colour at both ends, where it is one."""
    first, second = (sight.colours(it, NOTHING) for it in ends)
    equal = (first == second) & (first != NOTHING)
    return np.where(equal, first, sight.grid)


for _way, _name in enumerate(DIRECTIONS):
    expression(f"what it meets looking {_name}", 1.1 if _way < 4 else 1.3)(
        partial(_met, way=_way)
    )
    expression(f"what comes after its own colour {_name}", 1.3)(
        partial(_beyond, way=_way)
    )
for _axis, _name in enumerate(AXES):
    expression(f"what is on both sides of it {_name}", 1.2)(
        partial(_beyond_twice, axis=_axis)
    )
    expression(f"what it meets on both sides {_name}", 1.2)(
        partial(_met_twice, axis=_axis)
    )


@expression("the nearest colour in its row or column", 1.2)
def _nearest_met(sight: Sight) -> np.ndarray:
    return _closest(sight, sight.met[:4])


@expression("the nearest colour along a diagonal", 1.4)
def _nearest_diagonal(sight: Sight) -> np.ndarray:
    return _closest(sight, sight.met[4:])


def _closest(sight: Sight, ends: np.ndarray) -> np.ndarray:
    """The colour at the nearest of some ends, where no other is as near."""
    rows, columns = np.indices(sight.shape)
    away = np.maximum(
        np.abs(ends // sight.shape[1] - rows), np.abs(ends % sight.shape[1] - columns)
    )
    away = np.where(ends < 0, 99, away)
    near = np.take_along_axis(ends, away.argmin(0)[None], axis=0)[0]
    return sight.colours(near, sight.grid)


@expression("the colour of the nearest cell that is not background", 1.2)
def _nearest(sight: Sight) -> np.ndarray:
    if not sight.figure.any():
        return sight.grid
    at = ndimage.distance_transform_cdt(
        ~sight.figure, "taxicab", return_distances=False, return_indices=True
    )
    return sight.grid[tuple(at)]


@expression("the usual colour of its neighbours", 1.4)
def _around(sight: Sight) -> np.ndarray:
    counts = np.stack(
        [
            sum(
                shifted(sight.grid == colour, down, across, False).astype(int)
                for down, across in STEPS.tolist()
            )
            for colour in range(10)
        ]
    )
    return counts.argmax(0).astype(np.uint8)


# --- colours of rows, columns and the grid


def _usual(sight: Sight, axis: int, background: bool) -> np.ndarray:
    """The most common colour of a row or column, background where there is none."""
    counts = np.stack([(sight.grid == colour).sum(axis) for colour in range(10)])
    if not background:
        counts[sight.background] = 0
    best = np.where(counts.max(0) > 0, counts.argmax(0), sight.background)
    line = best[None, :] if axis == 0 else best[:, None]
    return np.broadcast_to(line, sight.shape).astype(np.uint8)


def _common(sight: Sight, rank: int) -> np.ndarray:
    counts = np.bincount(sight.grid[sight.figure], minlength=10)
    order = np.argsort(-counts, kind="stable")
    there = counts[order[rank]] > 0
    return np.full(sight.shape, order[rank] if there else NOTHING, np.uint8)


for _axis, _name in enumerate(("column", "row")):
    expression(f"the usual colour of its {_name}", 1.2)(
        partial(_usual, axis=_axis, background=True)
    )
    expression(f"the usual colour of its {_name}, background aside", 1.2)(
        partial(_usual, axis=_axis, background=False)
    )
for _rank, _name in enumerate(("most", "second most", "third most")):
    expression(f"the {_name} common colour but the background", 1.2 + 0.2 * _rank)(
        partial(_common, rank=_rank)
    )


@expression("the least common colour but the background", 1.2)
def _rarest(sight: Sight) -> np.ndarray:
    counts = np.bincount(sight.grid[sight.figure], minlength=10)
    if not counts.any():
        return np.full(sight.shape, NOTHING, np.uint8)
    return np.full(sight.shape, np.where(counts, counts, 999).argmin(), np.uint8)


expression("the other of the two colours", 1.3)(
    lambda sight: _other(sight.grid, np.unique(sight.grid))
)
expression("the other of the two colours, background aside", 1.3)(
    lambda sight: _other(sight.grid, np.unique(sight.grid[sight.figure]))
)


def _other(grid: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Two colours exchanged."""
    if len(two) != 2:
        return np.full(grid.shape, NOTHING, np.uint8)
    first = np.where(grid == two[0], two[1], grid)
    return np.where(grid == two[1], two[0], first)


def expressions(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """Everything that a cell can be given by itself; `colours` are those of outputs."""
    for words, cost, gives in EXPRESSIONS:
        yield Said(words, cost, [gives(sight) for sight in sights])
    for colour in colours:
        fixed = [np.full(sight.shape, colour, np.uint8) for sight in sights]
        yield Said(f"{colour}", 1.0, fixed)
