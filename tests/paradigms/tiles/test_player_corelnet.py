from functools import cache
from itertools import permutations

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.play import GameView
from metamer.nets.layers import parameters
from metamer.paradigms.tiles.nets.corelnet import CoRelNet, relations

each_version = pytest.mark.parametrize("version", ["paper", "repaired"])
each_swap = pytest.mark.parametrize("order", list(permutations((-1, 0, 1)))[1:])


make = eqx.filter_jit(CoRelNet)


@cache
def small(version="paper", seed: int = 0) -> CoRelNet:
    return make(9, 16, version, key=jax.random.key(seed))


def view(games: int = 4, tiles: int = 9) -> GameView:
    board = np.random.default_rng(0).integers(-1, 2, (games, tiles))
    return GameView(jnp.array(board, float), -jnp.ones(games, int), jnp.zeros(games))


def recoloured(view: GameView, order: tuple[int, ...]) -> GameView:
    """Hidden, blue and red tiles become what `order` says."""
    table = jnp.array(order, float)
    return view._replace(observation=table[view.observation.astype(int) + 1])


@pytest.mark.parametrize(
    "version, count",
    [
        # 49 x 49 to 256, 256 to 256:                       614,912 + 65,792
        # Actor: 256 to 64, 64 to 64, 64 to 49.             16,448 + 4,160 + 3,185
        # Critic: 256 to 64, 64 to 64, 64 to 1.             16,448 + 4,160 + 65
        ("paper", 725_170),
        # The same with 52 x 52 to 256:                     692,480
        ("repaired", 802_738),
    ],
)
def test_parameters_by_hand(version, count):
    net = eqx.filter_eval_shape(CoRelNet, version=version, key=jax.random.key(0))
    assert parameters(net) == count


@each_version
def test_a_logit_for_each_tile_and_one_value_come_out(version):
    net = small(version)
    logits, value, memory = net(view(), net.start(4))
    assert logits.shape == (4, 9) and value.shape == (4,) and memory == ()


@each_version
def test_outputs_and_slopes_are_finite(version):
    def total(net):
        logits, value, _ = net(view(), ())
        return (logits**2).sum() + (value**2).sum()

    value, slopes = eqx.filter_jit(eqx.filter_value_and_grad(total))(small(version))
    assert jnp.isfinite(value)
    assert all(jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(slopes))
    assert all((leaf != 0).any() for leaf in jax.tree.leaves(slopes))


def test_relations_are_the_softmax_of_products_of_one_hot_tiles():
    board = view().observation
    tiles = jax.nn.one_hot(board.astype(int) + 1, 3)
    expected = jax.nn.softmax(tiles @ jnp.swapaxes(tiles, 1, 2), axis=-1)
    np.testing.assert_allclose(relations(board), expected, rtol=1e-6)


def test_relations_of_three_tiles_by_hand():
    # Tiles 0 and 2 are alike: e, 1, e over 2e + 1; tile 1 is alone: 1, e, 1 over e + 2.
    e = np.e
    pair, alone = np.array([e, 1, e]) / (2 * e + 1), np.array([1, e, 1]) / (e + 2)
    found = relations(jnp.array([[1.0, -1.0, 1.0]]))
    np.testing.assert_allclose(found[0], [pair, alone, pair], rtol=1e-6)


@each_swap
def test_the_network_of_the_paper_cannot_tell_red_blue_and_hidden_apart(order):
    net = small("paper")
    seen, swapped = net(view(), ()), net(recoloured(view(), order), ())
    np.testing.assert_array_equal(seen[0], swapped[0])
    np.testing.assert_array_equal(seen[1], swapped[1])


@each_swap
def test_the_repaired_network_tells_all_three_apart(order):
    net = small("repaired")
    logits, value, _ = net(view(), ())
    other, worth, _ = net(recoloured(view(), order), ())
    assert (logits != other).any(1).all() and (value != worth).all()


@each_version
def test_where_a_tile_lies_matters(version):
    net = small(version)
    one = -jnp.ones((1, 9))
    here, there = (
        view(1)._replace(observation=one.at[0, place].set(1)) for place in (2, 5)
    )
    assert (net(here, ())[0] != net(there, ())[0]).all()


def test_the_same_key_makes_the_same_network():
    again = make(9, 16, "paper", key=jax.random.key(0))
    assert eqx.tree_equal(small(), again)
    assert not eqx.tree_equal(small(), small(seed=1))
