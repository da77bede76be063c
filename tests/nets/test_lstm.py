import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.nets.layers import parameters
from metamer.nets.lstm import LstmNetwork

each_reading = pytest.mark.parametrize("reading", ["last", "all"])


def small(length: int, reading="last") -> LstmNetwork:
    return LstmNetwork(6, length, 3, 2, 2, reading, key=jax.random.key(0))


def read(net: LstmNetwork, tokens: list[int]) -> np.ndarray:
    """The LSTM's equations, one token after the other."""
    hidden = cell = np.zeros(3)
    seen = []
    for token in tokens:
        gates = (
            net.embed[token] @ net.input_weights
            + net.bias
            + hidden @ net.recurrent_weights
        )
        keep, forget, new, show = np.split(np.asarray(gates), 4)
        sigmoid = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
        cell = sigmoid(forget) * cell + sigmoid(keep) * np.tanh(new)
        hidden = sigmoid(show) * np.tanh(cell)
        seen.append(hidden)
    return np.stack(seen)


@each_reading
def test_the_lstm_follows_its_equations(reading):
    net = small(4, reading)
    seen = read(net, [2, 5, 1, 3])
    features = seen.ravel() if reading == "all" else seen[-1]
    expected = np.asarray(net.readout.weight) @ features + net.readout.bias
    logits, _ = net(jnp.array([[2, 5, 1, 3]]), net.start())
    np.testing.assert_allclose(logits[0], expected, atol=1e-6)


def test_the_last_state_waits_through_padding():
    net = small(2)
    short, _ = net(jnp.array([[2, 5]]), ())
    padded, _ = net(jnp.array([[2, 5, 0, 0]]), ())
    np.testing.assert_allclose(padded, short, atol=1e-6)


def test_the_readout_of_all_steps_sees_zeros_at_padding():
    net = small(4, "all")
    seen = np.zeros((4, 3))
    seen[:2] = read(net, [2, 5])
    expected = np.asarray(net.readout.weight) @ seen.ravel() + net.readout.bias
    logits, _ = net(jnp.array([[2, 5, 0, 0]]), ())
    np.testing.assert_allclose(logits[0], expected, atol=1e-6)


@pytest.mark.parametrize("reading, steps", [("last", 1), ("all", 200)])
def test_parameters_by_hand(reading, steps):
    net = eqx.filter_eval_shape(
        LstmNetwork, 10_002, reading=reading, key=jax.random.key(0)
    )
    lstm = 4 * 20 * (10 + 20 + 1)
    assert parameters(net) == 10_002 * 10 + lstm + (steps * 20 * 2 + 2)
