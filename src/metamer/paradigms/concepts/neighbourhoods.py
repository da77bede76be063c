"""Cells of an output, each with the neighbourhood of the input cell that it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Float32, Int
from numpy.lib.stride_tricks import sliding_window_view

from metamer.core.solve import Guess
from metamer.paradigms.concepts.tasks import COLOURS, LARGEST, Grid, Pair, Task

OUTSIDE = COLOURS
"""What a neighbourhood has beyond the edge of the grid, in the place of a colour."""
UNCHANGED = COLOURS
"""The label of an output cell that has the colour of its input cell, whichever that is."""

Shape = tuple[int, int]

Guesses = tuple[tuple[Guess, ...], ...]

Teach = Callable[[np.ndarray, np.ndarray], Callable[[np.ndarray], np.ndarray]]
"""Gets features and labels of cells; gives what answers features with labels, or with a
column of probabilities for each label."""


class Cells(NamedTuple):
    """All cells of an output, row by row."""

    features: Float32[np.ndarray, "cell feature"]
    colours: Int[np.ndarray, " cell"]
    """The colour of the input cell that each comes from."""


def output_shape(pairs: tuple[Pair, ...], grid: Grid) -> Shape:
    """The shape that the output of a new input should have.

    The input's, scaled as in all demonstrations; where they are not scaled alike, or this
    would be no grid, the most common shape of their outputs.
    """
    ratios = {_ratio(pair) for pair in pairs}
    if len(ratios) == 1:
        sides = [
            side * ratio for side, ratio in zip(grid.shape, ratios.pop(), strict=True)
        ]
        if all(side.denominator == 1 and 1 <= side <= LARGEST for side in sides):
            return int(sides[0]), int(sides[1])
    shapes = Counter(pair.output.shape for pair in pairs)
    height, width = shapes.most_common(1)[0][0]
    return height, width


def _ratio(pair: Pair) -> tuple[Fraction, Fraction]:
    """How many times as high and as wide as the input the output is."""
    (height, width), (above, across) = pair.output.shape, pair.input.shape
    return Fraction(height, above), Fraction(width, across)


def cells(grid: Grid, shape: Shape, size: int) -> Cells:
    """The cells of an output of this shape, seen through the input around them.

    Each place of a neighbourhood of `size` x `size` cells says which colour it has, or
    that it is outside, and whether it has the colour of the middle. Two further features
    of either axis say where in the output the cell is, and where in its input cell, if
    the output is larger.
    """
    (rows, down), (columns, across) = map(_axis, shape, grid.shape)
    places = np.ix_(rows, columns)
    around = _neighbourhoods(grid, size)[places].reshape(-1, size * size)
    colours = grid[places].ravel().astype(int)
    known = around[:, :, None] == np.arange(OUTSIDE + 1)
    alike = around == colours[:, None]
    where = [
        np.broadcast_to(axis, (*shape, 2)).reshape(-1, 2)
        for axis in (down[:, None], across[None])
    ]
    seen = [known.reshape(len(around), -1), alike, *where]
    return Cells(np.concatenate(seen, axis=1, dtype=np.float32), colours)


def _axis(
    length: int, source: int
) -> tuple[Int[np.ndarray, " cell"], Float[np.ndarray, "cell 2"]]:
    """The input row of each output row, and where in the output and in that row it is."""
    place = np.arange(length) * source
    along = np.arange(length) / max(length - 1, 1)
    return place // length, np.stack([along, place % length / length], axis=1)


def _neighbourhoods(grid: Grid, size: int) -> np.ndarray:
    padded = np.pad(grid, size // 2, constant_values=OUTSIDE)
    return sliding_window_view(padded, (size, size))


def labels(source: Int[np.ndarray, " cell"], output: Grid) -> Int[np.ndarray, " cell"]:
    """What is to be said of each output cell: its colour, or that it is unchanged."""
    return np.where(output.ravel() == source, UNCHANGED, output.ravel()).astype(int)


def colours_of(
    answer: np.ndarray, source: Int[np.ndarray, " cell"]
) -> Int[np.ndarray, " cell"]:
    """The likeliest colour of each cell, from labels or from their probabilities.

    A colour has the probability of its own label, and of `UNCHANGED` where the input cell
    has it.
    """
    if answer.ndim == 1:
        return np.where(answer == UNCHANGED, source, answer)
    likely = np.zeros((len(answer), UNCHANGED + 1))
    likely[:, : answer.shape[1]] = answer
    likely[np.arange(len(answer)), source] += likely[:, UNCHANGED]
    return likely[:, :COLOURS].argmax(axis=1)


def paint(task: Task, size: int, teach: Teach) -> list[Grid]:
    """The output of each asked input, cell by cell, by whoever `teach` has taught."""
    pairs = task.demonstrations
    shown = [cells(pair.input, pair.output.shape, size) for pair in pairs]
    said = [
        labels(each.colours, pair.output)
        for each, pair in zip(shown, pairs, strict=True)
    ]
    seen = np.concatenate([each.features for each in shown])
    ask = teach(seen, np.concatenate(said))
    found = []
    for grid in task.inputs:
        shape = output_shape(pairs, grid)
        asked = cells(grid, shape, size)
        colours = colours_of(ask(asked.features), asked.colours)
        found.append(colours.reshape(shape).astype(np.uint8))
    return found


def guess(
    task: Task, sizes: Sequence[int], answers: Callable[[int], list[Grid]]
) -> Guesses:
    """The answers from neighbourhoods of each size in turn, equal ones once."""
    found: tuple[dict[bytes, Guess], ...] = tuple({} for _ in task.inputs)
    for size in sizes:
        for each, grid in zip(found, answers(size), strict=False):
            why = f"from neighbourhoods of {size} x {size} cells"
            each.setdefault(grid.tobytes(), Guess(grid, why))
    return tuple(tuple(each.values()) for each in found)
