"""Grids and tasks, as in the Abstraction and Reasoning Corpus (ARC)."""

from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8

Grid = UInt8[np.ndarray, "_ _"]
"""Colours 0 (black, by custom the background) to 9; 1x1 to 30x30."""

COLOURS = 10
LARGEST = 30
"""The longest side of a grid."""


class Pair(NamedTuple):
    """An input, and the output that the task's rule makes of it."""

    input: Grid
    output: Grid


class Task(NamedTuple):
    """Demonstrations of a rule, and inputs to apply it to."""

    demonstrations: tuple[Pair, ...]
    inputs: tuple[Grid, ...]

    @property
    def keeps_shape(self) -> bool:
        """Whether every demonstrated output has the shape of its input."""
        return all(
            pair.input.shape == pair.output.shape for pair in self.demonstrations
        )

    @property
    def seen(self) -> tuple[Grid, ...]:
        """All inputs: those of the demonstrations, then those that are asked."""
        return (*(pair.input for pair in self.demonstrations), *self.inputs)


def as_grid(rows: object) -> Grid:
    """Rows of whole numbers as a grid."""
    return np.array(rows, dtype=np.uint8)


def same(first: np.ndarray | None, second: np.ndarray | None) -> bool:
    """Whether two grids are equal in shape and every cell."""
    return first is not None and second is not None and np.array_equal(first, second)
