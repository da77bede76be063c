"""Boards of the rule `zigzag`."""

from __future__ import annotations

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    Tile,
    outcomes_from,
)


@rule.add("zigzag")
def zigzag(reading: str) -> Rule:
    """A staircase: some tiles down, as many to the right, and again while both fit.

    Source: kumar2022, Table S1, "Zigzag"; the authors' code.
    Unstated: that the board is then rotated at random, and that only whole steps are
    drawn, so that many boards are a single L; both as coded.
    """
    return Rule(sample, outcomes, holds)


def sample(rng: np.random.Generator) -> Board:
    """A start, a step that fits, the staircase, and a quarter turn or more."""
    row, column = (int(place) for place in rng.integers(SIDE - 1, size=2))
    step = int(rng.integers(1, SIDE - max(row, column)))
    return np.rot90(stairs((row, column), step), int(rng.integers(4)))


def outcomes() -> Outcomes:
    """Every start and step, in four directions."""
    starts = [(row, column) for row in range(SIDE - 1) for column in range(SIDE - 1)]
    return outcomes_from(
        (np.rot90(stairs(start, step), turn), 1 / len(starts) / longest(start) / 4)
        for start in starts
        for step in range(1, longest(start) + 1)
        for turn in range(4)
    )


def holds(board: Board) -> bool:
    """Whether, seen from one side, the red tiles descend in equal steps to the end."""
    return any(_descends(np.rot90(board, turn)) for turn in range(4))


def longest(start: Tile) -> int:
    """The longest step that fits once from here."""
    return SIDE - 1 - max(start)


def stairs(start: Tile, step: int) -> Board:
    """The staircase from its upper left end."""
    board = np.zeros((SIDE, SIDE), bool)
    row, column = start
    while max(row, column) + step < SIDE:
        board[row : row + step + 1, column] = True
        board[row + step, column : column + step + 1] = True
        row, column = row + step, column + step
    return board


def _descends(board: Board) -> bool:
    """The same without turning: the first column of reds gives start and step."""
    columns = np.flatnonzero(board.any(0))
    if not len(columns):
        return False
    first = np.flatnonzero(board[:, columns[0]])
    step = len(first) - 1
    start = (int(first[0]), int(columns[0]))
    return step > 0 and bool((stairs(start, step) == board).all())
