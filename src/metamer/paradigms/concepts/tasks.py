"""Grids and tasks, as in the Abstraction and Reasoning Corpus (ARC)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8

from metamer.core.errors import Refusal

Grid = UInt8[np.ndarray, "_ _"]
"""Colours 0 (black, by custom the background) to 9; 1x1 to 30x30."""

COLOURS = 10
LARGEST = 30
"""The longest side of a grid."""
MAX_PAIRS = 100
"""How many demonstrations a task can have, and how many test inputs. Source: ours; tasks
of ARC have up to 10."""


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


class NamedTask(NamedTuple):
    """A task, what it is called, where it comes from, and the answers to its inputs."""

    name: str
    concept: str
    minimal: bool
    """Whether it is the simplest of its concept, which only tests attention."""
    task: Task
    answers: tuple[Grid | None, ...]
    """None where a file has no output: such an input is asked but not scored."""
    family: str = ""
    """The family of a generated task; empty for a task that was read from a file."""
    apart: bool = False
    """Whether the family was unknown to the authors of the search's operations."""
    shortcuts: tuple[Grid | None, ...] = ()
    """What a shortcut makes of each input, None where it says nothing; empty for a task
    without a shortcut."""
    parts: tuple[str, ...] = ()
    """`held_out` for each input on which rule and shortcut part, else `familiar`."""

    def part(self, place: int) -> str:
        """Which part an input belongs to; empty in a task without a shortcut."""
        return self.parts[place] if self.parts else ""

    def shortcut(self, place: int) -> Grid | None:
        """What the shortcut makes of an input, if it says anything."""
        return self.shortcuts[place] if self.shortcuts else None

    def only(self, place: int) -> NamedTask:
        """The task with only one of its inputs."""
        one = slice(place, place + 1)
        return self._replace(
            task=self.task._replace(inputs=self.task.inputs[one]),
            answers=self.answers[one],
            shortcuts=self.shortcuts[one],
            parts=self.parts[one],
        )


def as_grid(rows: object) -> Grid:
    """Rows of whole numbers as a grid."""
    return np.array(rows, dtype=np.uint8)


def same(first: np.ndarray | None, second: np.ndarray | None) -> bool:
    """Whether two grids are equal in shape and every cell."""
    return first is not None and second is not None and np.array_equal(first, second)


def as_text(grid: Grid | None) -> str:
    """A grid as rows of digits joined by /; empty if there is no grid."""
    return "" if grid is None else "/".join("".join(map(str, row)) for row in grid)


def from_text(text: str) -> Grid | None:
    """The grid that `as_text` wrote."""
    if not text:
        return None
    rows = text.split("/")
    ragged = len({len(row) for row in rows}) > 1
    if ragged or not all(row.isascii() and row.isdigit() for row in rows):
        raise Refusal(
            f"{text!r} is not a grid; write rows of digits of equal length, joined by /, "
            f"with colours from 0 to {COLOURS - 1}: 030/111"
        )
    return as_grid([[int(cell) for cell in row] for row in rows])
