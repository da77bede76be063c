"""Boards of the rule `chain`."""

from __future__ import annotations

from itertools import product

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    board,
    outcomes_from,
)

ROOTS = range(2, 6)


@rule.add("chain")
def chain(reading: str) -> Rule:
    """A straight line through a root, with at least one tile on either side of it.

    Source: kumar2021, the grammar's production "chain".
    Unstated: nearly everything; no code of it was at hand. Inferred from the 4 lines
    among the 24 published boards: the root lies in rows and columns 2 to 5, as in trees;
    both sides have a tile, and go on with probability 1/2 up to the border of the board,
    row 6 and column 6 included; vertical and horizontal lines are equally likely.
    """
    return Rule(sample, outcomes, holds)


def sample(rng: np.random.Generator) -> Board:
    """A root, a number of tiles on either side, and a fair coin for the direction."""
    line, root = (int(place) for place in rng.choice(ROOTS, 2))
    sides = []
    for room in (root, SIDE - 1 - root):
        lengths, probabilities = zip(*side_lengths(room), strict=True)
        sides.append(int(rng.choice(lengths, p=probabilities)))
    across = row_of_tiles(line, root - sides[0], root + sides[1])
    return across if rng.random() < 0.5 else across.T


def outcomes() -> Outcomes:
    """Every root and pair of sides, horizontal and vertical."""
    lines = []
    for line, root in product(ROOTS, ROOTS):
        sides = side_lengths(root), side_lengths(SIDE - 1 - root)
        for (left, p), (right, q) in product(*sides):
            across = row_of_tiles(line, root - left, root + right)
            share = p * q / 2 / len(ROOTS) ** 2
            lines += [(across, share), (across.T, share)]
    return outcomes_from(lines)


def holds(board: Board) -> bool:
    """Whether the red tiles are one straight run with a root between its ends."""
    return _is_line(board) or _is_line(board.T)


def side_lengths(room: int) -> list[tuple[int, float]]:
    """How many tiles can lie on one side of the root, and how probably."""
    lengths = [(length, 0.5**length) for length in range(1, room)]
    return [*lengths, (room, 0.5 ** (room - 1))]


def row_of_tiles(row: int, left: int, right: int) -> Board:
    """A horizontal line."""
    return board({(row, column) for column in range(left, right + 1)})


def _is_line(board: Board) -> bool:
    rows, columns = np.flatnonzero(board.any(1)), np.flatnonzero(board.any(0))
    if len(rows) != 1 or columns[-1] - columns[0] != len(columns) - 1:
        return False
    return rows[0] in ROOTS and any(column in ROOTS for column in columns[1:-1])
