"""Boards of the rule `loop`."""

from __future__ import annotations

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    Tile,
    board,
    inside,
    outcomes_from,
    square,
)

ROOTS = square(range(2, 6))
DIAGONALS = square((-1, 1))
LAST = SIDE - 2
MIN_BLOCKS = 2


@rule.add("loop")
def loop(reading: str) -> Rule:
    """Blocks of 2x2 tiles in a diagonal row, each sharing one corner with the next.

    Source: kumar2021, the grammar's production "loop".
    Unstated: nearly everything; no code of it was at hand. Inferred from the 13 such
    boards among the 24 published ones: the root, in rows and columns 2 to 5 as in trees,
    is a corner of the first block; the blocks go on to the border, where row 6 and column
    6 are never used (as in trees); there are at least two; all directions with room for
    two are equally likely.
    """
    return Rule(sample, outcomes, holds)


def sample(rng: np.random.Generator) -> Board:
    """A root, a diagonal direction with room, and all blocks that fit."""
    root = ROOTS[rng.integers(len(ROOTS))]
    options = directions(root)
    return blocks(root, options[rng.integers(len(options))])


def outcomes() -> Outcomes:
    """Every root and direction."""
    return outcomes_from(
        (blocks(root, way), 1 / len(ROOTS) / len(directions(root)))
        for root in ROOTS
        for way in directions(root)
    )


def holds(board: Board) -> bool:
    """Whether the red tiles are a diagonal band that runs from a root to the border."""
    used = board[: LAST + 1, : LAST + 1]
    if used.sum() < board.sum():
        return False
    return _runs_out(used, (0, 1)) or _runs_out(used[:, ::-1], (LAST, -1))


def directions(root: Tile) -> list[Tile]:
    """The diagonals on which at least two blocks fit."""
    return [way for way in DIAGONALS if room(root, way) >= MIN_BLOCKS]


def room(root: Tile, way: Tile) -> int:
    """How many blocks fit from the root to the border."""
    steps = range(1, SIDE)
    return sum(
        inside((root[0] + n * way[0], root[1] + n * way[1]), LAST) for n in steps
    )


def blocks(root: Tile, way: Tile) -> Board:
    """All blocks from the root to the border."""
    corners = range(room(root, way))
    return board(
        {
            (root[0] + way[0] * (n + down), root[1] + way[1] * (n + right))
            for n in corners
            for down, right in square((0, 1))
        }
    )


def _runs_out(used: np.ndarray, columns: tuple[int, int]) -> bool:
    """Whether the red tiles are a band down to the right, from a root at one of its ends.

    `columns` says which column of the board the first one of `used` is, and in which
    direction the others follow: `holds` also asks about the mirror image.
    """
    reds = np.argwhere(used)
    if len(reds) == 0:
        return False
    first, last = reds.min(0), reds.max(0)
    height, width = last - first + 1
    box = used[first[0] : last[0] + 1, first[1] : last[1] + 1]
    offsets = np.abs(np.subtract.outer(np.arange(height), np.arange(width)))
    if height != width or height <= MIN_BLOCKS or (box != (offsets < 2)).any():
        return False
    # One end of the band must be a root, and the other end must lie on the border.
    origin, step = columns
    ends = [(int(row), origin + step * int(column)) for row, column in (first, last)]
    away = bool(last.max() == LAST), bool(first.min() == 0)
    return any(end in ROOTS and out for end, out in zip(ends, away, strict=True))
