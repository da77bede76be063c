"""Learning to play: advantage actor-critic, whole populations in one compiled program."""

from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from metamer.core.play import Game
from metamer.training import gradients
from metamer.training.gradients import Schedule, learning_rate, make_optimiser
from metamer.training.settings import PlayerTraining

EPSILON = 1e-5
"""Adam's. Source: ours, as that of RMSProp in kumar2022's library."""


class PlayerNumbers(NamedTuple):
    """The numbers of a training that a compiled program takes as inputs."""

    schedule: Schedule
    """In what the training's length is counted in."""
    length: Any
    entropy: Any
    value: Any
    gamma: Any
    max_norm: Any


class Tally(NamedTuple):
    """What happened in training so far; sums over all games."""

    steps: Int[Array, ""]
    episodes: Int[Array, ""]
    solved: Int[Array, ""]
    blue: Int[Array, ""]
    """Blue tiles turned up."""
    earned: Float[Array, ""]
    """All rewards since the last call of `advance`: a longer sum would lose digits."""


class PlayerState(NamedTuple):
    """A player in training, and all that going on with it needs."""

    params: Any
    opt_state: Any
    games: Any
    """The games that are being played."""
    memory: Any
    """What the player remembers of each of them."""
    key: Any
    updates: Int[Array, ""]
    tally: Tally


class Step(NamedTuple):
    """What one click of every game leaves for the loss."""

    log_probability: Float[Array, " game"]
    """Of the tile that was clicked."""
    entropy: Float[Array, " game"]
    value: Float[Array, " game"]
    reward: Float[Array, " game"]
    over: Bool[Array, " game"]
    solved: Bool[Array, " game"]
    blue: Bool[Array, " game"]


def make_numbers(training: PlayerTraining) -> PlayerNumbers:
    """The training's numbers, as the compiled program takes them."""
    length, falls = training.length, training.schedule == "linear"
    weights = (training.entropy, training.value, training.gamma, training.max_norm)
    schedule, rest = (
        [jnp.asarray(number, jnp.float32) for number in numbers]
        for numbers in ((training.rate, 0, 0, length, falls), (length, *weights))
    )
    return PlayerNumbers(Schedule(*schedule), *rest)


def begin(
    net: Any, game: Game, training: PlayerTraining, key: PRNGKeyArray
) -> PlayerState:
    """A player before its first update."""
    deal_key, key = jax.random.split(key)
    params = eqx.filter(net, eqx.is_inexact_array)
    zero = jnp.zeros((), int)
    return PlayerState(
        params,
        _optimiser(training).init(params),
        game.deal(jax.random.uniform(deal_key, (training.games, game.chances))),
        net.start(training.games),
        key,
        zero,
        Tally(zero, zero, zero, zero, jnp.zeros(())),
    )


def advance(
    state: PlayerState,
    net: Any,
    game: Game,
    training: PlayerTraining,
    numbers: PlayerNumbers,
    updates: Int[Array, ""],
    unroll: int,
) -> PlayerState:
    """`updates` more updates. Those of a player that has reached its length change nothing:
    its learning rate is 0, and its tally stands still."""
    static = eqx.filter(net, eqx.is_inexact_array, inverse=True)

    def once(_: Any, state: PlayerState) -> PlayerState:
        return _update(state, static, game, training, numbers, unroll)

    tally = state.tally._replace(earned=jnp.zeros(()))
    return jax.lax.fori_loop(0, updates, once, state._replace(tally=tally))


def _update(
    state: PlayerState,
    static: Any,
    game: Game,
    training: PlayerTraining,
    numbers: PlayerNumbers,
    unroll: int,
) -> PlayerState:
    """Play some clicks, and learn from them."""
    key = jax.random.fold_in(state.key, state.updates)

    def objective(params: Any) -> tuple[Array, Any]:
        net = eqx.combine(params, static)
        return _loss(net, state, game, training, numbers, key, unroll)

    done = _count(state.tally, training)
    # Players that have finished play on beside the others, because one program runs all
    # of them: their rate is 0 and nothing is counted.
    going = done < numbers.length
    rate = going * learning_rate(numbers.schedule, done)
    params, opt_state, _, (games, memory, trail) = gradients.step(
        objective,
        _optimiser(training, rate, numbers.max_norm),
        state.params,
        state.opt_state,
    )
    return PlayerState(
        params,
        opt_state,
        games,
        memory,
        state.key,
        state.updates + 1,
        jax.tree.map(
            lambda so_far, more: so_far + jnp.where(going, more, 0),
            state.tally,
            _tally(trail),
        ),
    )


def _loss(
    net: Any,
    state: PlayerState,
    game: Game,
    training: PlayerTraining,
    numbers: PlayerNumbers,
    key: PRNGKeyArray,
    unroll: int,
) -> tuple[Float[Array, ""], Any]:
    """The actor-critic loss of the next clicks, differentiable through all of them."""
    chance_key, dropout_key = jax.random.split(key)
    # For each click: one number for the choice, the others for the game that follows.
    shape = (training.steps, training.games, 1 + game.chances)
    chances = jax.random.uniform(chance_key, shape)
    dropout_keys = jax.random.split(dropout_key, training.steps + 1)

    def step(carry: Any, now: Any) -> tuple[Any, Step]:
        return _step(net, game, training, *carry, *now)

    start = (state.games, state.memory)
    (games, memory), trail = jax.lax.scan(
        step, start, (chances, dropout_keys[1:]), unroll=unroll
    )
    # Beyond the last click stands what the critic expects. Returns are targets: without
    # the stop, the critic would also learn by moving them towards its guess.
    _, ahead, _ = net(game.view(games), memory, dropout_keys[0])
    returns = jax.lax.stop_gradient(_returns(trail, ahead, numbers.gamma, unroll))
    advantage = returns - trail.value
    # The stop keeps the actor's term from training the critic.
    gain = trail.log_probability * jax.lax.stop_gradient(advantage)
    loss = (
        -gain.mean()
        - numbers.entropy * trail.entropy.mean()
        + numbers.value * jnp.square(advantage).mean()
    )
    return loss, (games, memory, trail)


def _step(
    net: Any,
    game: Game,
    training: PlayerTraining,
    games: Any,
    memory: Any,
    chance: Any,
    key: Any,
) -> tuple[Any, Step]:
    """One click in every game; a game that is over begins anew."""
    view = game.view(games)
    logits, value, memory = net(view, memory, key)
    logits = mask(logits, game.untried(view)) if training.masked else logits
    log_policy = jax.nn.log_softmax(logits)
    policy = jnp.exp(log_policy)
    action = draw_actions(jax.lax.stop_gradient(policy), chance[:, 0])
    here = action[:, None] == jnp.arange(policy.shape[1])
    wrong = game.wrong(games, action)
    games, reward = game.step(games, action)
    over = game.over(games)
    step = Step(
        jnp.sum(jnp.where(here, log_policy, 0.0), axis=1),
        -jnp.sum(jnp.where(policy > 0, policy * log_policy, 0.0), axis=1),
        value,
        reward,
        over,
        over & game.solved(games),
        wrong,
    )
    games = game.renew(games, over, chance[:, 1:])
    # A new game must not see what was remembered of the last one.
    fresh = net.start(len(action))
    memory = jax.tree.map(
        lambda new, old: jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old),
        fresh,
        memory,
    )
    return (games, memory), step


def mask(
    logits: Float[Array, "game action"], allowed: Bool[Array, "game action"]
) -> Float[Array, "game action"]:
    """Logits that leave no probability to actions that are not allowed."""
    # Not minus infinity: the gradient of the entropy would be NaN.
    return jnp.where(allowed, logits, -1e9)


def draw_actions(
    policy: Float[Array, "game action"], chance: Float[Array, " game"]
) -> Int[Array, " game"]:
    """An action in each game, drawn by its probability from one uniform number.

    Inverts the cumulative distribution, summed by a triangular matrix product: per game
    0.33 us on a CPU, where `cumsum` took 0.87 and `jax.random.categorical` 2.57.
    """
    actions = policy.shape[1]
    upto = policy @ jnp.triu(jnp.ones((actions, actions)))
    aim = chance * upto[:, -1]
    return jnp.minimum(jnp.sum(upto <= aim[:, None], axis=1), actions - 1)


def _returns(
    trail: Step, ahead: Float[Array, " game"], gamma: Any, unroll: int
) -> Float[Array, "step game"]:
    """Discounted rewards to come, as far as was played; then the value that is expected.

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


def _count(tally: Tally, training: PlayerTraining) -> Int[Array, ""]:
    return tally.episodes if training.counted_in == "episodes" else tally.steps


def _optimiser(
    training: PlayerTraining, rate: Any = 1.0, max_norm: Any = 1.0
) -> optax.GradientTransformation:
    return make_optimiser(training.optimiser, rate, max_norm=max_norm, epsilon=EPSILON)
