"""A board as one whole number: tile i, counted row by row, is bit i."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, UInt64

SIDE = 7
"""Tiles in a row. Source: kumar2022: boards are 7x7."""

Tile = tuple[int, int]
"""Row and column, from 0."""

Board = Bool[np.ndarray, "7 7"]

FOUR: tuple[Tile, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Offsets to the tiles that share a side: north, east, south, west."""

EIGHT: tuple[Tile, ...] = (*FOUR, (-1, -1), (-1, 1), (1, 1), (1, -1))
"""The same, and to the tiles that share a corner."""


class Outcomes(NamedTuple):
    """The boards that a random procedure can end in.

    Probabilities sum to less than 1 if the procedure rejects some of its results.
    """

    codes: UInt64[np.ndarray, " outcome"]
    probabilities: Float[np.ndarray, " outcome"]


def pack(boards: Bool[np.ndarray, "board tile"]) -> UInt64[np.ndarray, " board"]:
    """Each board as a number."""
    bits = np.zeros((len(boards), 64), bool)
    bits[:, : boards.shape[1]] = boards
    return np.packbits(bits, axis=1, bitorder="little").view("<u8")[:, 0]


def unpack(
    codes: UInt64[np.ndarray, " board"], tiles: int = SIDE * SIDE
) -> Bool[np.ndarray, "board tile"]:
    """Each number as a board."""
    return (codes[:, None] >> np.arange(tiles, dtype=np.uint64) & np.uint64(1)) > 0


def square(places: Sequence[int]) -> tuple[Tile, ...]:
    """The tiles whose row and column are both among `places`."""
    return tuple((row, column) for row in places for column in places)


def board(reds: Iterable[Tile]) -> Board:
    """The board on which these tiles are red."""
    empty = np.zeros((SIDE, SIDE), bool)
    empty[tuple(zip(*reds, strict=True))] = True
    return empty


def tiles(board: Board) -> set[Tile]:
    """The red tiles of a board."""
    return {(int(row), int(column)) for row, column in np.argwhere(board)}


def inside(tile: Tile, last: int = SIDE - 1) -> bool:
    """Whether a tile lies in rows and columns 0 to `last`."""
    return min(tile) >= 0 and max(tile) <= last


def outcomes_from(boards: Iterable[tuple[Board, float]]) -> Outcomes:
    """Outcomes from pairs of a board and its probability."""
    squares, probabilities = zip(*boards, strict=True)
    flat = np.stack(squares).reshape(-1, SIDE**2)
    return Outcomes(pack(flat), np.array(probabilities))


def merge(outcomes: Outcomes) -> Outcomes:
    """Equal outcomes added up, in the order of their numbers."""
    codes, which = np.unique(outcomes.codes, return_inverse=True)
    return Outcomes(codes, np.bincount(which, outcomes.probabilities, len(codes)))
