"""The same task looked at otherwise: turned, or with colours renamed.

A program that is found in a look is one for the task: its answers are turned back.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from metamer.programs.scene import Scene
from metamer.programs.task import COLOURS, Grid, Pair, Task

Turn = Callable[[np.ndarray], np.ndarray]


class Look(NamedTuple):
    """A task as it looks now, and the way back for its answers."""

    words: str
    task: Task
    back: Callable[[int, Grid], Grid]
    """From the answer to asked input number n, as it looks now, to the answer."""
    cost: float
    """What a program pays for being found only here."""


def plain(task: Task) -> Look:
    """The task as it is."""
    return Look("", task, lambda number, grid: grid, 0.0)


def by_frequency(task: Task) -> Look | None:
    """Colours renamed in each pair: the background is 0, the most common other 1 ...

    What a rule says of "colour 1" is then said of the most common colour. None where two
    colours are equally common, so that names would be arbitrary, or nothing changes.
    """
    names = [_renamed(grid) for grid in task.seen]
    known = len(task.demonstrations)
    if any(it is None for it in names):
        return None
    tables = [it for it in names if it is not None]
    if all((table == np.arange(COLOURS)).all() for table in tables):
        return None
    pairs = zip(task.demonstrations, tables, strict=False)
    shown = tuple(Pair(table[one], table[two]) for (one, two), table in pairs)
    asked = zip(task.inputs, tables[known:], strict=True)
    inputs = tuple(table[grid] for grid, table in asked)
    inverse = [np.argsort(table).astype(np.uint8) for table in tables[known:]]
    look = Task(shown, inputs)
    return Look(
        "colours by how common they are",
        look,
        lambda number, grid: inverse[number][grid],
        1.0,
    )


def _renamed(grid: Grid) -> np.ndarray | None:
    """A new name for each colour; None where two are equally common."""
    counts = np.bincount(grid.ravel(), minlength=COLOURS)
    back = Scene(grid).background
    others = [it for it in range(COLOURS) if it != back and counts[it]]
    if len({int(counts[it]) for it in others}) < len(others):
        return None
    absent = [it for it in range(COLOURS) if it != back and not counts[it]]
    order = [back, *sorted(others, key=lambda it: -counts[it]), *absent]
    table = np.empty(COLOURS, np.uint8)
    table[order] = np.arange(COLOURS)
    return table


TURNS: tuple[tuple[str, Turn, Turn], ...] = (
    ("turned over its diagonal", np.transpose, np.transpose),
    ("upside down", np.flipud, np.flipud),
    ("left and right swapped", np.fliplr, np.fliplr),
)


def turned(task: Task) -> Iterator[Look]:
    """The task turned over; for searches whose operations have a direction."""
    for words, turn, back in TURNS:
        shown = tuple(
            Pair(_whole(turn(one)), _whole(turn(two)))
            for one, two in task.demonstrations
        )
        inputs = tuple(_whole(turn(grid)) for grid in task.inputs)
        yield Look(words, Task(shown, inputs), _by(back), 0.3)


def _by(turn: Turn) -> Callable[[int, Grid], Grid]:
    return lambda number, grid: _whole(turn(grid))


def _whole(grid: np.ndarray) -> Grid:
    return np.ascontiguousarray(grid)
