"""The perceptron over tokens, and what all networks over tokens have in common."""

from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from metamer.nets.layers import Dense, Norm, parameters, uniform_layers
from metamer.paradigms.pointers.nets.encoder import EncoderNetwork
from metamer.paradigms.pointers.nets.mixer import MixerNetwork
from metamer.paradigms.pointers.nets.token_mlp import TokenMlpNetwork
from metamer.training.supervised import cross_entropy, minimise

MAKE = {
    "token_mlp": lambda key: TokenMlpNetwork(5, 10, 10, (32, 16), 8, key=key),
    "encoder": lambda key: EncoderNetwork(5, 10, 10, 16, 1, 2, 24, key=key),
    "mixer": lambda key: MixerNetwork(5, 10, 10, 16, 1, 12, 24, key=key),
}
MAKE = {name: eqx.filter_jit(make) for name, make in MAKE.items()}

each_net = pytest.mark.parametrize("name", MAKE)
generator = np.random.default_rng(7)
ROWS = generator.integers(0, 10, (64, 5)).astype(np.uint8)
LABELS = generator.integers(0, 10, 64)

ask = eqx.filter_jit(lambda net, rows: net(rows, net.start())[0])


@cache
def small(name: str, seed: int = 0):
    return MAKE[name](jax.random.key(seed))


def in_16_bits(net):
    return jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), net)


@pytest.mark.parametrize(
    "widths, printed",
    [((512, 1024, 512, 64), 1_445_194), ((1024, 2048, 1024, 128), 5_052_426)],
    ids=["MLP", "MLP 2x"],
)
def test_table_1_counts_the_parameters_of_the_mlp(widths, printed):
    net = eqx.filter_eval_shape(
        TokenMlpNetwork, 11, 10, 10, widths, key=jax.random.key(0)
    )
    assert parameters(net) == printed


def test_folding_the_embedding_into_the_first_layer_changes_nothing():
    net = small("token_mlp")
    hidden = np.asarray(net.table)[ROWS].reshape(64, 5 * 8)
    hidden = hidden @ net.first.weight + net.first.bias
    for layer in net.rest:
        hidden = np.maximum(hidden, 0) @ layer.weight + layer.bias
    np.testing.assert_allclose(ask(net, jnp.asarray(ROWS)), hidden, atol=1e-5)


def test_two_tokens_by_hand():
    net = TokenMlpNetwork(2, 2, 1, (1,), 1, key=jax.random.key(0))
    first = Dense(jnp.array([[1.0], [10.0]]), jnp.array([0.5]))
    last = Dense(jnp.array([[3.0]]), jnp.array([-1.0]))
    parts = (jnp.array([[2.0], [-1.0]]), first, (last,))
    net = eqx.tree_at(lambda it: (it.table, it.first, it.rest), net, parts)
    # Tokens 1, 0: -1 + 20 + .5 = 19.5, and 3 times that less 1. Tokens 0, 1: 2 - 10 +
    # .5 is below 0, so only the last bias is left.
    logits, _ = net(jnp.array([[1, 0], [0, 1]]), net.start())
    assert logits.tolist() == [[57.5], [-1.0]]


def test_layers_begin_uniform_within_the_root_of_their_inputs():
    (layer,) = uniform_layers([(100, 50)], jax.random.key(0))
    for drawn in (layer.weight, layer.bias):
        assert abs(drawn).max() <= 0.1
    # The deviation of 5,000 uniform numbers; its own error is below one in a hundred.
    np.testing.assert_allclose(layer.weight.std(), 0.1 / 3**0.5, rtol=0.03)


def test_norms_are_exact_for_numbers_of_16_bits():
    values = jax.random.normal(jax.random.key(0), (3, 500)) + 100
    short = values.astype(jnp.bfloat16)
    exact = np.asarray(short, np.float64)
    expected = exact - exact.mean(1, keepdims=True)
    expected /= np.sqrt(exact.var(1, keepdims=True) + 1e-5)
    found = in_16_bits(Norm(500))(short)
    assert found.dtype == jnp.bfloat16
    np.testing.assert_allclose(found.astype(float), expected, rtol=0.005, atol=1e-4)


@each_net
def test_16_bits_give_nearly_the_same_logits_in_32(name):
    net, rows = small(name), jnp.asarray(ROWS)
    logits, rough = ask(net, rows), ask(in_16_bits(net), rows)
    assert rough.dtype == jnp.float32 and (rough != logits).any()
    assert abs(rough - logits).max() < 0.02 * abs(logits).max()


@each_net
def test_no_product_in_16_bits_is_done_in_32(name):
    slopes = jax.jit(jax.grad(lambda net: net(jnp.asarray(ROWS), ())[0].sum()))
    lines = slopes.lower(in_16_bits(small(name))).as_text().splitlines()
    products = [line for line in lines if "dot_general" in line]
    assert len(products) > 6
    assert not any("f32" in line for line in products)


@each_net
def test_64_random_rows_are_learned_by_heart(name):
    rows, labels = jnp.asarray(ROWS), jnp.asarray(LABELS)

    def loss(net, state, step):
        logits, state = net(rows, state, training=True)
        return cross_entropy(logits, labels), state

    learn = eqx.filter_jit(
        lambda net: minimise(net, loss, optax.adam(1e-2), jnp.arange(150))[0]
    )
    assert (ask(learn(small(name)).net, rows).argmax(axis=1) == labels).all()


@each_net
def test_the_same_key_makes_the_same_network(name):
    assert eqx.tree_equal(small(name), MAKE[name](jax.random.key(0)))
    assert not eqx.tree_equal(small(name), small(name, seed=1))
