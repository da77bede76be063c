"""One game at a time in plain NumPy, for Gymnasium and for people."""

from __future__ import annotations

import numpy as np

from metamer.paradigms.tiles.game.rewards import Rewards


class SingleGame:
    """One board in play, click by click the same game as the compiled `TileGame`.

    A compiled step costs far more than one click in NumPy, so libraries that play one
    game at a time need this second version. A test plays both side by side.
    """

    def __init__(
        self, red: np.ndarray, shown: int | np.ndarray, limit: int, rewards: Rewards
    ):
        """`shown` is the tile that is face up at the start, or a truth value for each."""
        self.red = red
        self.revealed = np.zeros(len(red), bool)
        self.revealed[shown] = True
        self.left = int((red & ~self.revealed).sum())
        """Red tiles that are still hidden."""
        self.clicks = 0
        self.blues = 0
        self.limit = limit
        self.rewards = rewards

    def click(self, tile: int) -> float:
        """Turn up one tile and return the reward."""
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
