"""The game of `metamer.games.tiles`, one board at a time in plain NumPy."""

from __future__ import annotations

from itertools import product
from math import isqrt
from typing import Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.games.rewards import Rewards

FEWEST = 2
"""Red tiles of a board: one is shown, and one is there to be found."""


class Single:
    """One board in play. Click by click it is the same game as the compiled one."""

    def __init__(self, red: np.ndarray, start: int, limit: int, rewards: Rewards):
        self.red = red
        self.revealed = np.zeros(len(red), bool)
        self.revealed[start] = True
        self.left = int(red.sum()) - 1
        """Red tiles that are still to be found."""
        self.clicks = 0
        self.blues = 0
        self.limit = limit
        self.rewards = rewards

    def click(self, tile: int) -> float:
        """Turn up one tile, and say what that earned."""
        self.clicks += 1
        if self.revealed[tile]:
            return self.rewards.again
        self.revealed[tile] = True
        if not self.red[tile]:
            self.blues += 1
            return self.rewards.blue
        self.left -= 1
        return self.rewards.red if self.left else self.rewards.last_red

    @property
    def solved(self) -> bool:
        """Whether every red tile is face up."""
        return self.left == 0

    @property
    def over(self) -> bool:
        """Whether all red tiles are face up, or the limit is reached."""
        return self.solved or self.clicks >= self.limit

    @property
    def seen(self) -> np.ndarray:
        """The board as a player sees it: -1 hidden, 0 blue, 1 red."""
        return np.where(self.revealed, self.red, np.float32(-1))


def as_board(given: Any, tiles: int) -> np.ndarray:
    """A board of a user as a flat row of tiles, true where it is red."""
    side = isqrt(tiles)
    # Objects, so that rows of different lengths are a shape like any other.
    red = np.array(given, object)
    if red.shape not in ((side, side), (tiles,)):
        raise Refusal(
            f"a board must have the shape ({side}, {side}) or ({tiles},), "
            f"not {red.shape}"
        )
    if not np.isin(red, (0, 1)).all():
        raise Refusal("a tile of a board is 1 (red) or 0 (blue), and nothing else")
    flat = red.ravel() == 1
    if flat.sum() < FEWEST:
        raise Refusal(
            f"a board must have at least {FEWEST} red tiles, not {flat.sum()}"
        )
    return flat


def as_start(given: Any, red: np.ndarray) -> int:
    """The tile at a user's (row, column), which must be red."""
    side = isqrt(len(red))
    place = tuple(np.ravel(np.array(given, object)).tolist())
    if place not in product(range(side), repeat=2):
        raise Refusal(
            f"a start is a (row, column), each from 0 to {side - 1}, not {given}"
        )
    tile = int(place[0]) * side + int(place[1])
    if not red[tile]:
        raise Refusal(f"a board starts with a red tile, and {place} is blue")
    return tile
