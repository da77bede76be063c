from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from scipy.stats import norm

from metamer.nets.layers import Dense, parameters
from metamer.paradigms.pointers.nets.mixer import MixerNetwork, Pair

ROWS = jnp.array([[4, 0, 1], [1, 4, 0]])
ask = eqx.filter_jit(lambda net: net(ROWS, net.start())[0])


@cache
def small() -> MixerNetwork:
    make = eqx.filter_jit(lambda key: MixerNetwork(3, 5, 2, 8, 2, 6, 12, key=key))
    return make(jax.random.key(0))


def test_table_1_counts_the_parameters_of_the_mixer():
    net = eqx.filter_eval_shape(MixerNetwork, 11, 10, 10, key=jax.random.key(0))
    assert parameters(net) == 8_495_674


def test_a_pair_by_hand():
    layers = (
        Dense(jnp.array([[2.0]]), jnp.ones(1)),
        Dense(jnp.ones((1, 1)), jnp.ones(1)),
    )
    # 2 x 0 + 1 = 1; GELU(1) = 1 x .8413447, the share of the normal curve below 1.
    np.testing.assert_allclose(Pair(*layers)(jnp.zeros((3, 1))), 1.8413447, rtol=1e-6)


def linear(layer: Dense, x: np.ndarray) -> np.ndarray:
    return x @ np.asarray(layer.weight) + np.asarray(layer.bias)


def pair_by_hand(pair: Pair, x: np.ndarray) -> np.ndarray:
    inner = linear(pair.widen, x)
    return linear(pair.narrow, inner * norm.cdf(inner))


def normal(x: np.ndarray) -> np.ndarray:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)


def test_the_network_follows_its_equations():
    net = small()
    x = np.vstack([net.class_token, np.asarray(net.table)[[4, 0, 1]]])
    for block in net.blocks:
        x = x + pair_by_hand(block.across, normal(x).T).T
        x = x + pair_by_hand(block.within, normal(x))
    expected = linear(net.readout, normal(x)[0])
    np.testing.assert_allclose(ask(net)[0], expected, atol=1e-5)


def test_the_order_of_tokens_matters_without_positions():
    ordered, turned = ask(small())
    assert abs(ordered - turned).max() > 1e-3
