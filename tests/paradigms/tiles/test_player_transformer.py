from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.play import GameView
from metamer.nets.layers import parameters
from metamer.paradigms.tiles.nets.transformer import Transformer, dropout

make = eqx.filter_jit(Transformer)
call = eqx.filter_jit(lambda net, view, key=None: net(view, (), key)[:2])


@cache
def small(dropout: float = 0.5, seed: int = 0) -> Transformer:
    return make(9, 8, 2, 2, dropout, key=jax.random.key(seed))


def view(games: int = 3, tiles: int = 9) -> GameView:
    board = np.random.default_rng(0).integers(-1, 2, (games, tiles))
    return GameView(jnp.array(board, float), -jnp.ones(games, int), jnp.zeros(games))


def test_parameters_by_hand():
    net = eqx.filter_eval_shape(Transformer, key=jax.random.key(0))
    # Tokens: 3 to 16; the summing token; 50 positions.     64 + 16 + 800
    # Nine blocks: two norms of 32, 16 x 48 without bias,   9 x (64 + 768
    #   16 to 16, 16 to 32, 32 to 16.                         + 272 + 544 + 528)
    # Norm; 16 to 16.                                       32 + 272
    # Actor: 16 to 64, 64 to 64, 64 to 49.                  1,088 + 4,160 + 3,185
    # Critic: 16 to 64, 64 to 64, 64 to 1.                  1,088 + 4,160 + 65
    assert parameters(net) == 34_514


def test_a_logit_for_each_tile_and_one_value_come_out():
    net = eqx.filter_eval_shape(Transformer, key=jax.random.key(0))
    logits, value, memory = eqx.filter_eval_shape(net, view(tiles=49), net.start(3))
    assert logits.shape == (3, 49) and value.shape == (3,) and memory == ()


def test_outputs_and_slopes_are_finite():
    def total(net):
        logits, value, _ = net(view(), (), jax.random.key(3))
        return (logits**2).sum() + (value**2).sum()

    value, slopes = eqx.filter_jit(eqx.filter_value_and_grad(total))(small())
    assert jnp.isfinite(value)
    assert all(jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(slopes))
    assert all((leaf != 0).any() for leaf in jax.tree.leaves(slopes.blocks))


def normal(x: np.ndarray) -> np.ndarray:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)


def block_by_hand(block, x: np.ndarray) -> np.ndarray:
    """A block's equations for one game, two heads of four numbers."""
    attended = []
    mixed = np.split(normal(x) @ np.asarray(block.qkv), 6, axis=1)
    for ask, key, value in zip(mixed[:2], mixed[2:4], mixed[4:], strict=True):
        weight = np.exp(ask @ key.T / np.sqrt(4))
        attended.append(weight / weight.sum(1, keepdims=True) @ value)
    x = x + block.project(jnp.concatenate(attended, axis=1))
    inner = np.asarray(block.widen(normal(jnp.asarray(x))))
    inner = inner * np.asarray(jax.scipy.stats.norm.cdf(inner))
    return x + block.narrow(jnp.asarray(inner))


def test_the_network_follows_its_equations():
    net = small()
    board = np.asarray(view(1).observation[0]).astype(int)
    tokens = np.eye(3)[board + 1] @ np.asarray(net.embed.weight)
    x = np.vstack([net.class_token, tokens]) + net.positions
    for place in range(2):
        x = block_by_hand(jax.tree.map(lambda leaf, i=place: leaf[i], net.blocks), x)
    summed = jnp.asarray(normal(x[:1]) @ np.asarray(net.leave.weight))
    expected, _ = net.heads(summed, summed)
    logits, _ = call(net, view(1))
    np.testing.assert_allclose(logits, expected, atol=1e-5)


def test_dropout_acts_only_with_a_key():
    net = small()
    quiet, _ = call(net, view())
    first, _ = call(net, view(), jax.random.key(1))
    second, _ = call(net, view(), jax.random.key(2))
    assert (quiet != first).any() and (first != second).any()


def test_nothing_is_dropped_without_a_key_or_at_rate_zero():
    values = jnp.arange(3.0)
    assert (dropout(values, 0.5, None) == values).all()
    assert (dropout(values, 0.0, jax.random.key(0)) == values).all()


def test_dropout_keeps_the_mean():
    dropped = dropout(jnp.ones(10_000), 0.15, jax.random.key(0))
    np.testing.assert_allclose(np.unique(dropped), [0, 1 / 0.85], rtol=1e-6)
    # The share that stays has a standard deviation of .0036.
    assert abs((dropped > 0).mean() - 0.85) < 0.015


def test_swapping_red_and_blue_changes_the_logits():
    seen = view()
    swapped = seen._replace(
        observation=jnp.where(seen.observation >= 0, 1 - seen.observation, -1.0)
    )
    assert (call(small(), seen)[0] != call(small(), swapped)[0]).any()


def test_the_same_key_makes_the_same_network():
    again = make(9, 8, 2, 2, 0.5, key=jax.random.key(0))
    assert eqx.tree_equal(small(), again)
    assert not eqx.tree_equal(small(), small(seed=1))


def test_heads_that_do_not_share_the_width_are_refused():
    with pytest.raises(Refusal, match="3 attention heads cannot share 16 numbers"):
        eqx.filter_eval_shape(Transformer, heads=3, key=jax.random.key(0))


@pytest.mark.parametrize("dropout", [-0.1, 1.0])
def test_dropout_of_all_or_less_than_nothing_is_refused(dropout):
    with pytest.raises(Refusal, match="dropout must be at least 0 and below 1"):
        small(dropout)
