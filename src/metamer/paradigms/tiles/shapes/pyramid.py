"""Boards of the rule `pyramid`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    Tile,
    outcomes_from,
)

HIGHEST_BASE = {False: {1: 1, 2: 2, 3: 3}, True: {1: 2, 2: 3, 3: SIDE - 1}}
"""The highest row of the base by its half-width, as coded and as described."""


@rule.add("pyramid")
def pyramid(reading: str) -> Rule:
    """A filled triangle with a base of 3, 5 or 7 tiles, turned any way.

    Source: kumar2022, Table S1, "Pyramid"; the authors' code.
    Unclear: S1 draws the size of the base first; a base of 7 must be at the bottom, and
    one of 5 must have at least three rows above it, though its triangle needs two. The
    code draws the place first, then one of the sizes that fit, so small ones prevail. As
    coded a base lies where its triangle fits; as described sizes are equally likely, and
    S1's rows hold.
    Unstated: how many rows a base of 3 must have above it (S1 gives "1", a slip for 3,
    two levels). As described it has two, one more than it needs, as for 5.
    """
    return Rule(sample, outcomes, holds).given(described=reading == "as_described")


def sample(rng: np.random.Generator, described: bool = False) -> Board:
    """A base, the triangle above it, and a quarter turn or more."""
    if described:
        half = int(rng.integers(1, 4))
        bases = places(half, described)
        row, column = bases[rng.integers(len(bases))]
    else:
        row, column = int(rng.integers(1, SIDE)), int(rng.integers(1, SIDE - 1))
        half = int(rng.choice(half_widths((row, column))))
    return np.rot90(triangle((row, column), half), int(rng.integers(4)))


def outcomes(described: bool = False) -> Outcomes:
    """Every base and size, in four directions."""
    return outcomes_from(
        (np.rot90(triangle(base, half), turn), probability / 4)
        for base, half, probability in _bases(described)
        for turn in range(4)
    )


def holds(board: Board, described: bool = False) -> bool:
    """Whether, seen from one side, the rows are centred runs of 1, 3, 5 ... tiles."""
    return any(_stands(np.rot90(board, turn), described) for turn in range(4))


def places(half: int, described: bool) -> list[Tile]:
    """Where the middle of a base can be."""
    rows = range(HIGHEST_BASE[described][half], SIDE)
    return [(row, column) for row in rows for column in range(half, SIDE - half)]


def half_widths(base: Tile) -> list[int]:
    """The half-widths of the triangles that fit above this middle of a base."""
    return [half for half in (1, 2, 3) if base in places(half, described=False)]


def triangle(base: Tile, half: int) -> Board:
    """A filled triangle that stands on its base."""
    board = np.zeros((SIDE, SIDE), bool)
    row, column = base
    for step in range(half + 1):
        width = half - step
        board[row - step, column - width : column + width + 1] = True
    return board


def _bases(described: bool) -> Iterator[tuple[Tile, int, float]]:
    """Middle, half-width and probability of every base."""
    everywhere = len(places(1, described=False))
    for half in (1, 2, 3):
        bases = places(half, described)
        for base in bases:
            ways = 3 * len(bases) if described else everywhere * len(half_widths(base))
            yield base, half, 1 / ways


def _stands(board: Board, described: bool) -> bool:
    """The same without turning: from one tile at the top, one wider on either side."""
    rows = np.flatnonzero(board.any(1))
    half = len(rows) - 1
    if half not in (1, 2, 3) or rows[-1] < HIGHEST_BASE[described][half]:
        return False
    apex, line = np.flatnonzero(board[rows[0]]), np.arange(SIDE)
    if len(apex) > 1 or not half <= apex[0] < SIDE - half:
        return False
    wide = np.abs(line - apex[0]) <= (line - rows[0])[:, None]
    return bool((board == wide & (line <= rows[-1])[:, None]).all())
