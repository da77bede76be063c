"""Many things said of every cell of all scenes of a task, one row for each."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np


class Columns(NamedTuple):
    """What is said, its words and what it costs to say it."""

    words: list[str]
    costs: np.ndarray
    values: np.ndarray
    """[what is said, cell]: the cells of all scenes, one scene after the other."""

    def take(self, rows: np.ndarray) -> "Columns":
        """Some of what is said."""
        return Columns(
            [self.words[row] for row in rows], self.costs[rows], self.values[rows]
        )


class Said(NamedTuple):
    """One thing said of the cells of each scene."""

    words: str
    cost: float
    values: list[np.ndarray]
    """An array of the grid's shape for each scene."""


def gather(said: Iterable[Said]) -> Columns:
    """Things said one by one, as rows."""
    found = list(said)
    rows = [np.concatenate([it.ravel() for it in one.values]) for one in found]
    return Columns(
        [one.words for one in found],
        np.array([one.cost for one in found]),
        np.stack(rows),
    )


def join(parts: list[Columns]) -> Columns:
    """All that several parts say."""
    return Columns(
        [words for part in parts for words in part.words],
        np.concatenate([part.costs for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def distinct(columns: Columns, most: int | None = None) -> Columns:
    """The cheapest of all rows that are equal, cheap ones first, and not too many."""
    order = np.argsort(columns.costs, kind="stable")
    kept: dict[bytes, int] = {}
    for row, key in zip(order.tolist(), keys(columns.values[order]), strict=True):
        kept.setdefault(key, row)
    return columns.take(np.array(list(kept.values())[:most], int))


def alike(columns: Columns, cells: int) -> list[np.ndarray]:
    """Rows that say the same of the first so many cells, as groups of numbers.

    In the order of their cheapest members, if the rows are in the order of cost.
    """
    groups: dict[bytes, list[int]] = {}
    for row, key in enumerate(keys(columns.values[:, :cells])):
        groups.setdefault(key, []).append(row)
    return [np.array(group) for group in groups.values()]


def keys(values: np.ndarray) -> list[bytes]:
    """Something to compare each row by."""
    small = np.packbits(values, axis=1) if values.dtype == bool else values
    whole = np.ascontiguousarray(small)
    wide = whole.shape[1] * whole.itemsize
    buffer = whole.tobytes()
    return [buffer[row * wide : (row + 1) * wide] for row in range(len(whole))]
