"""Games played to their end: in one compiled program, or action by action."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from metamer.core.capabilities import HasMemory, Trains
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.play import Game, GameLesson, GameView, Trajectories
from metamer.engines.device import units_of


def play_compiled(
    player: Any, lessons: Sequence[GameLesson], keys: Sequence[Key], place: Place
) -> list[Trajectories]:
    """What all units of a compiled player do."""
    fitted = teach_compiled(player, lessons, keys, place)
    return [
        _play(player, one, lesson, key.stream("play"))
        for one, lesson, key in zip(fitted, lessons, keys, strict=True)
    ]


def teach_compiled(
    player: Any, lessons: Sequence[GameLesson], keys: Sequence[Key], place: Place
) -> list[Any]:
    """What `act` needs, for each unit of a compiled player.

    A player that trains teaches all units together; others are fitted one by one.
    """
    import jax.numpy as jnp

    own = [key.stream("fit").jax for key in keys]
    if isinstance(player, Trains):
        together = player.train(lessons[0].taught, jnp.stack(own), place)
        return units_of(together, len(keys))
    return [
        player.fit(lesson.taught, key) for lesson, key in zip(lessons, own, strict=True)
    ]


def _play(player: Any, fitted: Any, lesson: GameLesson, key: Key) -> Trajectories:
    played = _program(player)(fitted, lesson.asked, lesson.start, key.jax)
    actions, logs, first = map(np.asarray, played)
    return Trajectories(actions, np.exp(logs), np.exp(first))


@functools.lru_cache(maxsize=64)
def _program(player: Any) -> Callable[..., Any]:
    """Plays all games until the last is over: actions and their log probabilities.

    Then those of all actions in the first step.
    """
    import jax
    import jax.numpy as jnp

    def play(fitted: Any, game: Game, start: Any, key: Any) -> Any:
        begun = game.place(start)
        games = len(game.over(begun))
        # A compiled loop cannot grow: there is room for as many steps as are allowed.
        actions = jnp.full((game.limit, games), -1, int)
        logs = jnp.zeros((game.limit, games))
        first = jnp.zeros((games, game.actions))

        def going(carry: Any) -> Any:
            return ~jnp.all(game.over(carry[0]))

        def step(carry: Any) -> Any:
            state, memory, actions, logs, first, now = carry
            own, chance = jax.random.split(jax.random.fold_in(key, now))
            scores, memory = player.act(fitted, game.view(state), memory, own)
            action = jax.random.categorical(chance, scores)
            policy = jax.nn.log_softmax(scores)
            first = jnp.where(now == 0, policy, first)
            log = policy[jnp.arange(games), action]
            over = game.over(state)
            after, _ = game.step(state, action)
            state = jax.tree.map(lambda new, old: _where(over, old, new), after, state)
            actions = actions.at[now].set(jnp.where(over, -1, action))
            logs = logs.at[now].set(log)
            return state, memory, actions, logs, first, now + 1

        memory = player.start(fitted, games)
        carry = (begun, memory, actions, logs, first, jnp.zeros((), int))
        _, _, actions, logs, first, _ = jax.lax.while_loop(going, step, carry)
        return actions.T, logs.T, first

    return jax.jit(play)


def _where(which: Any, yes: Any, no: Any) -> Any:
    """`yes` in some games and `no` in the others, whatever axes follow the game."""
    import jax.numpy as jnp

    return jnp.where(which.reshape(-1, *[1] * (yes.ndim - 1)), yes, no)


def play_one(player: Any, lesson: GameLesson, key: Key) -> Trajectories:
    """What one unit of any other player does, in all games side by side."""
    import jax
    import jax.numpy as jnp

    game: Game = lesson.asked
    fitted = player.fit(lesson.taught, key.stream("fit"))
    state = game.place(jax.tree.map(jnp.asarray, lesson.start))
    games = len(game.over(state))
    memory = player.start(fitted, games) if isinstance(player, HasMemory) else None
    actions = np.full((games, game.limit), -1)
    probability = np.full(actions.shape, np.nan)
    first = np.zeros((games, game.actions))
    for now in range(game.limit):
        going = ~np.asarray(game.over(state))
        if not going.any():
            break
        view = GameView(*(np.asarray(part) for part in game.view(state)))
        chance = key.stream("play", now)
        answer, memory = player.act(fitted, view, memory, chance)
        chosen, likely = choose(
            np.asarray(answer), going, game.actions, chance, player.name
        )
        state = _advance(game, state, chosen, going)
        actions[going, now] = chosen[going]
        probability[going, now] = likely[going]
        if now == 0:
            first = _policy(np.asarray(answer), chosen, going, game.actions)
    return Trajectories(actions, probability, first)


def _policy(
    answer: np.ndarray, chosen: np.ndarray, going: np.ndarray, actions: int
) -> np.ndarray:
    """The probability of every action in each game; 1 for one that was simply chosen."""
    if answer.ndim == 1:
        return np.eye(actions)[chosen]
    logs = np.where(going[:, None], answer.astype(float), 0.0)
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def _advance(game: Game, state: Any, action: np.ndarray, going: np.ndarray) -> Any:
    """The games after an action; those that are over stay as they are."""
    import jax
    import jax.numpy as jnp

    after, _ = game.step(state, jnp.asarray(action))
    return jax.tree.map(lambda new, old: _where(going, new, old), after, state)


def choose(
    answer: np.ndarray, going: np.ndarray, actions: int, key: Key, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """The action in each game, and its probability if log probabilities were given.

    What was answered to games that are over does not matter.
    """
    games = len(going)
    if answer.shape == (games,) and answer.dtype.kind in "iu":
        action = np.where(going, answer, 0).astype(int)
        wrong = action[(action < 0) | (action >= actions)]
        if len(wrong):
            raise Refusal(
                f"{name} chose action {wrong[0]}; there are actions 0 to {actions - 1}"
            )
        return action, np.full(games, np.nan)
    if answer.shape != (games, actions) or answer.dtype.kind != "f":
        raise Refusal(
            f"{name} answered {answer.dtype} of shape {answer.shape} to {games} games; "
            f"needed: ({games},) whole numbers, or {games, actions} log probabilities"
        )
    return _draw(np.where(going[:, None], answer.astype(float), 0.0), key, name)


def _draw(logs: np.ndarray, key: Key, name: str) -> tuple[np.ndarray, np.ndarray]:
    """An action in each game by its probability, and that probability."""
    best = logs.max(axis=1, keepdims=True)
    if not np.isfinite(best).all():
        raise Refusal(
            f"{name} answered log probabilities from which no action can be drawn; "
            "needed in each game: no NaN, nothing infinite but -inf, and not -inf alone"
        )
    weights = np.exp(logs - best)
    upto = weights.cumsum(axis=1)
    # The name is older than the word `action`; another one would change every draw.
    aim = key.stream("tile").numpy.random((len(logs), 1)) * upto[:, -1:]
    # The first action beyond the aim; one without weight is never that.
    action = (upto <= aim).sum(axis=1)
    return action, weights[np.arange(len(logs)), action] / upto[:, -1]
