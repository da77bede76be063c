"""Boards of the rule `connected`."""

from __future__ import annotations

import numpy as np
from jaxtyping import Int, UInt64

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    EIGHT,
    FOUR,
    SIDE,
    Board,
    Outcomes,
    Tile,
    board,
    merge,
    square,
    tiles,
)

Codes = UInt64[np.ndarray, " blob"]

INNER = square(range(1, SIDE - 1))
"""Where a blob can be: nowhere on the border, so its outline fits."""
ITERATIONS = 3


@rule.add("connected")
def connected(reading: str) -> Rule:
    """A closed outline: every tile around a blob, sides and corners.

    Source: kumar2022, Table S1, "Connected"; the authors' code.
    Unclear: S1 lets one random neighbour join the blob at a time, and begins anywhere on
    the board; in the code each neighbour joins with probability 1/2 for every tile of the
    blob that it touches, and the blob begins in rows and columns 2 to 5. As described the
    blob grows `one_by_one` and begins anywhere but on the border, so that its outline
    fits the board.
    Unclear: S1 says that the red tiles are one closed loop that passes each of them once;
    the outlines of notches and holes are not.
    """
    return Rule(sample, outcomes, holds).given(one_by_one=reading == "as_described")


def sample(rng: np.random.Generator, one_by_one: bool = False) -> Board:
    """A blob that grows one to three times, and its outline."""
    begin = starts(one_by_one)
    blob = {begin[rng.integers(len(begin))]}
    for _ in range(rng.integers(1, ITERATIONS + 1)):
        near = [tile for tile in sorted(around(blob, FOUR)) if tile in INNER]
        if one_by_one:
            blob |= {near[rng.integers(len(near))]}
        else:
            blob |= {
                tile for tile in near if rng.random() > 0.5 ** contacts(blob, tile)
            }
    return board(around(blob, EIGHT))


def outcomes(one_by_one: bool = False) -> Outcomes:
    """Every start and every way to grow.

    Blobs that are equal after an iteration are merged, which keeps the number of blobs in
    the hundred thousands; without that, ways to grow would multiply with every iteration.
    """
    begin = np.array([code(tile) for tile in starts(one_by_one)], np.uint64)
    blobs = Outcomes(begin, np.full(len(begin), 1 / len(begin)))
    codes, probabilities = [], []
    for _ in range(ITERATIONS):
        blobs = merge(_one_more(*blobs) if one_by_one else _half_of_all(*blobs))
        codes.append(outlines(blobs.codes))
        probabilities.append(blobs.probabilities / ITERATIONS)
    return merge(Outcomes(np.concatenate(codes), np.concatenate(probabilities)))


def holds(board: Board, one_by_one: bool = False) -> bool:
    """Whether the reds are all tiles around a blob that can grow in three iterations."""
    # The blob is one connected group of blue tiles: try each of them.
    blues = set(INNER) - tiles(board)
    while blues:
        blob = reach(blues, next(iter(blues)), len(INNER))
        blues -= blob
        if around(blob, EIGHT) == tiles(board) and _can_grow(blob, one_by_one):
            return True
    return False


def starts(one_by_one: bool) -> list[Tile]:
    """Where a blob can begin."""
    return [tile for tile in INNER if one_by_one or min(tile) > 1]


def around(blob: set[Tile], offsets: tuple[Tile, ...]) -> set[Tile]:
    """The tiles next to a blob."""
    near = {(row + r, column + c) for row, column in blob for r, c in offsets}
    return near - blob


def contacts(blob: set[Tile], tile: Tile) -> int:
    """How many tiles of the blob this one touches."""
    return len(around({tile}, FOUR) & blob)


def reach(tiles: set[Tile], start: Tile, steps: int) -> set[Tile]:
    """The tiles among `tiles` that are at most `steps` steps from `start`."""
    reached = {start}
    for _ in range(steps):
        reached |= around(reached, FOUR) & tiles
    return reached


def _can_grow(blob: set[Tile], one_by_one: bool) -> bool:
    if one_by_one:
        return 1 < len(blob) <= ITERATIONS + 1
    begin = blob & set(starts(one_by_one))
    return any(reach(blob, start, ITERATIONS) == blob for start in begin)


def code(tile: Tile) -> np.uint64:
    """A board with one red tile, as a number."""
    return np.uint64(1 << (tile[0] * SIDE + tile[1]))


def outlines(blobs: Codes) -> Codes:
    """The tiles around each blob.

    A blob never reaches the border, so a shift by an offset never wraps around a row.
    """
    spread = blobs
    for row, column in EIGHT:
        spread = spread | _shift(blobs, row * SIDE + column)
    return spread & ~blobs


def _shift(blobs: Codes, by: int) -> Codes:
    return blobs << np.uint64(by) if by > 0 else blobs >> np.uint64(-by)


def _neighbours(blobs: Codes, tile: Tile) -> Int[np.ndarray, " blob"]:
    """How many tiles of each blob this one touches; 0 if it belongs to the blob."""
    count = np.zeros(len(blobs), int)
    for near in around({tile}, FOUR):
        count += (blobs & code(near)) > 0
    return np.where(blobs & code(tile), 0, count)


def _half_of_all(blobs: Codes, probabilities: np.ndarray) -> Outcomes:
    """Every blob with every subset of its neighbours.

    Goes through the tiles one by one. A blob that touches the tile is split in two: one
    that stays as it is, and a copy that the tile joins. What a tile touches is counted on
    the blob before this iteration (`blobs`), so tiles that join now attract no others.
    """
    grown = blobs
    for tile in INNER:
        count = _neighbours(blobs, tile)
        near = count > 0
        stays = 0.5**count
        joins = probabilities[near] * (1 - stays[near])
        grown = np.concatenate([grown, grown[near] | code(tile)])
        blobs = np.concatenate([blobs, blobs[near]])
        probabilities = np.concatenate([probabilities * stays, joins])
    return Outcomes(grown, probabilities)


def _one_more(blobs: Codes, probabilities: np.ndarray) -> Outcomes:
    """Every blob with each of its neighbours, all equally likely."""
    near = np.stack([_neighbours(blobs, tile) > 0 for tile in INNER])
    share = probabilities / near.sum(0)
    pairs = list(zip(near, INNER, strict=True))
    return Outcomes(
        np.concatenate([blobs[touched] | code(tile) for touched, tile in pairs]),
        np.concatenate([share[touched] for touched, _ in pairs]),
    )
