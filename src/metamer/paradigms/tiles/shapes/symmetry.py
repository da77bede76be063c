"""Boards of the rule `symmetry`."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from metamer.paradigms.tiles.rules import MIN_REDS, Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    EIGHT,
    SIDE,
    Board,
    Outcomes,
    Tile,
    board,
    inside,
    outcomes_from,
    tiles,
)

AXES = range(1, SIDE - 1)
JOINING_TILES = 4
"""Tiles that join the first one, each with its mirror image."""
MAX_REDS = 14
"""Red tiles of a board that is kept. Source: kumar2022, the authors' code."""
UP = ((-1, -1), (-1, 0))
"""Where a tile can join another, as coded."""

Half = frozenset[Tile]
"""The red tiles on a vertical axis and to its left."""


@rule.add("symmetry")
def symmetry(reading: str) -> Rule:
    """A shape that grows on one side of an axis, with its mirror image on the other.

    Source: kumar2022, Table S1, "Symmetry"; the authors' code.
    Unclear: S1 adds a random neighbour "to the left/above the axis"; the code has two
    offsets only, so a shape beside a vertical axis grows one row up with every tile, and
    one beside a horizontal axis one column to the left. As described, any of the eight
    neighbours on the axis or to its left (above it) can join.
    Unstated: that a tile counts once for every red tile it can be reached from, that
    growth stops if nothing can join, and that boards with fewer than 3 or more than 14
    red tiles are rejected; all as coded.
    """
    return Rule(sample, outcomes, holds).given(
        offsets=UP if reading == "as_coded" else EIGHT
    )


def sample(rng: np.random.Generator, offsets: tuple[Tile, ...] = UP) -> Board | None:
    """A tile on a random axis, four more, and their mirror images."""
    axis = int(rng.choice(AXES))
    half: Half = frozenset({(int(rng.integers(SIDE)), axis)})
    for _ in range(JOINING_TILES):
        options = candidates(half, axis, offsets)
        if options:
            half |= {options[rng.integers(len(options))]}
    upright = unfold(half, axis)
    if not is_accepted(upright):
        return None
    return upright if rng.random() < 0.5 else upright.T


def outcomes(offsets: tuple[Tile, ...] = UP) -> Outcomes:
    """Every axis, first tile and way to grow."""
    boards = []
    for axis in AXES:
        halves = {frozenset({(row, axis)}): 1 / SIDE for row in range(SIDE)}
        for _ in range(JOINING_TILES):
            halves = _grow(halves, axis, offsets)
        for half, probability in halves.items():
            upright = unfold(half, axis)
            if is_accepted(upright):
                share = probability / len(AXES) / 2
                boards += [(upright, share), (upright.T, share)]
    return outcomes_from(boards)


def holds(board: Board, offsets: tuple[Tile, ...] = UP) -> bool:
    """Whether the board is its own mirror image, and half of it grew from the axis."""
    return any(
        _is_symmetric(turned, axis) and _grew_from_axis(turned, axis, offsets)
        for turned in (board, board.T)
        for axis in AXES
    )


def candidates(half: Half, axis: int, offsets: tuple[Tile, ...]) -> list[Tile]:
    """The tiles that can join, once for every tile they can be reached from.

    A tile must lie on the axis or to its left, and its mirror image on the board.
    """
    reached = [
        (row + down, column + right) for row, column in half for down, right in offsets
    ]
    return [
        tile
        for tile in sorted(reached)
        if tile not in half and inside(tile) and 2 * axis - SIDE < tile[1] <= axis
    ]


def unfold(half: Half, axis: int) -> Board:
    """The board with the mirror images."""
    return board(half | {(row, 2 * axis - column) for row, column in half})


def is_accepted(board: Board) -> bool:
    """Whether the code keeps a board."""
    return bool(MIN_REDS <= board.sum() <= MAX_REDS)


def _grow(
    halves: dict[Half, float], axis: int, offsets: tuple[Tile, ...]
) -> dict[Half, float]:
    """One more tile, in every way; equal halves are merged."""
    grown: dict[Half, float] = defaultdict(float)
    for half, probability in halves.items():
        options = candidates(half, axis, offsets)
        for tile in options:
            grown[half | {tile}] += probability / len(options)
        if not options:
            grown[half] += probability
    return grown


def _is_symmetric(board: Board, axis: int) -> bool:
    """Whether the board is symmetric about a column, and blue beyond the nearer border."""
    reach = min(axis, SIDE - 1 - axis)
    near = board[:, axis - reach : axis + reach + 1]
    return bool(near.sum() == board.sum() and (near == near[:, ::-1]).all())


def _grew_from_axis(board: Board, axis: int, offsets: tuple[Tile, ...]) -> bool:
    """Whether all of the left half can be reached from one of its tiles on the axis.

    It has five tiles, or fewer if growth stopped because nothing could join.
    """
    half = frozenset(tile for tile in tiles(board) if tile[1] <= axis)
    full = len(half) == JOINING_TILES + 1 or not candidates(half, axis, offsets)
    starts = [tile for tile in half if tile[1] == axis]
    return full and is_accepted(board) and any(_spans(half, s, offsets) for s in starts)


def _spans(half: Half, start: Tile, offsets: tuple[Tile, ...]) -> bool:
    reached, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        near = {(row + down, column + right) for down, right in offsets}
        waiting += (near & half) - reached
        reached |= near & half
    return reached == half
