from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import norm

from metamer.core.errors import Refusal
from metamer.nets.layers import parameters
from metamer.paradigms.pointers.nets.encoder import EncoderNetwork, attend

ROWS = jnp.array([[4, 0, 1], [1, 4, 0]])
ask = eqx.filter_jit(lambda net: net(ROWS, net.start())[0])


@cache
def small() -> EncoderNetwork:
    make = eqx.filter_jit(lambda key: EncoderNetwork(3, 5, 2, 8, 2, 2, 12, key=key))
    return make(jax.random.key(0))


def test_table_1_counts_the_parameters_of_the_transformer():
    net = eqx.filter_eval_shape(EncoderNetwork, 11, 10, 10, key=jax.random.key(0))
    assert parameters(net) == 8_429_066


def test_attention_by_hand():
    # One head of one number. Queries 1 and 0, keys 0 and log 3, values 4 and 8.
    mixed = jnp.array([[[1.0, 0.0, 4.0], [0.0, np.log(3), 8.0]]])
    # The first token hears 1/4 of 4 and 3/4 of 8; the second asks nothing: the mean.
    np.testing.assert_allclose(attend(mixed, 1), [[[7.0], [6.0]]], rtol=1e-6)


def linear(layer, x: np.ndarray) -> np.ndarray:
    return x @ np.asarray(layer.weight) + np.asarray(layer.bias)


def normal(x: np.ndarray) -> np.ndarray:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)


def block_by_hand(block, x: np.ndarray) -> np.ndarray:
    """A block's equations for one item, two heads of four numbers."""
    parts = np.split(linear(block.qkv, normal(x)), 6, axis=1)
    attended = []
    for ask, key, value in zip(parts[:2], parts[2:4], parts[4:], strict=True):
        weight = np.exp(ask @ key.T / np.sqrt(4))
        attended.append(weight / weight.sum(1, keepdims=True) @ value)
    x = x + linear(block.project, np.concatenate(attended, axis=1))
    inner = linear(block.widen, normal(x))
    return x + linear(block.narrow, inner * norm.cdf(inner))


def test_the_network_follows_its_equations():
    net = small()
    x = np.vstack([net.class_token, np.asarray(net.table)[[4, 0, 1]]])
    x = x + np.asarray(net.positions)
    for block in net.blocks:
        x = block_by_hand(block, x)
    expected = linear(net.readout, normal(x)[0])
    np.testing.assert_allclose(ask(net)[0], expected, atol=1e-5)


def test_the_order_of_tokens_matters_only_by_their_positions():
    net = small()
    ordered, turned = ask(net)
    assert abs(ordered - turned).max() > 1e-3
    blind = eqx.tree_at(lambda it: it.positions, net, jnp.zeros_like(net.positions))
    ordered, turned = ask(blind)
    np.testing.assert_allclose(ordered, turned, atol=1e-5)


def test_heads_that_do_not_share_the_width_are_refused():
    with pytest.raises(Refusal, match="3 attention heads cannot share 8 numbers"):
        EncoderNetwork(3, 5, 2, 8, 2, 3, 12, key=jax.random.key(0))
