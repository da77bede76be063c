"""The same task from another perspective: turned over, or with colours renamed.

A program that is found from a perspective is one for the task: its answers are turned back.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.motions import MOTIONS, Motion
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import COLOURS, Grid, Pair, Task


class Perspective(NamedTuple):
    """A task as it looks now, and the way back for its answers."""

    words: str
    task: Task
    back: Callable[[int, Grid], Grid]
    """From the answer to asked input number n, as it looks now, to the answer."""
    cost: float
    """What a program pays for being found only here."""


def perspectives(task: Task) -> Iterator[Perspective]:
    """The task as it is, then with its colours renamed, then flipped over."""
    yield as_it_is(task)
    by_rank = by_frequency(task)
    if by_rank:
        yield by_rank
    yield from flipped(task)


def as_it_is(task: Task) -> Perspective:
    """The task itself."""
    return Perspective("", task, lambda number, grid: grid, 0.0)


def by_frequency(task: Task) -> Perspective | None:
    """Colours renamed in each pair: the background is 0, the most common other 1 ...

    What a rule says of "colour 1" is then said of the most common colour. None if two
    colours are equally common, so that names would be arbitrary, or if nothing changes.
    """
    names = [_names_by_frequency(grid) for grid in task.seen]
    known = len(task.demonstrations)
    tables = [table for table in names if table is not None]
    if len(tables) < len(names):
        return None
    if all((table == np.arange(COLOURS)).all() for table in tables):
        return None
    # Outputs are renamed as their inputs are, or a name would mean two colours.
    pairs = zip(task.demonstrations, tables, strict=False)
    shown = tuple(Pair(table[before], table[after]) for (before, after), table in pairs)
    asked = zip(task.inputs, tables[known:], strict=True)
    inputs = tuple(table[grid] for grid, table in asked)
    inverse = [np.argsort(table).astype(np.uint8) for table in tables[known:]]
    return Perspective(
        "with colours numbered by frequency",
        Task(shown, inputs),
        lambda number, grid: inverse[number][grid],
        1.0,
    )


def _names_by_frequency(grid: Grid) -> np.ndarray | None:
    """A new name for each colour; None if two are equally common."""
    counts = np.bincount(grid.ravel(), minlength=COLOURS)
    background = Scene(grid).background
    others = [colour for colour in range(COLOURS) if colour != background]
    shown = [colour for colour in others if counts[colour]]
    if len({int(counts[colour]) for colour in shown}) < len(shown):
        return None
    # Absent colours have names as well: only a permutation can be undone, and an answer
    # may have any colour.
    absent = [colour for colour in others if not counts[colour]]
    order = [background, *sorted(shown, key=lambda colour: -counts[colour]), *absent]
    table = np.empty(COLOURS, np.uint8)
    table[order] = np.arange(COLOURS)
    return table


TRIED_FLIPS = (
    "flipped about its diagonal",
    "flipped upside down",
    "flipped left to right",
)
"""Some operations have a direction; these motions let them work in the others."""


def flipped(task: Task) -> Iterator[Perspective]:
    """The task flipped over; a flip is its own way back."""
    for words in TRIED_FLIPS:
        flip = MOTIONS[words]
        shown = tuple(
            Pair(_contiguous(flip(before)), _contiguous(flip(after)))
            for before, after in task.demonstrations
        )
        inputs = tuple(_contiguous(flip(grid)) for grid in task.inputs)
        yield Perspective(words, Task(shown, inputs), _back(flip), 0.3)


def _back(flip: Motion) -> Callable[[int, Grid], Grid]:
    return lambda number, grid: _contiguous(flip(grid))


def _contiguous(grid: np.ndarray) -> Grid:
    """In the memory layout that compiled operations expect."""
    return np.ascontiguousarray(grid)
