"""Statistics of boards, counted over single tiles, pairs and triples of neighbours.

Source: kumar2022, Fig. 2C.
Unstated: what neighbours are, and whether triples may turn a corner. Neighbours share a
side, and triples may turn: any path over three tiles, counted once for both directions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import isqrt

import numpy as np
from jaxtyping import Bool, Int


def order_1(boards: Bool[np.ndarray, "board tile"]) -> Int[np.ndarray, " board"]:
    """Red minus blue tiles."""
    return 2 * boards.sum(1) - boards.shape[1]


def order_2(boards: Bool[np.ndarray, "board tile"]) -> Int[np.ndarray, " board"]:
    """Pairs of neighbours that have one colour, minus those that have two."""
    return _matching(boards, pairs(isqrt(boards.shape[1])))


def order_3(boards: Bool[np.ndarray, "board tile"]) -> Int[np.ndarray, " board"]:
    """Paths over three tiles that have one colour, minus those that have two."""
    return _matching(boards, paths(isqrt(boards.shape[1])))


@lru_cache
def pairs(side: int) -> Int[np.ndarray, "pair 2"]:
    """Tiles that share a side, each pair once: 84 on a 7x7 board."""
    tiles = np.arange(side**2).reshape(side, side)
    across = np.stack([tiles[:, :-1], tiles[:, 1:]], -1).reshape(-1, 2)
    down = np.stack([tiles[:-1], tiles[1:]], -1).reshape(-1, 2)
    return np.concatenate([across, down])


@lru_cache
def paths(side: int) -> Int[np.ndarray, "path 3"]:
    """A tile between two of its neighbours, each path once: 214 on a 7x7 board."""
    both_ways = np.concatenate([pairs(side), pairs(side)[:, ::-1]])
    return np.array(
        [
            (one, middle, other)
            for middle in range(side**2)
            for one, other in combinations(both_ways[both_ways[:, 0] == middle, 1], 2)
        ]
    )


def _matching(
    boards: Bool[np.ndarray, "board tile"], groups: Int[np.ndarray, "group place"]
) -> Int[np.ndarray, " board"]:
    """Groups of one colour, minus the others."""
    first = boards[:, groups[:, 0]]
    matching = np.ones_like(first)
    for place in groups[:, 1:].T:
        matching &= boards[:, place] == first
    return 2 * matching.sum(1) - len(groups)
