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
    Unclear: S1 begins horizontally and goes on until it reaches the end of the board. The
    code begins vertically and draws only whole steps, so that many boards are a single L.
    As described, S1 holds: the last line is cut off at the edge.
    Unstated: that the board is then rotated at random; both readings.
    """
    return Rule(sample, outcomes, holds).given(described=reading == "as_described")


def sample(rng: np.random.Generator, described: bool = False) -> Board:
    """A start, a step that fits, the staircase, and a quarter turn or more."""
    row, column = (int(place) for place in rng.integers(SIDE - 1, size=2))
    step = int(rng.integers(1, SIDE - max(row, column)))
    return np.rot90(stairs((row, column), step, described), int(rng.integers(4)))


def outcomes(described: bool = False) -> Outcomes:
    """Every start and step, in four directions."""
    starts = [(row, column) for row in range(SIDE - 1) for column in range(SIDE - 1)]
    return outcomes_from(
        (
            np.rot90(stairs(start, step, described), turn),
            1 / len(starts) / longest(start) / 4,
        )
        for start in starts
        for step in range(1, longest(start) + 1)
        for turn in range(4)
    )


def holds(board: Board, described: bool = False) -> bool:
    """Whether, seen from one side, the red tiles descend in equal steps to the end."""
    seen = board.T if described else board
    return any(_descends(np.rot90(seen, turn), described) for turn in range(4))


def longest(start: Tile) -> int:
    """The longest step that fits once from here."""
    return SIDE - 1 - max(start)


def stairs(start: Tile, step: int, described: bool = False) -> Board:
    """The staircase from its upper left end.

    As described it begins to the right instead of down, and goes on to the edge.
    """
    if described:
        return to_the_edge(start[::-1], step).T
    return whole_steps(start, step)


def to_the_edge(start: Tile, step: int) -> Board:
    """Whole steps, down first, and a last one that is cut off at the edge."""
    board = whole_steps(start, step)
    steps = longest(start) // step
    row, column = (place + steps * step for place in start)
    if max(row, column) < SIDE - 1:
        board[row : row + step + 1, column] = True
        if row + step < SIDE:
            board[row + step, column : column + step + 1] = True
    return board


def whole_steps(start: Tile, step: int) -> Board:
    """As many steps as fit, down first."""
    board = np.zeros((SIDE, SIDE), bool)
    row, column = start
    while max(row, column) + step < SIDE:
        board[row : row + step + 1, column] = True
        board[row + step, column : column + step + 1] = True
        row, column = row + step, column + step
    return board


def _descends(board: Board, described: bool) -> bool:
    """The same without turning: the first column of reds gives start and step."""
    draw = to_the_edge if described else whole_steps
    columns = np.flatnonzero(board.any(0))
    if not len(columns):
        return False
    first = np.flatnonzero(board[:, columns[0]])
    step = len(first) - 1
    start = (int(first[0]), int(columns[0]))
    fits = 0 < step <= longest(start)
    return fits and bool((draw(start, step) == board).all())
