"""Lines that point at a cell: what they would cover if they went on."""

from functools import partial

import numpy as np

from metamer.programs.cells.conditions import of_cell
from metamer.programs.cells.expressions import expression
from metamer.programs.cells.sight import STEPS, Sight
from metamer.programs.scene import NOTHING

STRAIGHT, DIAGONAL = (0, 1, 2, 3), (4, 5, 6, 7)
ALL = (*STRAIGHT, *DIAGONAL)


def pointing(sight: Sight, ways: tuple[int, ...]) -> np.ndarray:
    """The colour of the nearest line that points at each cell of background.

    A line is two or more cells of one colour in a row with none of it beside its end;
    nothing but background lies between it and the cell.
    """
    found = np.full(sight.shape, NOTHING, np.uint8)
    nearest = np.full(sight.shape, 99)
    for way in ways:
        ends = sight.met[way]
        away = _distance(sight, ends)
        better = _is_line(sight, ends, way) & (away < nearest) & ~sight.figure
        found = np.where(better, sight.colours(ends, NOTHING), found)
        nearest = np.where(better, away, nearest)
    return found


def _distance(sight: Sight, ends: np.ndarray) -> np.ndarray:
    rows, columns = np.indices(sight.shape)
    down, across = ends // sight.shape[1] - rows, ends % sight.shape[1] - columns
    return np.maximum(np.abs(down), np.abs(across))


def _is_line(sight: Sight, ends: np.ndarray, way: int) -> np.ndarray:
    """Whether a line begins where each look ends and goes on away from the cell."""
    down, across = STEPS[way].tolist()
    beside = STEPS[:4].tolist() if way >= 4 else [(across, down), (-across, -down)]
    thin = [~_alike(sight, ends, *step) for step in beside]
    return (ends >= 0) & _alike(sight, ends, down, across) & np.logical_and.reduce(thin)


def _alike(sight: Sight, ends: np.ndarray, down: int, across: int) -> np.ndarray:
    """Whether the cell one step from each end has the colour of the end."""
    padded = np.pad(sight.grid, 1, constant_values=NOTHING)
    rows, columns = ends // sight.shape[1] + 1, ends % sight.shape[1] + 1
    return padded[rows + down, columns + across] == padded[rows, columns]


def _pointed_at(sight: Sight, ways: tuple[int, ...]) -> np.ndarray:
    return pointing(sight, ways) != NOTHING


def _gone_on(sight: Sight, ways: tuple[int, ...]) -> np.ndarray:
    found = pointing(sight, ways)
    return np.where(found == NOTHING, sight.grid, found)


for _words, _ways in (
    ("that points at it", ALL),
    ("that points straight at it", STRAIGHT),
    ("that points diagonally at it", DIAGONAL),
):
    of_cell(f"there is a line {_words}", 1.3)(partial(_pointed_at, ways=_ways))
    expression(f"the colour of the line {_words}", 1.2)(partial(_gone_on, ways=_ways))
