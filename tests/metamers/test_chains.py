"""Refilling rows variable by variable."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.metamers import filling, potts
from metamer.metamers.masked import Filler


def test_a_chance_falls_into_the_share_of_one_value():
    logits = jnp.log(jnp.array([[0.2, 0.5, 0.3]] * 3))
    chances = jnp.array([0.1, 0.6, 0.9])
    assert filling.choose(logits, chances).tolist() == [0, 1, 2]


@pytest.mark.parametrize("values", [2, 3])
@pytest.mark.parametrize("own_order", [False, True])
def test_a_sweep_does_what_a_pass_for_each_variable_does(values, own_order, keys):
    net = Filler(4, 6, values, key=keys().jax)
    generator = keys().numpy
    rows = generator.integers(0, values, (5, 4)).astype(np.uint8)
    orders = np.array([generator.permutation(4) for _ in range(5)])
    if not own_order:
        orders[:] = orders[0]
    key = keys().jax
    given = jnp.asarray(orders.T if own_order else orders[0])
    swept = filling.sweep(net, jnp.asarray(rows), given, key)
    chances = np.asarray(jax.random.uniform(key, (4, 5)))
    for row, order, chance in zip(rows, orders, chances.T, strict=True):
        for place, draw in zip(order, chance, strict=True):
            row[place] = values
            shares = np.exp(net(jnp.asarray(row)[None])[0, place])
            row[place] = (draw > np.cumsum(shares)[:-1]).sum()
    assert (np.asarray(swept) == rows).all()


def test_what_is_expected_of_a_variable_does_not_depend_on_itself(keys):
    net = Filler(3, 3, 2, key=keys().jax)
    both = jnp.array([[0, 1, 1], [1, 1, 1]], jnp.uint8)
    expected = filling.given_others(net, both)
    assert (expected[0, 0] == expected[1, 0]).all()
    assert not jnp.allclose(expected[0, 1], expected[1, 1])
    assert expected.sum(axis=-1) == pytest.approx(np.ones((2, 3)), abs=1e-5)


def test_units_are_values_above_zero_and_back():
    rows = jnp.array([[0, 1, 2]], jnp.uint8)
    assert potts.units(rows, 3).tolist() == [[[0, 0], [1, 0], [0, 1]]]
    assert potts.rows_of(potts.units(rows, 3)).tolist() == [[0, 1, 2]]


def test_targets_are_exact(kin):
    wanted = potts.targets(kin.flat, kin.weights, 2)
    assert np.ravel(wanted.means) == pytest.approx([0.3, 0.3, 0.5])
    assert wanted.pairs.reshape(3, 3)[0] == pytest.approx([0.3, 0.2, 0.15])


def test_chains_of_two_coupled_bits_reach_their_distribution(keys):
    """Field 0 and coupling c: P(equal) = (1 + e^c) / (3 + e^c) for bits 0 and 1."""
    couplings = jnp.array([[0, 2.0], [2.0, 0]]).reshape(2, 1, 2, 1)
    model = potts.Potts(jnp.zeros((2, 1)), couplings, jnp.zeros((2, 1)))
    chains = potts.sweeps(model, jnp.zeros((20_000, 2, 1)), 20, keys().jax)
    equal = float((chains[:, 0] == chains[:, 1]).mean())
    assert equal == pytest.approx((1 + np.exp(2)) / (3 + np.exp(2)), abs=0.02)
    beside_1 = potts.given_others(model, jnp.ones((1, 2, 1)))
    assert beside_1[0, 0, 1] == pytest.approx(1 / (1 + np.exp(-2)), abs=1e-5)


def test_taking_the_means_changes_the_fields_and_not_the_model(keys):
    """c (x - m)(y - m) = c x y - c m x - c m y + a constant."""
    couplings = jnp.array([[0, 2.0], [2.0, 0]]).reshape(2, 1, 2, 1)
    chains = jax.random.bernoulli(keys().jax, 0.5, (9, 2, 1)).astype(float)
    centred = potts.Potts(jnp.zeros((2, 1)), couplings, jnp.full((2, 1), 0.3))
    plain = potts.Potts(jnp.full((2, 1), -0.6), couplings, jnp.zeros((2, 1)))
    same = [np.asarray(potts.given_others(model, chains)) for model in (centred, plain)]
    assert same[0] == pytest.approx(same[1], abs=1e-5)
    swept = [
        potts.sweep(model, chains, jax.random.key(0)) for model in (centred, plain)
    ]
    assert (swept[0] == swept[1]).all()


def test_gradients_vanish_where_nothing_is_left_to_learn(kin):
    wanted = potts.targets(kin.flat, kin.weights, 2)
    zeros = jnp.zeros_like(wanted.pairs)
    model = potts.Potts(jnp.zeros_like(wanted.means), zeros, wanted.means)
    grads = potts.gradients(model, wanted, wanted, 0.1)
    assert all((abs(leaf) < 1e-6).all() for leaf in jax.tree.leaves(grads))
    assert potts.largest_error(wanted, wanted) == 0
