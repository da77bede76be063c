"""Advantage actor-critic: returns, loss, optimiser, and that something is learned."""

import functools
from dataclasses import replace

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.game.rewards import Rewards
from metamer.paradigms.tiles.nets.lstm import LstmPlayerNetwork
from metamer.training import actor_critic, gradients
from metamer.training.actor_critic import (
    Step,
    advance,
    begin,
    draw_actions,
    make_numbers,
    mask,
)
from metamer.training.population import shape_of
from metamer.training.settings import PlayerTraining

TOP = [1, 1, 1, 0, 0, 0, 0, 0, 0]
BOTTOM = [0, 0, 0, 0, 0, 0, 1, 1, 1]
"""Two boards: whoever sees one red tile knows the others."""

SMALL = PlayerTraining(games=8, steps=4, length=10**6)


def easy(**settings):
    table = Distribution(np.array([TOP, BOTTOM], bool), np.array([0.5, 0.5]))
    return TileGame.on(table, 2, **settings)


@pytest.fixture(scope="module")
def net():
    return LstmPlayerNetwork(9, 4, 16, key=jax.random.key(0))


def begun(net, game, training=SMALL):
    return begin(net, game, training, jax.random.key(1))


def played(net, game, training=SMALL):
    """The loss of an update's clicks, and the state, memory and trail they left."""
    learning, given = begun(net, game, training), make_numbers(training)
    return _loss(shape_of(training))(net, learning, game, given, jax.random.key(2))


@functools.cache
def _loss(shape):
    return eqx.filter_jit(
        lambda net, learning, game, given, key: actor_critic._loss(
            net, learning, game, shape, given, key, 1
        )
    )


def advanced(learning, net, game, training, updates):
    """A player after some more updates."""
    given = make_numbers(training), jnp.asarray(updates)
    return _advance(shape_of(training))(learning, net, game, *given)


@functools.cache
def _advance(shape):
    return eqx.filter_jit(
        lambda learning, net, game, given, updates: advance(
            learning, net, game, shape, given, updates, 1
        )
    )


LONG = replace(SMALL, steps=30)
SHORT = replace(SMALL, steps=2)


@pytest.fixture(scope="module")
def long(net):
    """Thirty clicks in eight games."""
    return played(net, easy(), LONG)


@pytest.fixture(scope="module")
def short(net):
    """Two clicks in eight games, after which boards are given up."""
    return played(net, easy(limit=2), SHORT)


def trail(reward, over):
    """What clicks in one game leave, as far as the returns need it."""
    reward, over = jnp.array(reward, float)[:, None], jnp.array(over)[:, None]
    rest = jnp.zeros_like(reward)
    return Step(rest, rest, rest, reward, over, over, over)


def returns(reward, over, ahead, gamma=0.5):
    given = trail(reward, over), jnp.array([float(ahead)]), gamma
    return actor_critic._returns(*given, unroll=1)[:, 0].tolist()


def test_returns_are_rewards_to_come_and_then_what_is_expected():
    # From the end: 1 + .5 * 8 = 5; -1 + .5 * 5 = 1.5; 1 + .5 * 1.5 = 1.75.
    assert returns([1, -1, 1], [False] * 3, 8) == [1.75, 1.5, 5]


def test_returns_do_not_reach_over_the_end_of_a_board():
    # 10 ends the board: nothing of the -1 and the 8 beyond it counts.
    assert returns([1, 10, -1], [False, True, False], 8) == [6, 10, 3]


def test_a_board_that_is_given_up_counts_as_an_end(short):
    _, (_, _, it) = short
    assert it.over[-1].all() and not it.solved[-1].any()
    found = actor_critic._returns(it, jnp.full(8, 100.0), 0.9, unroll=1)
    assert jnp.array_equal(found[-1], it.reward[-1])
    assert jnp.allclose(found[0], it.reward[0] + 0.9 * it.reward[1])


def test_the_loss_is_that_of_actor_critic(net):
    training = replace(LONG, entropy=0.3, value=0.2, gamma=0.0)
    loss, (_, _, it) = played(net, easy(), training)
    # Without a future, a return is a reward.
    surprise = it.reward - it.value
    gain, entropy = (it.log_probability * surprise).mean(), it.entropy.mean()
    expected = -gain - 0.3 * entropy + 0.2 * (surprise**2).mean()
    assert jnp.isclose(loss, expected, rtol=1e-5)


def test_the_value_learns_from_its_own_error_alone(net):
    training = replace(LONG, value=0.2, gamma=0.0)
    slope = eqx.filter_grad(lambda net: played(net, easy(), training)[0])(net)
    _, (_, _, it) = played(net, easy(), training)
    # Its bias moves all values alike, and nothing but the values.
    by_hand = 0.2 * (-2 * (it.reward - it.value)).mean()
    assert jnp.isclose(slope.heads_bias[-1], by_hand, rtol=1e-4)


def test_a_player_begins_each_board_without_a_memory(long, short):
    _, (_, memory, it) = short
    assert it.over[-1].all() and all((leaf == 0).all() for leaf in memory)
    _, (_, memory, it) = long
    going = ~it.over[-1]
    assert going.any() and all((leaf[going] != 0).any() for leaf in memory)


def test_a_masked_player_never_clicks_a_tile_that_is_face_up(net, long):
    again = Rewards().again
    _, (_, _, it) = played(net, easy(), replace(LONG, masked=True))
    assert (long[1][2].reward == again).any()
    assert not (it.reward == again).any()
    assert it.solved.any() and jnp.isfinite(it.log_probability).all()


def test_masked_tiles_have_no_chance():
    hidden = jnp.array([[True, False, False, True]])
    chances = jax.nn.softmax(mask(jnp.array([[1.0, 9.0, 9.0, 1.0]]), hidden))
    assert chances.tolist() == [[0.5, 0, 0, 0.5]]


def test_tiles_are_drawn_in_proportion_to_their_chances():
    aims = jnp.linspace(0, 1, 1000, endpoint=False)
    chances = jnp.tile(jnp.array([0.0, 0.2, 0.0, 0.7, 0.1, 0.0]), (1000, 1))
    counts = np.bincount(draw_actions(chances, aims), minlength=6)
    assert np.allclose(counts, [0, 200, 0, 700, 100, 0], atol=1)
    assert counts[[0, 2, 5]].sum() == 0


def test_blue_tiles_are_counted_by_what_is_turned_up_not_by_what_it_earns(net, long):
    _, (_, _, it) = long
    assert jnp.array_equal(it.blue, it.reward == -1)
    _, (_, _, it) = played(net, easy(rewards=Rewards(again=-1.0)), LONG)
    assert 0 < it.blue.sum() < (it.reward == -1).sum()
    assert not (it.blue & (it.reward != -1)).any()


def moved(net, training, done):
    """How far one update moves the weights when some boards are already played."""
    learning = begun(net, easy(), training)
    already = jnp.asarray(int(done * training.length), int)
    tally = learning.tally._replace(episodes=already)
    after = advanced(learning._replace(tally=tally), net, easy(), training, 1)
    moves = jax.tree.map(jnp.subtract, after.params, learning.params)
    return jnp.concatenate([leaf.ravel() for leaf in jax.tree.leaves(moves)])


@pytest.mark.parametrize("schedule, rest", [("linear", 0.25), ("constant", 1.0)])
def test_the_rate_falls_linearly_or_not_at_all(net, schedule, rest):
    training = replace(SMALL, schedule=schedule, rate=0.5, length=1000)
    at_first, later = moved(net, training, 0.0), moved(net, training, 0.75)
    assert jnp.abs(at_first).max() > 0.01
    assert jnp.allclose(later, rest * at_first, atol=1e-5)


@pytest.mark.parametrize("count", ["episodes", "steps"])
def test_nothing_changes_once_the_length_is_reached(net, count):
    training = replace(SMALL, length=100, counted_in=count)
    done = advanced(begun(net, easy(), training), net, easy(), training, 100)
    further = advanced(done, net, easy(), training, 100)
    assert getattr(done.tally, count) >= 100
    assert further.tally[:4] == done.tally[:4] and further.tally.earned == 0
    assert eqx.tree_equal(further.params, done.params)
    # In steps the length is reached to within one update.
    assert count == "episodes" or done.tally.steps == 128


def test_rmsprop_has_its_epsilon_inside_the_root_and_begins_at_one():
    optimiser = gradients.make_optimiser("rmsprop", 1.0)
    grads = jnp.array([3.0])
    updates, opt_state = optimiser.update(grads, optimiser.init(grads))
    # .99 * 1 + .01 * 9 = 1.08, and then .99 * 1.08 + .01 * 9 = 1.1592.
    assert jnp.allclose(updates, -3 / (1.08 + 1e-5) ** 0.5, rtol=1e-6)
    updates, _ = optimiser.update(grads, opt_state)
    assert jnp.allclose(updates, -3 / (1.1592 + 1e-5) ** 0.5, rtol=1e-6)


def test_long_gradients_are_clipped_and_short_ones_stay():
    grads = {"a": jnp.array([3.0]), "b": jnp.array([4.0])}
    short, _ = gradients.clip_by_norm(0.5).update(grads, ())
    assert jnp.allclose(short["a"], 0.3) and jnp.allclose(short["b"], 0.4)
    same, _ = gradients.clip_by_norm(6.0).update(grads, ())
    assert same["a"] == 3 and same["b"] == 4


def test_the_tally_counts_clicks_boards_and_rewards(net):
    it = advanced(begun(net, easy()), net, easy(), SMALL, 20).tally
    assert it.steps == 20 * 8 * 4
    assert 0 < it.solved <= it.episodes and it.blue > 0
    # A board is solved by its second red tile; others may have one, and still go on.
    red = it.earned - 10 * it.solved + it.blue
    again = it.steps - it.solved - it.blue
    # Each click is red, the last red, blue, or again: x + y = again, x - 2y = red.
    assert (2 * again + red) % 3 == 0 and it.solved <= (2 * again + red) / 3


@pytest.mark.parametrize(
    "training",
    [
        replace(SMALL, rate=4e-3),
        replace(SMALL, rate=0.02, optimiser="rmsprop", masked=True),
    ],
    ids=["adam", "rmsprop masked"],
)
def test_it_learns_an_easy_game(net, training):
    game = easy()
    first = advanced(begun(net, game, training), net, game, training, 20)
    late = advanced(first, net, game, training, 1500)
    last = advanced(late, net, game, training, 100)
    boards = last.tally.episodes - late.tally.episodes
    # By chance a player turns up four blue tiles: (9 - 3)(3 - 1)/3.
    assert first.tally.blue / first.tally.episodes > 2
    assert (last.tally.blue - late.tally.blue) / boards < 0.2
    assert (last.tally.solved - late.tally.solved) / boards > 0.99


@pytest.mark.parametrize(
    "wrong, complaint",
    [
        ({"games": 0}, "training: games must be at least 1, not 0"),
        ({"rate": 0.0}, "training: rate must be above 0"),
        ({"gamma": 1.5}, "training: gamma must be from 0 to 1, not 1.5"),
        ({"entropy": -0.1}, "training: entropy must be at least 0"),
    ],
)
def test_settings_that_cannot_be_followed_are_refused(wrong, complaint):
    with pytest.raises(Refusal, match=complaint):
        replace(SMALL, **wrong)
