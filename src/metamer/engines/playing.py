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
    tiles, logs = _program(player)(fitted, it.asked, it.red, it.shown, key.jax)
    return Played(np.asarray(tiles), np.exp(np.asarray(logs)))


@functools.lru_cache(maxsize=64)
def _program(player: Any) -> Callable[..., Any]:
    """Play all boards until the last of them is over; tiles and their log chances."""
    import jax
    import jax.numpy as jnp

    def play(fitted: Any, game: Any, red: Any, shown: Any, key: Any) -> Any:
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

        begun = (game.place(red, shown), memory, tiles, logs, jnp.zeros((), int))
        _, _, tiles, logs, _ = jax.lax.while_loop(going, step, begun)
        return tiles.T, logs.T

    return jax.jit(play)


def _where(which: Any, yes: Any, no: Any) -> Any:
    import jax.numpy as jnp

    return jnp.where(which.reshape(-1, *[1] * (yes.ndim - 1)), yes, no)


def play_one(player: Any, it: Round, key: Key) -> Played:
    """Teach one unit of any other player, and let it click in all games at once."""
    import jax.numpy as jnp

    game = it.asked
    fitted = player.fit(it.taught, key.stream("fit"))
    begin = getattr(player, "start", lambda fitted, many: None)
    memory = begin(fitted, len(it.red))
    state = game.place(jnp.asarray(it.red), jnp.asarray(it.shown))
    tiles = np.full((len(it.red), game.limit), -1)
    probability = np.full(tiles.shape, np.nan)
    for now in range(game.limit):
        going = ~np.asarray(game.over(state))
        if not going.any():
            break
        view = View(*(np.asarray(part) for part in game.view(state)))
        chance = key.stream("play", now)
        answer, memory = player.act(fitted, view, memory, chance)
        tile, said = _chosen(
            np.asarray(answer), going, view.board.shape[1], chance, player.name
        )
        state = _clicked(game, state, tile, going)
        tiles[going, now] = tile[going]
        probability[going, now] = said[going]
    return Played(tiles, probability)


def _clicked(game: Any, state: Any, tile: np.ndarray, going: np.ndarray) -> Any:
    """The games after a click; those that are over stay as they are."""
    import jax
    import jax.numpy as jnp

    after, _ = game.click(state, jnp.asarray(tile))
    return jax.tree.map(lambda new, old: _where(going, new, old), after, state)


def _chosen(
    answer: np.ndarray, going: np.ndarray, tiles: int, key: Key, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """The tile of each game, and its probability where log probabilities were given.

    What was answered to games that are over does not matter.
    """
    games = len(going)
    if answer.shape == (games,) and answer.dtype.kind in "iu":
        tile = np.where(going, answer, 0).astype(int)
        wrong = tile[(tile < 0) | (tile >= tiles)]
        if len(wrong):
            raise Refusal(
                f"{name} clicked tile {wrong[0]}; there are tiles 0 to {tiles - 1}"
            )
        return tile, np.full(games, np.nan)
    if answer.shape != (games, tiles) or answer.dtype.kind != "f":
        raise Refusal(
            f"{name} answered {answer.dtype} of shape {answer.shape} to {games} games; "
            f"needed: ({games},) whole numbers, or {games, tiles} log probabilities"
        )
    return _drawn(np.where(going[:, None], answer.astype(float), 0.0), key, name)


def _drawn(logs: np.ndarray, key: Key, name: str) -> tuple[np.ndarray, np.ndarray]:
    """A tile of each game by its probability, and that probability."""
    best = logs.max(axis=1, keepdims=True)
    if not np.isfinite(best).all():
        raise Refusal(
            f"{name} answered log probabilities from which no tile can be drawn; "
            "needed in each game: no NaN, nothing infinite but -inf, and not -inf alone"
        )
    weights = np.exp(logs - best)
    upto = weights.cumsum(axis=1)
    aim = key.stream("tile").numpy.random((len(logs), 1)) * upto[:, -1:]
    # The first tile beyond the aim; one without weight is never that.
    tile = (upto <= aim).sum(axis=1)
    return tile, weights[np.arange(len(logs)), tile] / upto[:, -1]
