"""The game for Gymnasium. Importing this module registers `metamer/Tiles-v0`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from itertools import product
from math import isqrt
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from jaxtyping import Bool

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.controls import boards_of
from metamer.paradigms.tiles.distributions.distribution import without
from metamer.paradigms.tiles.distributions.files import MIN_GIVEN_REDS
from metamer.paradigms.tiles.game.observation import observe
from metamer.paradigms.tiles.game.rewards import Rewards
from metamer.paradigms.tiles.game.single import SingleGame

ID = "metamer/Tiles-v0"

METADATA = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

SIGNS = ".#?"
"""How text shows blue, red and, at place -1, hidden tiles."""

COLOURS = np.array([(0xA6, 0xD3, 0xEE), (0xD5, 0x5E, 0x00), (0xF4, 0xF4, 0xF4)], "u1")
"""The same for pictures; colour-blind people can tell them apart."""

SIZE, GAP, DOT = 32, 2, 6
"""Pixels of a tile, between tiles, and of the dot on red tiles."""

NO_CLICK = (-1, 0.0)
"""What stands for the click before the first one: no tile, and no reward."""

PAPER_REWARDS = Rewards()


class Environment(gymnasium.Env):
    """Boards drawn by their probability, played click by click.

    An observation holds the board (-1 hidden, 0 blue, 1 red), the last click (one-hot over
    the tiles) and its reward. `info` says whether every red tile is face up (`finished`),
    how many blue tiles are (`blues`), and which tiles are still hidden (`action_mask`). A
    board is terminated when every red tile is face up, and truncated at the limit; either
    way `reset` draws a new one.

    Source: kumar2022, Methods, "Training Meta-Learning Agents on the Tile-revealing Task";
    the authors' code.
    Differs: in the authors' code a board that was given up is served again until it is
    finished.
    """

    metadata = METADATA

    def __init__(
        self,
        boards: np.ndarray,
        probabilities: np.ndarray,
        limit: int = 60,
        lag: int = 0,
        rewards: Rewards = PAPER_REWARDS,
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
        self._game: SingleGame | None = None
        self._past = [NO_CLICK] * (lag + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next board, or the one in `options`: `board`, and its `start`.

        With a seed, no click of an earlier board is seen.
        """
        super().reset(seed=seed)
        red, start = self._next(options or {})
        self._game = SingleGame(red, start, self.limit, self.rewards)
        # With a lag, the last click is still seen on the next board.
        last = self._past[0] if self.lag and seed is None else NO_CLICK
        self._past = [last] * (self.lag + 1)
        return self._observation(self._game), _info(self._game)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Click a tile."""
        game = self._game
        if game is None or game.over:
            raise Refusal("no board is in play; call reset for the next one")
        if not 0 <= action < len(game.red):
            raise Refusal(f"a tile is 0 to {len(game.red) - 1}, not {action}")
        earned = game.click(int(action))
        self._past = [(int(action), earned), *self._past[:-1]]
        truncated = game.over and not game.solved
        return self._observation(game), earned, game.solved, truncated, _info(game)

    def action_masks(self) -> Bool[np.ndarray, " tile"]:
        """Which tiles may be clicked: those still hidden.

        The name is the one by which MaskablePPO of sb3-contrib asks for it.
        """
        if self._game is None:
            raise Refusal("no board is in play; call reset for the next one")
        return ~self._game.revealed

    def render(self) -> Any:
        """The board as text or as a picture, depending on `render_mode`."""
        if self._game is None or self.render_mode is None:
            return None
        side = isqrt(len(self._game.red))
        seen = self._game.seen.astype(int).reshape(side, side)
        return text(seen) if self.render_mode == "ansi" else picture(seen)

    def _next(self, options: dict[str, Any]) -> tuple[np.ndarray, int]:
        """The next board and its start, drawn unless `options` give them."""
        for name in options:
            one_of("option", name, ("board", "start"))
        if "start" in options and "board" not in options:
            raise Refusal(
                "options have a start without a board; give both, or the board"
            )
        if "board" in options:
            red = _red_tiles(options["board"], self.boards.shape[1])
        else:
            aim = self.np_random.random() * self.upto[-1]
            red = self.boards[np.searchsorted(self.upto, aim, side="right")]
        if "start" in options:
            return red, _start_tile(options["start"], red)
        return red, int(self.np_random.choice(np.flatnonzero(red)))

    def _observation(self, game: SingleGame) -> np.ndarray:
        clicked, earned = self._past[-1]
        (row,) = observe(game.seen[None], np.array([clicked]), np.array([earned]))
        return row


def _info(game: SingleGame) -> dict[str, Any]:
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


def _red_tiles(given: Any, tiles: int) -> np.ndarray:
    """A user's board as a flat row of tiles, true where it is red."""
    side = isqrt(tiles)
    # An array of objects, so that rows of different lengths give a shape to refuse.
    red = np.array(given, object)
    if red.shape not in ((side, side), (tiles,)):
        raise Refusal(
            f"a board must have the shape ({side}, {side}) or ({tiles},), "
            f"not {red.shape}"
        )
    if not np.isin(red, (0, 1)).all():
        raise Refusal("every tile of a board must be 1 (red) or 0 (blue)")
    flat = red.ravel() == 1
    if flat.sum() < MIN_GIVEN_REDS:
        raise Refusal(
            f"a board must have at least {MIN_GIVEN_REDS} red tiles, not {flat.sum()}"
        )
    return flat


def _start_tile(given: Any, red: np.ndarray) -> int:
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


def environment(
    rule: str = "rectangle",
    condition: str = "abstract",
    reading: str = "as_coded",
    lag: int = 0,
    limit: int = 60,
    held_out: Sequence[Any] | np.ndarray = (),
    render_mode: str | None = None,
) -> Environment:
    """The game on the boards of a rule and condition, without those in `held_out`.

    All other settings are the paradigm's; metamers are made by the paper's recipe.
    """
    settings = Tiles(
        rules=(rule,),
        reading=reading,  # type: ignore[arg-type]
        taught=(condition,),
        limit=limit,
        lag=lag,  # type: ignore[arg-type]
    )
    known = boards_of(condition, settings.control(rule))
    if len(held_out):
        tiles = known.boards.shape[1]
        boards = [_red_tiles(board, tiles) for board in held_out]
        known = without(known, np.array(boards))
    return Environment(*known, limit, lag, settings.rewards, render_mode)


# By name, so that an environment's specification can be written to a file.
gymnasium.register(ID, "metamer.paradigms.tiles.gymnasium:environment")
