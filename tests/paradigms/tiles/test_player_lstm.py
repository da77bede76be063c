"""The recurrent player: its weights, its convolution, and its memory."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from metamer.core.play import GameView
from metamer.nets.layers import parameters
from metamer.paradigms.tiles.nets.lstm import LstmPlayerNetwork


def small(key=0):
    return LstmPlayerNetwork(16, 3, 5, key=jax.random.key(key))


def view(games=2, tiles=16, seed=0, action=4, reward=1.0):
    rng = np.random.default_rng(seed)
    board = jnp.array(rng.integers(-1, 2, (games, tiles)), float)
    return GameView(board, jnp.full(games, action), jnp.full(games, reward))


def test_parameters_by_hand():
    net = eqx.filter_eval_shape(LstmPlayerNetwork, key=jax.random.key(0))
    # Sight: 16 filters of 9 + 1; 400 to 49.               160 + 19,649
    # LSTM: 4 x 120 gates on 49 + 50 inputs, 120 units, 1. 105,600
    # Policy and value: 120 to 49, 120 to 1.               5,929 + 121
    assert parameters(net) == 131_459


def test_a_logit_for_each_tile_and_one_value_come_out():
    net = LstmPlayerNetwork(key=jax.random.key(0))
    logits, value, memory = net(view(tiles=49), net.start(2))
    assert logits.shape == (2, 49) and value.shape == (2,)
    assert [part.shape for part in memory] == [(2, 120), (2, 120)]


def test_it_sees_the_board_through_a_convolution_and_a_layer():
    net = small()
    net = eqx.tree_at(lambda it: it.filters_bias, net, jnp.array([0.1, -0.2, 0.3]))
    board = view().observation
    kernel = net.filters.T.reshape(3, 1, 3, 3)
    seen = jax.lax.conv(board.reshape(2, 1, 4, 4), kernel, (1, 1), "VALID")
    seen = jnp.moveaxis(seen, 1, -1) + net.filters_bias
    expected = jax.nn.relu(jax.nn.relu(seen).reshape(2, -1) @ net.seen)
    np.testing.assert_allclose(net._see(board), expected, atol=1e-5)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def test_its_memory_is_that_of_an_lstm():
    net = small()
    hidden, cell = (jax.random.normal(jax.random.key(it), (2, 5)) for it in (1, 2))
    now = view(action=3, reward=-2.0)
    logits, value, (shown, kept) = net(now, (hidden, cell))
    clicked = np.tile(np.eye(16)[3], (2, 1))
    inputs = [net._see(now.observation), clicked, np.full((2, 1), -2.0), hidden]
    gates = np.concatenate(inputs, axis=1) @ np.asarray(net.gates)
    into, forget, new, out = np.split(gates, 4, axis=1)
    expected = sigmoid(forget) * cell + sigmoid(into) * np.tanh(new)
    np.testing.assert_allclose(kept, expected, atol=1e-5)
    expected = sigmoid(out) * np.tanh(expected)
    np.testing.assert_allclose(shown, expected, atol=1e-5)
    np.testing.assert_allclose(logits, expected @ net.heads[:, :-1], atol=1e-5)
    np.testing.assert_allclose(value, expected @ net.heads[:, -1], atol=1e-5)


def test_before_the_first_click_no_tile_is_marked():
    net = small()
    none, _, _ = net(view(action=-1, reward=0.0), net.start(2))
    first, _, _ = net(view(action=0, reward=0.0), net.start(2))
    assert not jnp.allclose(none, first)
    gates = net.gates.at[16:32].set(0)
    blind = eqx.tree_at(lambda it: it.gates, net, gates)
    assert jnp.allclose(none, blind(view(action=-1, reward=0.0), net.start(2))[0])


def test_weights_are_orthogonal_and_biases_zero():
    net = small()
    for weights, gain in ((net.filters, 2), (net.seen, 2), (net.heads[:, :-1], 1)):
        longer = weights if weights.shape[0] >= weights.shape[1] else weights.T
        product = longer.T @ longer
        np.testing.assert_allclose(product, gain * np.eye(len(product)), atol=1e-5)
    biases = (net.filters_bias, net.seen_bias, net.gates_bias, net.heads_bias)
    assert all((bias == 0).all() for bias in biases)


def test_games_do_not_see_each_other():
    net = small()
    both, _, _ = net(view(), net.start(2))
    alone, _, _ = net(GameView(*(part[1:] for part in view())), net.start(1))
    np.testing.assert_allclose(alone[0], both[1], atol=1e-6)


def test_earlier_clicks_change_later_logits():
    net = small()
    _, _, memory = net(view(seed=1), net.start(2))
    later, _, _ = net(view(), memory)
    fresh, _, _ = net(view(), net.start(2))
    assert not jnp.allclose(later, fresh)


def test_the_same_key_makes_the_same_network():
    assert eqx.tree_equal(small(), small())
    assert not eqx.tree_equal(small(), small(key=1))


def test_boards_of_three_by_three_can_be_seen():
    net = LstmPlayerNetwork(9, 2, 4, key=jax.random.key(0))
    logits, _, _ = net(view(tiles=9), net.start(2))
    assert logits.shape == (2, 9)
