"""A shape that grows on one side of an axis, with its mirror image on the other.

Source: kumar2022, Table S1, "Symmetry"; the authors' code.
Unclear: S1 adds a random neighbour "to the left/above"; the code knows two offsets only,
so a shape beside an upright axis grows one row up with every generation, and one beside a
level axis one column to the left. As described, any of the eight neighbours on the axis
or on its left (above it) can join.
Unstated: that a tile counts once for every red it can be reached from, that growth stops
where nothing can join, and that boards with fewer than 3 or more than 14 reds are
rejected; all as coded.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from metamer.paradigms.tiles.shapes.bitboard import (
    SIDE,
    Board,
    Outcomes,
    Tile,
    board,
    inside,
    listed,
    tiles,
)

AXES = range(1, SIDE - 1)
GROWN = 4
"""Tiles that join the first one, each with its mirror image."""
UP = ((-1, -1), (-1, 0))
"""Where a tile can join another, as coded."""

Half = frozenset[Tile]
"""The tiles on an upright axis and to its left."""


def sample(rng: np.random.Generator, offsets: tuple[Tile, ...] = UP) -> Board | None:
    """A tile on a random axis, four more, and their mirror images."""
    axis = int(rng.choice(AXES))
    half: Half = frozenset({(int(rng.integers(SIDE)), axis)})
    for _ in range(GROWN):
        options = joining(half, axis, offsets)
        if options:
            half |= {options[rng.integers(len(options))]}
    drawn = unfolded(half, axis)
    if not accepted(drawn):
        return None
    return drawn if rng.random() < 0.5 else drawn.T


def outcomes(offsets: tuple[Tile, ...] = UP) -> Outcomes:
    """Every axis, first tile and way to grow."""
    drawn = []
    for axis in AXES:
        halves = {frozenset({(row, axis)}): 1 / SIDE for row in range(SIDE)}
        for _ in range(GROWN):
            halves = _grown(halves, axis, offsets)
        for half, probability in halves.items():
            upright = unfolded(half, axis)
            if accepted(upright):
                share = probability / len(AXES) / 2
                drawn += [(upright, share), (upright.T, share)]
    return listed(drawn)


def holds(board: Board, offsets: tuple[Tile, ...] = UP) -> bool:
    """Whether the board is its own mirror image, and half of it grew from the axis."""
    return any(
        _mirrored(turned, axis) and _grew(turned, axis, offsets)
        for turned in (board, board.T)
        for axis in AXES
    )


def joining(half: Half, axis: int, offsets: tuple[Tile, ...]) -> list[Tile]:
    """The tiles that can join, once for every tile they can be reached from."""
    reached = [
        (row + down, column + right) for row, column in half for down, right in offsets
    ]
    return [
        tile
        for tile in sorted(reached)
        if tile not in half and inside(tile) and 2 * axis - SIDE < tile[1] <= axis
    ]


def unfolded(half: Half, axis: int) -> Board:
    """The board with the mirror images."""
    return board(half | {(row, 2 * axis - column) for row, column in half})


def accepted(board: Board) -> bool:
    """Whether the code keeps a board."""
    return bool(2 < board.sum() < 15)


def _grown(
    halves: dict[Half, float], axis: int, offsets: tuple[Tile, ...]
) -> dict[Half, float]:
    """One more tile, in every way; equal results are one."""
    grown: dict[Half, float] = defaultdict(float)
    for half, probability in halves.items():
        options = joining(half, axis, offsets)
        for tile in options:
            grown[half | {tile}] += probability / len(options)
        if not options:
            grown[half] += probability
    return grown


def _mirrored(board: Board, axis: int) -> bool:
    """Whether the board is symmetric about a column, as far as both sides reach."""
    reach = min(axis, SIDE - 1 - axis)
    near = board[:, axis - reach : axis + reach + 1]
    return bool(near.sum() == board.sum() and (near == near[:, ::-1]).all())


def _grew(board: Board, axis: int, offsets: tuple[Tile, ...]) -> bool:
    """Whether all of the left half can be reached from one tile of it on the axis."""
    half = frozenset(tile for tile in tiles(board) if tile[1] <= axis)
    full = len(half) == GROWN + 1 or not joining(half, axis, offsets)
    starts = [tile for tile in half if tile[1] == axis]
    return full and accepted(board) and any(_spans(half, s, offsets) for s in starts)


def _spans(half: Half, start: Tile, offsets: tuple[Tile, ...]) -> bool:
    reached, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        near = {(row + down, column + right) for down, right in offsets}
        waiting += (near & half) - reached
        reached |= near & half
    return reached == half
