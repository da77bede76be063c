"""A taught player in one game, action by action, as a person plays it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from metamer.core.capabilities import HasMemory, is_compiled
from metamer.core.keys import Key
from metamer.core.play import GameView
from metamer.engines.playing import choose


class OneGame:
    """What a player does in one game, whoever holds the game."""

    def __init__(self, player: Any, fitted: Any, actions: int, key: Key):
        self.player, self.fitted, self.actions, self.key = player, fitted, actions, key
        begins = isinstance(player, HasMemory)
        self.memory = player.start(fitted, 1) if begins else None
        self.now = 0

    def act(self, view: GameView) -> int:
        """The next action; `view` is of this game alone, and has one row."""
        key = self.key.stream("play", self.now)
        self.now += 1
        compiled = is_compiled(self.player)
        act = _program(self.player) if compiled else self.player.act
        own = key.jax if compiled else key
        answer, self.memory = act(self.fitted, view, self.memory, own)
        going = np.ones(1, bool)
        action, _ = choose(
            np.asarray(answer), going, self.actions, key, self.player.name
        )
        return int(action[0])


@functools.lru_cache(maxsize=64)
def _program(player: Any) -> Callable[..., Any]:
    import jax

    return jax.jit(player.act)
