"""Learning to play: advantage actor-critic, whole populations in one compiled program."""

from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray, PyTree

from metamer.core.play import Game, View
from metamer.training.recipes import Recipe

CHANCES = 4
"""Uniform numbers that a game needs for each click: one for the player's choice, three
for the board that follows if this one is over."""


class Numbers(NamedTuple):
    """The part of a recipe that the compiled program is given, not made for."""

    rate: Any
    entropy: Any
    value: Any
    gamma: Any
    max_norm: Any
    length: Any
    linear: Any


class Tally(NamedTuple):
    """What happened in training so far; sums over all games."""

    steps: Int[Array, ""]
    episodes: Int[Array, ""]
    solved: Int[Array, ""]
    blue: Int[Array, ""]
    """Blue tiles turned up."""
    earned: Float[Array, ""]
    """All rewards since the last call of `advance`: a longer sum would lose digits."""


class Learning(NamedTuple):
    """A player in training, and all that going on with it needs."""

    weights: Any
    slopes: Any
    """What the optimiser remembers."""
    state: Any
    memory: Any
    key: Any
    updates: Int[Array, ""]
    tally: Tally


class Step(NamedTuple):
    """What one click of every game leaves for the loss."""

    said: Float[Array, " game"]
    """Log probability of the tile that was clicked."""
    entropy: Float[Array, " game"]
    value: Float[Array, " game"]
    reward: Float[Array, " game"]
    over: Bool[Array, " game"]
    solved: Bool[Array, " game"]
    blue: Bool[Array, " game"]


def numbers(recipe: Recipe) -> Numbers:
    """The recipe's numbers, as the compiled program takes them."""
    return Numbers(
        *(
            jnp.asarray(value, jnp.float32)
            for value in (
                recipe.rate,
                recipe.entropy,
                recipe.value,
                recipe.gamma,
                recipe.max_norm,
                recipe.length,
                recipe.schedule == "linear",
            )
        )
    )


def begin(net: Any, game: Game, recipe: Recipe, key: PRNGKeyArray) -> Learning:
    """A player before its first update."""
    dealt, key = jax.random.split(key)
    weights = eqx.filter(net, eqx.is_inexact_array)
    zero = jnp.zeros((), int)
    return Learning(
        weights,
        _scaling(recipe).init(weights),
        game.deal(jax.random.uniform(dealt, (recipe.games, CHANCES - 1))),
        net.start(recipe.games),
        key,
        zero,
        Tally(zero, zero, zero, zero, jnp.zeros(())),
    )


def advance(
    learning: Learning,
    net: Any,
    game: Game,
    recipe: Recipe,
    given: Numbers,
    updates: Int[Array, ""],
    unroll: int,
) -> Learning:
    """`updates` more updates. Those of a player that has reached its length change nothing:
    its rate is 0, and its tally stands still."""
    static = eqx.filter(net, eqx.is_inexact_array, inverse=True)

    def once(_: Any, learning: Learning) -> Learning:
        return _update(learning, static, game, recipe, given, unroll)

    tally = learning.tally._replace(earned=jnp.zeros(()))
    return jax.lax.fori_loop(0, updates, once, learning._replace(tally=tally))


def _update(
    learning: Learning,
    static: Any,
    game: Game,
    recipe: Recipe,
    given: Numbers,
    unroll: int,
) -> Learning:
    """Play some clicks, and learn from them."""
    key = jax.random.fold_in(learning.key, learning.updates)

    def objective(weights: Any) -> tuple[Array, Any]:
        net = eqx.combine(weights, static)
        return _loss(net, learning, game, recipe, given, key, unroll)

    slopes, (state, memory, trail) = jax.grad(objective, has_aux=True)(learning.weights)
    done = _count(learning.tally, recipe) / given.length
    moves, remembered = _scaling(recipe).update(
        _clipped(slopes, given.max_norm), learning.slopes
    )
    going = done < 1
    rate = going * given.rate * (1 - given.linear * done)
    return Learning(
        jax.tree.map(lambda old, move: old - rate * move, learning.weights, moves),
        remembered,
        state,
        memory,
        learning.key,
        learning.updates + 1,
        jax.tree.map(
            lambda so_far, more: so_far + jnp.where(going, more, 0),
            learning.tally,
            _tally(trail),
        ),
    )


def _loss(
    net: Any,
    learning: Learning,
    game: Game,
    recipe: Recipe,
    given: Numbers,
    key: PRNGKeyArray,
    unroll: int,
) -> tuple[Float[Array, ""], Any]:
    """The actor-critic loss of the next clicks, differentiable through all of them."""
    luck, noise = jax.random.split(key)
    chances = jax.random.uniform(luck, (recipe.steps, recipe.games, CHANCES))
    noises = jax.random.split(noise, recipe.steps + 1)

    def step(carry: Any, now: Any) -> tuple[Any, Step]:
        return _step(net, game, recipe, *carry, *now)

    start = (learning.state, learning.memory)
    (state, memory), trail = jax.lax.scan(
        step, start, (chances, noises[1:]), unroll=unroll
    )
    _, ahead, _ = net(game.view(state), memory, noises[0])
    returns = jax.lax.stop_gradient(_returns(trail, ahead, given.gamma, unroll))
    surprise = returns - trail.value
    gain = trail.said * jax.lax.stop_gradient(surprise)
    loss = (
        -gain.mean()
        - given.entropy * trail.entropy.mean()
        + given.value * jnp.square(surprise).mean()
    )
    return loss, (state, memory, trail)


def _step(
    net: Any, game: Game, recipe: Recipe, state: Any, memory: Any, chance: Any, key: Any
) -> tuple[Any, Step]:
    """One click in every game; a game that is over begins anew."""
    view = game.view(state)
    logits, value, memory = net(view, memory, key)
    logs = jax.nn.log_softmax(masked(logits, view) if recipe.masked else logits)
    chances = jnp.exp(logs)
    tile = drawn(jax.lax.stop_gradient(chances), chance[:, 0])
    here = tile[:, None] == jnp.arange(logs.shape[1])
    state, reward = game.click(state, tile)
    over = game.over(state)
    step = Step(
        jnp.sum(jnp.where(here, logs, 0.0), axis=1),
        -jnp.sum(jnp.where(chances > 0, chances * logs, 0.0), axis=1),
        value,
        reward,
        over,
        over & game.solved(state),
        jnp.any(here & (view.board < 0) & (game.view(state).board == 0), axis=1),
    )
    state = game.next(state, over, chance[:, 1:])
    fresh = net.start(len(tile))
    memory = jax.tree.map(
        lambda new, old: jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old),
        fresh,
        memory,
    )
    return (state, memory), step


def masked(logits: Float[Array, "game tile"], view: View) -> Float[Array, "game tile"]:
    """Logits with no chance for tiles that are face up."""
    return jnp.where(view.board < 0, logits, -1e9)


def drawn(
    chances: Float[Array, "game tile"], chance: Float[Array, " game"]
) -> Int[Array, " game"]:
    """A tile of each game, in proportion to its chances."""
    tiles = chances.shape[1]
    upto = chances @ jnp.triu(jnp.ones((tiles, tiles)))
    aim = chance * upto[:, -1]
    return jnp.minimum(jnp.sum(upto <= aim[:, None], axis=1), tiles - 1)


def _returns(
    trail: Step, ahead: Float[Array, " game"], gamma: Any, unroll: int
) -> Float[Array, "step game"]:
    """Rewards to come, as far as was played; beyond that, what the player expects.

    A board that was given up counts as an end, too. Source: kumar2022, as coded.
    """

    def back(later: Any, step: Any) -> tuple[Any, Any]:
        reward, over = step
        now = reward + gamma * jnp.where(over, 0.0, later)
        return now, now

    _, returns = jax.lax.scan(
        back, ahead, (trail.reward, trail.over), reverse=True, unroll=unroll
    )
    return returns


def _tally(trail: Step) -> Tally:
    return Tally(
        jnp.asarray(trail.over.size),
        jnp.sum(trail.over),
        jnp.sum(trail.solved),
        jnp.sum(trail.blue),
        jnp.sum(trail.reward),
    )


def _count(tally: Tally, recipe: Recipe) -> Int[Array, ""]:
    return tally.episodes if recipe.counted_in == "episodes" else tally.steps


def _scaling(recipe: Recipe) -> optax.GradientTransformation:
    if recipe.optimiser == "adam":
        return optax.scale_by_adam(eps=1e-5)
    return optax.scale_by_rms(decay=0.99, eps=1e-5, initial_scale=1.0)


def _clipped(slopes: PyTree, longest: Any) -> PyTree:
    norm = jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(slopes)))
    return jax.tree.map(
        lambda it: it * jnp.minimum(1.0, longest / (norm + 1e-9)), slopes
    )
