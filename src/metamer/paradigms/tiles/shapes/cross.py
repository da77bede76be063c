"""Boards of the rule `cross`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

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
    tiles,
)

ARM = 3
"""The longest short arm of a diagonal cross, as coded."""

UPRIGHT: tuple[Tile, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL: tuple[Tile, ...] = ((-1, -1), (1, 1), (-1, 1), (1, -1))
"""The directions of the four arms; those of one line stand side by side."""

CENTRES = square(range(1, SIDE - 1))
"""The tiles from which all four arms fit."""


@rule.add("cross")
def cross(reading: str) -> Rule:
    """Two lines that cross between their ends, upright or diagonal.

    Source: kumar2022, Table S1, "Cross"; the authors' code.
    Unclear: S1 draws a center, and then random end points of all four arms. In the code
    upright arms have any length, too; but of a diagonal cross only the line from upper
    left to lower right can be long, and each of the other two arms has one to three
    tiles. As described, S1 holds.
    Unstated: whether an arm can be missing. None can, in both readings.
    """
    if reading == "as_described":
        return Rule(sample_described, outcomes_described, holds_described)
    return Rule(sample, outcomes, holds)


def sample(rng: np.random.Generator) -> Board:
    """A fair coin between an upright and a diagonal cross."""
    return _sample_upright(rng) if rng.random() < 0.5 else _sample_diagonal(rng)


def outcomes() -> Outcomes:
    """Every upright and every diagonal cross."""
    return outcomes_from(
        (board, p / 2) for kind in (_uprights, _diagonals) for board, p in kind()
    )


def holds(board: Board) -> bool:
    """Whether the red tiles are two lines with a tile between their ends in common."""
    reds = tiles(board)
    return any(_upright_at(reds, tile) or _diagonal_at(reds, tile) for tile in reds)


def sample_described(rng: np.random.Generator) -> Board:
    """A kind, a centre, and the end of each arm, each equally likely."""
    arms = UPRIGHT if rng.random() < 0.5 else DIAGONAL
    centre = CENTRES[rng.integers(len(CENTRES))]
    lengths = [1 + int(rng.integers(room(centre, way))) for way in arms]
    return from_centre(centre, arms, lengths)


def outcomes_described() -> Outcomes:
    """Every kind, every centre, and all lengths of its four arms."""
    return outcomes_from(
        (from_centre(centre, arms, lengths), 1 / 2 / len(CENTRES) / prod(rooms))
        for arms, centre in product((UPRIGHT, DIAGONAL), CENTRES)
        for rooms in [[room(centre, way) for way in arms]]
        for lengths in product(*(range(1, longest + 1) for longest in rooms))
    )


def holds_described(board: Board) -> bool:
    """Whether the red tiles are four arms of any length around one tile."""
    reds = tiles(board)
    return any(_arms(reds, tile, arms) for tile in reds for arms in (UPRIGHT, DIAGONAL))


def room(centre: Tile, way: Tile) -> int:
    """How many tiles there are from a centre to the edge of the board."""
    (row, column), (down, right) = centre, way
    return sum(inside((row + down * n, column + right * n)) for n in range(1, SIDE))


def from_centre(centre: Tile, arms: tuple[Tile, ...], lengths: Sequence[int]) -> Board:
    """A tile, and arms of these lengths around it."""
    row, column = centre
    return board(
        {centre}.union(
            (row + down * n, column + right * n)
            for (down, right), length in zip(arms, lengths, strict=True)
            for n in range(1, length + 1)
        )
    )


def _sample_upright(rng: np.random.Generator) -> Board:
    row = int(rng.integers(1, SIDE - 1))
    end = int(rng.integers(SIDE))
    other = int(rng.choice([place for place in range(SIDE) if abs(place - end) > 1]))
    left, right = min(end, other), max(end, other)
    column = int(rng.integers(left + 1, right))
    top, bottom = int(rng.integers(row)), int(rng.integers(row + 1, SIDE))
    return upright((row, column), (left, right), (top, bottom))


def _sample_diagonal(rng: np.random.Generator) -> Board:
    corner = int(rng.integers(SIDE - 2)), int(rng.integers(SIDE - 2))
    length = int(rng.integers(3, SIDE - max(corner) + 1))
    inner = int(rng.integers(1, length - 1))
    crossing = (corner[0] + inner, corner[1] + inner)
    arms = []
    for side in (1, -1):
        lengths, probabilities = zip(*arm_lengths(crossing, side), strict=True)
        arms.append(int(rng.choice(lengths, p=probabilities)))
    return diagonal(corner, length, crossing, (arms[0], arms[1]))


def _uprights() -> Iterator[tuple[Board, float]]:
    for row, end, other in product(range(1, SIDE - 1), range(SIDE), range(SIDE)):
        # The other end leaves room for a crossing between the two; if it does not, the
        # loop over columns below is empty.
        partners = sum(abs(place - end) > 1 for place in range(SIDE))
        left, right = min(end, other), max(end, other)
        for column in range(left + 1, right):
            for top, bottom in product(range(row), range(row + 1, SIDE)):
                ways = 5 * SIDE * partners * (right - left - 1) * row * (SIDE - 1 - row)
                yield upright((row, column), (left, right), (top, bottom)), 1 / ways


def _diagonals() -> Iterator[tuple[Board, float]]:
    for corner in square(range(SIDE - 2)):
        longest = SIDE - max(corner)
        for length in range(3, longest + 1):
            for inner in range(1, length - 1):
                crossing = (corner[0] + inner, corner[1] + inner)
                ways = 25 * (longest - 2) * (length - 2)
                upper, lower = (arm_lengths(crossing, side) for side in (1, -1))
                for (up, p), (down, q) in product(upper, lower):
                    yield diagonal(corner, length, crossing, (up, down)), p * q / ways


def arm_lengths(crossing: Tile, side: int) -> list[tuple[int, float]]:
    """The lengths of a short arm, up right (1) or down left (-1), with probabilities.

    One tile, and each further one with probability 1/2 while it lies on the board.
    """
    row, column = crossing
    room = sum(inside((row - side * n, column + side * n)) for n in range(1, ARM + 1))
    lengths = [(length, 0.5**length) for length in range(1, room)]
    return [*lengths, (room, 0.5 ** (room - 1))]


def upright(crossing: Tile, columns: tuple[int, int], rows: tuple[int, int]) -> Board:
    """A row between two columns, and a column between two rows."""
    row, column = crossing
    across = {(row, place) for place in range(columns[0], columns[1] + 1)}
    return board(across | {(place, column) for place in range(rows[0], rows[1] + 1)})


def diagonal(corner: Tile, length: int, crossing: Tile, arms: tuple[int, int]) -> Board:
    """A line down to the right, and two arms across it: up right, and down left."""
    row, column = crossing
    line = {(corner[0] + step, corner[1] + step) for step in range(length)}
    across = {(row - step, column + step) for step in range(-arms[1], arms[0] + 1)}
    return board(line | across)


def _arms(reds: set[Tile], crossing: Tile, directions: tuple[Tile, ...]) -> list[int]:
    """How far the red tiles go on from a tile in each direction.

    Empty if an arm is missing, or if there are red tiles outside the arms.
    """
    lengths, met = [], 1
    for down, right in directions:
        row, column, length = *crossing, 0
        while (row + down, column + right) in reds:
            row, column, length = row + down, column + right, length + 1
        lengths.append(length)
        met += length
    return lengths if met == len(reds) and min(lengths) > 0 else []


def _upright_at(reds: set[Tile], crossing: Tile) -> bool:
    return bool(_arms(reds, crossing, UPRIGHT))


def _diagonal_at(reds: set[Tile], crossing: Tile) -> bool:
    arms = _arms(reds, crossing, DIAGONAL)
    return bool(arms) and max(arms[2:]) <= ARM
