"""Many features of every cell of all scenes of a task, one row for each."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np


class Feature(NamedTuple):
    """Something that is true or false of every cell, or a colour for every cell."""

    words: str
    cost: float
    values: list[np.ndarray]
    """An array of the grid's shape for each scene."""


class Features(NamedTuple):
    """Many features, with their words and costs."""

    words: list[str]
    costs: np.ndarray
    values: np.ndarray
    """[feature, cell]: the cells of all scenes, one scene after the other."""

    def take(self, rows: np.ndarray) -> "Features":
        """Some of the features."""
        return Features(
            [self.words[row] for row in rows], self.costs[rows], self.values[rows]
        )


def stack(features: Iterable[Feature]) -> Features:
    """Many single features as one table, a row for each."""
    listed = list(features)
    rows = [
        np.concatenate([grid.ravel() for grid in feature.values]) for feature in listed
    ]
    return Features(
        [feature.words for feature in listed],
        np.array([feature.cost for feature in listed]),
        np.stack(rows),
    )


def concatenate(parts: list[Features]) -> Features:
    """The features of all parts."""
    return Features(
        [words for part in parts for words in part.words],
        np.concatenate([part.costs for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def distinct(features: Features, most: int | None = None) -> Features:
    """The cheapest of all rows that are equal, cheap ones first, `most` of them."""
    order = np.argsort(features.costs, kind="stable")
    cheapest: dict[bytes, int] = {}
    for row, key in zip(order.tolist(), _keys(features.values[order]), strict=True):
        cheapest.setdefault(key, row)
    return features.take(np.array(list(cheapest.values())[:most], int))


def group_equal(features: Features, cells: int) -> list[np.ndarray]:
    """The row numbers of features that are equal on the first `cells` cells, as groups.

    In the order of their cheapest members, if the rows are in the order of cost.
    """
    groups: dict[bytes, list[int]] = {}
    for row, key in enumerate(_keys(features.values[:, :cells])):
        groups.setdefault(key, []).append(row)
    return [np.array(group) for group in groups.values()]


def _keys(values: np.ndarray) -> list[bytes]:
    """The bytes of each row, by which rows are compared."""
    # The array becomes bytes once, and rows are slices of these: there are thousands of
    # rows, and each would have to be converted by itself.
    small = np.packbits(values, axis=1) if values.dtype == bool else values
    whole = np.ascontiguousarray(small)
    width = whole.shape[1] * whole.itemsize
    buffer = whole.tobytes()
    return [buffer[row * width : (row + 1) * width] for row in range(len(whole))]
