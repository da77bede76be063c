"""Lines that point at a cell: what they would cover if they were longer."""

from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.cells.conditions import condition
from metamer.paradigms.concepts.search.cells.expressions import expression
from metamer.paradigms.concepts.search.cells.surroundings import (
    FAR,
    STEPS,
    Surroundings,
)
from metamer.paradigms.concepts.search.scene import NOTHING

STRAIGHT, DIAGONAL = (0, 1, 2, 3), (4, 5, 6, 7)
ALL = (*STRAIGHT, *DIAGONAL)


def colour_of_line(around: Surroundings, ways: tuple[int, ...]) -> np.ndarray:
    """The colour of the nearest line that points at each cell of background.

    A line is two or more cells of one colour in a row with none of it beside its end;
    nothing but background lies between it and the cell.
    """
    colours = np.full(around.shape, NOTHING, np.uint8)
    nearest = np.full(around.shape, FAR)
    for way in ways:
        ends = around.first_seen[way]
        away = around.distances(ends)
        better = _is_line(around, ends, way) & (away < nearest) & ~around.figure
        colours = np.where(better, around.colours(ends, NOTHING), colours)
        nearest = np.where(better, away, nearest)
    return colours


def _is_line(around: Surroundings, ends: np.ndarray, way: int) -> np.ndarray:
    """Whether a line begins where each ray ends, and leads away from the cell."""
    down, across = STEPS[way].tolist()
    beside = STEPS[:4].tolist() if way >= 4 else [(across, down), (-across, -down)]
    thin = [~_alike(around, ends, *step) for step in beside]
    return (
        (ends >= 0) & _alike(around, ends, down, across) & np.logical_and.reduce(thin)
    )


def _alike(
    around: Surroundings, ends: np.ndarray, down: int, across: int
) -> np.ndarray:
    """Whether the cell one step from each end has the colour of the end."""
    # With a margin of no colour, so that a step over the edge is never alike.
    padded = np.pad(around.grid, 1, constant_values=NOTHING)
    rows, columns = ends // around.shape[1] + 1, ends % around.shape[1] + 1
    return padded[rows + down, columns + across] == padded[rows, columns]


def _pointed_at(around: Surroundings, ways: tuple[int, ...]) -> np.ndarray:
    return colour_of_line(around, ways) != NOTHING


def _extended(around: Surroundings, ways: tuple[int, ...]) -> np.ndarray:
    found = colour_of_line(around, ways)
    return np.where(found == NOTHING, around.grid, found)


for _words, _ways in (
    ("that points at it", ALL),
    ("that points straight at it", STRAIGHT),
    ("that points diagonally at it", DIAGONAL),
):
    condition(f"there is a line {_words}", 1.3)(partial(_pointed_at, ways=_ways))
    expression(f"the colour of the line {_words}", 1.2)(partial(_extended, ways=_ways))
