"""Boards of the rule `rectangle`."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import SIDE, Board, Outcomes, outcomes_from


@rule.add("rectangle")
def rectangle(reading: str) -> Rule:
    """The outline of a rectangle, at least 2x2.

    Source: kumar2022, Table S1, "Rectangle"; the authors' code.
    Unstated: that only the outline is red, and that lines are excluded; both as coded.
    """
    return Rule(sample, outcomes, holds)


def sample(rng: np.random.Generator) -> Board | None:
    """Two random tiles are opposite corners, unless they share a row or a column."""
    (top, left), (bottom, right) = rng.integers(SIDE, size=(2, 2)).tolist()
    if top == bottom or left == right:
        return None
    rows, columns = sorted((top, bottom)), sorted((left, right))
    return outline(*rows, *columns)


def outcomes() -> Outcomes:
    """Every outline, all equally likely."""
    sides = list(combinations(range(SIDE), 2))
    return outcomes_from(
        (outline(*rows, *columns), 1 / len(sides) ** 2)
        for rows, columns in product(sides, sides)
    )


def holds(board: Board) -> bool:
    """Whether the red tiles are the border of their own bounding box."""
    rows, columns = np.flatnonzero(board.any(1)), np.flatnonzero(board.any(0))
    if len(rows) < 2 or len(columns) < 2:
        return False
    box = board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    edges = (box[0], box[-1], box[:, 0], box[:, -1])
    return bool(all(edge.all() for edge in edges) and not box[1:-1, 1:-1].any())


def outline(top: int, bottom: int, left: int, right: int) -> Board:
    """The board with this border."""
    board = np.zeros((SIDE, SIDE), bool)
    board[top : bottom + 1, left : right + 1] = True
    board[top + 1 : bottom, left + 1 : right] = False
    return board
