"""A rule for tiles: one file, wherever it lies."""

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import SIDE, outcomes_from


@rule.add("diagonal")
def diagonal(reading: str) -> Rule:
    """A diagonal line from the left edge.

    Source: ours.
    """
    return Rule(sample, outcomes, holds)


LENGTHS = range(3, SIDE + 1)


def line(length: int) -> np.ndarray:
    board = np.zeros((SIDE, SIDE), bool)
    board[range(length), range(length)] = True
    return board


def sample(rng: np.random.Generator) -> np.ndarray:
    return line(int(rng.choice(LENGTHS)))


def outcomes():
    return outcomes_from((line(length), 1 / len(LENGTHS)) for length in LENGTHS)


def holds(board: np.ndarray) -> bool:
    return any((board == line(length)).all() for length in LENGTHS)
