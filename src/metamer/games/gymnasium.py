"""The game for Gymnasium. Importing this module registers `metamer/Tiles-v0`."""

from __future__ import annotations

from dataclasses import astuple
from math import isqrt
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from metamer.core.errors import Refusal, one_of
from metamer.games.rewards import Rewards
from metamer.games.single import Single, as_board, as_start

ID = "metamer/Tiles-v0"

METADATA = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

SIGNS = ".#?"
"""How text shows blue, red and, at place -1, hidden tiles."""

COLOURS = np.array([(0xA6, 0xD3, 0xEE), (0xD5, 0x5E, 0x00), (0xF4, 0xF4, 0xF4)], "u1")
"""The same for pictures; the colour-blind tell them apart."""

SIZE, GAP, DOT = 32, 2, 6
"""Pixels of a tile, between tiles, and of the dot on red tiles."""

NOTHING = (-1, 0.0)
"""The click before the first: no tile, and no reward."""

PRINTED = Rewards()


class Environment(gymnasium.Env):
    """Boards drawn by their probability, played click by click.

    What is seen are the board (-1 hidden, 0 blue, 1 red), the tile clicked before (one
    of as many columns), and what that earned. `info` says whether every red tile is
    face up (`finished`), how many blue ones are (`blues`), and which tiles are still
    hidden (`action_mask`). A board is terminated when every red tile is face up, and
    truncated at the limit; either way the next one is drawn anew.

    Source: kumar2022, Methods, "Tile-revealing task"; the authors' code.
    Differs: in the authors' code a board that was given up comes again and again.
    """

    metadata = METADATA

    def __init__(
        self,
        boards: np.ndarray,
        probabilities: np.ndarray,
        limit: int = 60,
        lag: int = 0,
        rewards: Rewards = PRINTED,
        render_mode: str | None = None,
    ):
        one_of("render_mode", render_mode, (None, "ansi", "rgb_array"))
        self.render_mode = render_mode
        self.boards = boards
        self.upto = np.cumsum(probabilities)
        self.limit, self.lag, self.rewards = limit, lag, rewards
        tiles = boards.shape[1]
        earned = (0.0, *astuple(rewards))
        low = np.repeat([-1.0, 0.0, min(earned)], (tiles, tiles, 1))
        high = np.repeat([1.0, 1.0, max(earned)], (tiles, tiles, 1))
        self.observation_space = Box(low.astype("f4"), high.astype("f4"))
        self.action_space = Discrete(tiles)
        self._game: Single | None = None
        self._past = [NOTHING] * (lag + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """The next board, or the one in `options`: `board`, and its `start`.

        With a seed, nothing is left of earlier boards.
        """
        super().reset(seed=seed)
        red, start = self._given(options or {})
        self._game = Single(red, start, self.limit, self.rewards)
        # With a lag, the last click goes over to the next board.
        last = self._past[0] if self.lag and seed is None else NOTHING
        self._past = [last] * (self.lag + 1)
        return self._observation(self._game), _info(self._game)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Click a tile."""
        game = self._game
        if game is None or game.over:
            raise Refusal("no board is in play; call reset for the next one")
        if not 0 <= action < len(game.red):
            raise Refusal(f"there is no tile {action}, only 0 to {len(game.red) - 1}")
        earned = game.click(int(action))
        self._past = [(int(action), earned), *self._past[:-1]]
        truncated = game.over and not game.solved
        return self._observation(game), earned, game.solved, truncated, _info(game)

    def render(self) -> Any:
        """The board as text or as a picture, as `render_mode` says."""
        if self._game is None or self.render_mode is None:
            return None
        side = isqrt(len(self._game.red))
        seen = self._game.seen.astype(int).reshape(side, side)
        return text(seen) if self.render_mode == "ansi" else picture(seen)

    def _given(self, options: dict[str, Any]) -> tuple[np.ndarray, int]:
        """The next board and its start, as far as `options` do not say."""
        for name in options:
            one_of("option", name, ("board", "start"))
        if "start" in options and "board" not in options:
            raise Refusal("a start needs its board: options have board, or both")
        if "board" in options:
            red = as_board(options["board"], self.boards.shape[1])
        else:
            aim = self.np_random.random() * self.upto[-1]
            red = self.boards[np.searchsorted(self.upto, aim, side="right")]
        if "start" in options:
            return red, as_start(options["start"], red)
        return red, int(self.np_random.choice(np.flatnonzero(red)))

    def _observation(self, game: Single) -> np.ndarray:
        tiles = len(game.red)
        clicked, earned = self._past[-1]
        seen = np.zeros(2 * tiles + 1, np.float32)
        seen[:tiles] = game.seen
        if clicked >= 0:
            seen[tiles + clicked] = 1
        seen[-1] = earned
        return seen


def _info(game: Single) -> dict[str, Any]:
    return {
        "finished": game.solved,
        "blues": game.blues,
        "action_mask": (~game.revealed).astype(np.int8),
    }


def text(seen: np.ndarray) -> str:
    """A board in signs, one line for each row."""
    return "\n".join("".join(SIGNS[tile] for tile in row) for row in seen)


def picture(seen: np.ndarray) -> np.ndarray:
    """A board in colours, with a dot on each red tile."""
    side = len(seen)
    pixels = COLOURS[seen].repeat(SIZE, axis=0).repeat(SIZE, axis=1)
    red = (seen == 1).repeat(SIZE, axis=0).repeat(SIZE, axis=1)
    place = np.arange(side * SIZE) % SIZE
    gap = place < GAP
    dot = abs(place - (SIZE + GAP) / 2 + 0.5) < DOT / 2
    white = gap[:, None] | gap | (red & dot[:, None] & dot)
    return np.where(white[:, :, None], np.uint8(255), pixels)


# Named and not imported: games know no paradigm, and a table takes time to make.
gymnasium.register(ID, "metamer.paradigms.tiles.environment:environment")
