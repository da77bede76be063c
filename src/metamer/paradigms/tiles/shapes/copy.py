"""Boards of the rule `copy`."""

from __future__ import annotations

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    Tile,
    merge,
    pack,
    square,
)

PATCH = 3
CORNERS = square(range(SIDE - PATCH + 1))
"""Where the top left tile of a pattern can be."""


@rule.add("copy")
def copy(reading: str) -> Rule:
    """A random 3x3 pattern, drawn in two places.

    Source: kumar2022, Table S1, "Copy"; the authors' code.
    Unclear: S1 says that the two must not overlap; the code also keeps a blank row or
    column between them. As coded `gap` is 1, as described 0.
    Unstated: that an empty pattern is drawn again, and that pattern and place are drawn
    again if no second place is left; both as coded.
    """
    return Rule(sample, outcomes, holds).given(gap=1 if reading == "as_coded" else 0)


def sample(rng: np.random.Generator, gap: int = 1) -> Board | None:
    """Fair coins for the pattern, a random place, and a random second place."""
    pattern = rng.random((PATCH, PATCH)) < 0.5
    first = CORNERS[rng.integers(len(CORNERS))]
    others = apart(first, gap)
    if not others or not pattern.any():
        return None
    return stamp(pattern, first) | stamp(pattern, others[rng.integers(len(others))])


def outcomes(gap: int = 1) -> Outcomes:
    """Every pattern at every pair of places."""
    codes, probabilities = [], []
    patterns = (np.arange(1, 2**PATCH**2)[:, None] >> np.arange(PATCH**2) & 1) > 0
    stamps = {place: _stamps(patterns, place) for place in CORNERS}
    for first in CORNERS:
        others = apart(first, gap)
        for second in others:
            codes.append(stamps[first] | stamps[second])
            ways = 2**PATCH**2 * len(CORNERS) * len(others)
            probabilities.append(np.full(len(patterns), 1 / ways))
    return merge(Outcomes(np.concatenate(codes), np.concatenate(probabilities)))


def holds(board: Board, gap: int = 1) -> bool:
    """Whether the red tiles are one pattern of at least two tiles, twice."""
    for first in CORNERS:
        pattern = window(board, first)
        if pattern.sum() < 2 or 2 * pattern.sum() != board.sum():
            continue
        if any((window(board, p) == pattern).all() for p in apart(first, gap)):
            return True
    return False


def apart(first: Tile, gap: int) -> list[Tile]:
    """The places with at least `gap` blank rows or columns between them and `first`."""
    return [
        (row, column)
        for row, column in CORNERS
        if max(abs(row - first[0]), abs(column - first[1])) >= PATCH + gap
    ]


def stamp(pattern: np.ndarray, place: Tile) -> Board:
    """A board with the pattern at one place."""
    board = np.zeros((SIDE, SIDE), bool)
    window(board, place)[:] = pattern
    return board


def window(board: np.ndarray, place: Tile) -> np.ndarray:
    """The 3x3 tiles at one place, as a view on the board."""
    row, column = place
    return board[row : row + PATCH, column : column + PATCH]


def _stamps(patterns: np.ndarray, place: Tile) -> np.ndarray:
    boards = np.zeros((len(patterns), SIDE, SIDE), bool)
    for board, pattern in zip(boards, patterns, strict=True):
        window(board, place)[:] = pattern.reshape(PATCH, PATCH)
    return pack(boards.reshape(-1, SIDE**2))
