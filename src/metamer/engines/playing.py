"""Games played to their end: in one compiled program, or click by click."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.play import Played, Round, View


def play_compiled(
    player: Any, rounds: Sequence[Round], keys: Sequence[Key], place: Place
) -> list[Played]:
    """Teach and play all units of a compiled player.

    One that learns has `train`, which teaches all units together; the others are
    fitted and play one by one.
    """
    import jax.numpy as jnp

    taught = [key.stream("fit").jax for key in keys]
    if hasattr(player, "train"):
        together = player.train(rounds[0].taught, jnp.stack(taught), place)
        fitted = [_of(together, unit) for unit in range(len(keys))]
    else:
        fitted = [
            player.fit(it.taught, key) for it, key in zip(rounds, taught, strict=True)
        ]
    return [
        _played(player, one, it, key.stream("play"))
        for one, it, key in zip(fitted, rounds, keys, strict=True)
    ]


def _of(together: Any, unit: int) -> Any:
    import jax

    return jax.tree.map(lambda leaf: leaf[unit], together)


def _played(player: Any, fitted: Any, it: Round, key: Key) -> Played:
    tiles, logs = _program(player)(fitted, it.asked, it.red, it.start, key.jax)
    return Played(np.asarray(tiles), np.exp(np.asarray(logs)))


@functools.lru_cache(maxsize=64)
def _program(player: Any) -> Callable[..., Any]:
    """Play all boards until the last of them is over; tiles and their log chances."""
    import jax
    import jax.numpy as jnp

    def play(fitted: Any, game: Any, red: Any, start: Any, key: Any) -> Any:
        many = len(red)
        tiles = jnp.full((game.limit, many), -1, int)
        logs = jnp.zeros((game.limit, many))
        memory = player.start(fitted, many)

        def going(carry: Any) -> Any:
            return ~jnp.all(game.over(carry[0]))

        def step(carry: Any) -> Any:
            state, memory, tiles, logs, now = carry
            acted, drawn = jax.random.split(jax.random.fold_in(key, now))
            scores, memory = player.act(fitted, game.view(state), memory, acted)
            tile = jax.random.categorical(drawn, scores)
            said = jax.nn.log_softmax(scores)[jnp.arange(many), tile]
            over = game.over(state)
            after, _ = game.click(state, tile)
            state = jax.tree.map(lambda new, old: _where(over, old, new), after, state)
            tiles = tiles.at[now].set(jnp.where(over, -1, tile))
            return state, memory, tiles, logs.at[now].set(said), now + 1

        begun = (game.place(red, start), memory, tiles, logs, jnp.zeros((), int))
        _, _, tiles, logs, _ = jax.lax.while_loop(going, step, begun)
        return tiles.T, logs.T

    return jax.jit(play)


def _where(which: Any, yes: Any, no: Any) -> Any:
    import jax.numpy as jnp

    return jnp.where(which.reshape(-1, *[1] * (yes.ndim - 1)), yes, no)


def play_one(player: Any, it: Round, key: Key) -> Played:
    """Teach one unit of any other player, and let it click in all games at once."""
    game = it.asked
    fitted = player.fit(it.taught, key.stream("fit"))
    begin = getattr(player, "start", lambda fitted, many: None)
    memory = begin(fitted, len(it.red))
    state = game.place(it.red, it.start)
    tiles = np.full((len(it.red), game.limit), -1)
    probability = np.full(tiles.shape, np.nan)
    for now in range(game.limit):
        going = ~np.asarray(game.over(state))
        if not going.any():
            break
        view = View(*(np.asarray(part) for part in game.view(state)))
        chance = key.stream("play", now)
        answer, memory = player.act(fitted, view, memory, chance)
        tile, said = _chosen(np.asarray(answer), view.board.shape, chance, player.name)
        state = _clicked(game, state, tile, going)
        tiles[going, now] = tile[going]
        probability[going, now] = said[going]
    return Played(tiles, probability)


def _clicked(game: Any, state: Any, tile: np.ndarray, going: np.ndarray) -> Any:
    """The games after a click; those that are over stay as they are."""
    import jax

    after, _ = game.click(state, tile)
    return jax.tree.map(lambda new, old: _where(going, new, old), after, state)


def _chosen(
    answer: np.ndarray, shape: tuple[int, ...], key: Key, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """The tile of each game, and its probability where log probabilities were given."""
    games, tiles = shape
    if answer.shape == (games,) and answer.dtype.kind in "iu":
        if answer.min() < 0 or answer.max() >= tiles:
            raise Refusal(
                f"{name} clicked tile {answer.min() if answer.min() < 0 else answer.max()}"
                f"; there are tiles 0 to {tiles - 1}"
            )
        return answer.astype(int), np.full(games, np.nan)
    if answer.shape != shape or answer.dtype.kind != "f" or np.isnan(answer).any():
        raise Refusal(
            f"{name} answered {answer.dtype} of shape {answer.shape} to {games} games; "
            f"needed: ({games},) whole numbers, or {shape} log probabilities"
        )
    weights = np.exp(answer - answer.max(axis=1, keepdims=True))
    chances = weights / weights.sum(axis=1, keepdims=True)
    aim = key.stream("tile").numpy.random((games, 1))
    tile = np.minimum((chances.cumsum(axis=1) < aim).sum(axis=1), tiles - 1)
    return tile, chances[np.arange(games), tile]
