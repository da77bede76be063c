"""Networks that fill in hidden variables, and when they stop learning."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.metamers.masked import (
    Filler,
    FillerState,
    FillerTraining,
    by_accuracy,
    by_validation,
    learn,
    loss,
    masks,
)
from metamer.metamers.source import Source
from metamer.nets.layers import parameters


def test_a_board_of_49_tiles_has_7350_parameters():
    assert parameters(Filler(49, 49, 2, key=jax.random.key(0))) == 7350


def test_initial_weights_and_biases_lie_within_the_root_of_the_inputs():
    for layer in Filler(49, 49, 2, key=jax.random.key(0)).layers:
        for numbers in (layer.weight, layer.bias):
            assert 0.12 < abs(numbers).max() <= 1 / 7


@pytest.mark.parametrize(
    "values, codes",
    [
        (2, [[0], [1], [-1]]),
        (3, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]),
    ],
)
def test_a_hidden_variable_is_minus_one_or_all_zeros(values, codes):
    assert Filler(4, 4, values, key=jax.random.key(0)).codes.tolist() == codes


def test_what_is_hidden_does_not_change_what_is_expected(keys):
    net = Filler(5, 5, 2, key=keys().jax)
    hidden = jnp.array([[True, False, True, False, False]])
    one = loss(net, jnp.array([[0, 1, 0, 1, 1]], jnp.uint8), hidden)
    flipped = loss(net, jnp.array([[1, 1, 1, 1, 1]], jnp.uint8), hidden)
    # the surprises of 0 and of 1 are those of one probability
    expected = net(jnp.array([[2, 1, 2, 1, 1]], jnp.uint8))[0, jnp.array([0, 2])]
    assert float(one[0]) == pytest.approx(-float(expected[:, 0].mean()), rel=1e-5)
    assert float(flipped[0]) == pytest.approx(-float(expected[:, 1].mean()), rel=1e-5)


def test_one_variable_is_hidden_in_each_row(keys):
    hidden = masks("one", (1000, 7), keys().jax)
    assert (hidden.sum(axis=1) == 1).all()
    assert abs(hidden.mean(axis=0) - 1 / 7).max() < 0.05


def test_each_number_of_variables_is_hidden_as_often(keys):
    hidden = masks("any", (20_000, 4), keys().jax)
    shares = np.bincount(hidden.sum(axis=1), minlength=5) / 20_000
    assert abs(shares - 0.2).max() < 0.015


def state(updates, hits):
    net = jnp.zeros(3)
    zero = jnp.zeros((), int)
    return FillerState(
        net,
        (),
        jnp.array(updates),
        jnp.array(hits),
        net,
        jnp.array(1.0),
        zero,
        zero > 0,
        jnp.zeros(4000),
    )


@pytest.mark.parametrize(
    "updates, before, done, after",
    [
        (5, 1600, False, 2000),  # the fifth epoch completes the block
        (6, 1981, True, 0),  # more than .99 of 5 x 400
        (6, 1980, False, 0),  # exactly .99; the block is emptied all the same
        (7, 0, False, 400),
    ],
)
def test_every_sixth_epoch_looks_at_the_five_before(updates, before, done, after):
    training = FillerTraining("one", "accuracy", 4000, 400, 1e-3, 0.99)
    now = by_accuracy(state(updates, before), jnp.array(400), training)
    assert (bool(now.done), int(now.hits)) == (done, after)


def test_learning_stops_early_where_everything_can_be_guessed(keys):
    rows = np.repeat([[0], [1]], 6, axis=1)
    training = FillerTraining("one", "accuracy", 4000, 400, 1e-3, 0.99)
    last = learn(Source(rows), 1, training, keys())
    assert last.updates < 2000
    assert last.updates % 6 == 0


def test_the_share_of_right_guesses_is_kept_for_every_update(keys):
    rows = np.repeat([[0], [1]], 6, axis=1)
    training = FillerTraining("one", "accuracy", 4000, 400, 1e-3, 0.99)
    last = learn(Source(rows), 1, training, keys())
    done = int(last.updates)
    # It starts by guessing between two values; what is not reached stays 0.
    assert 0.3 < float(last.accuracy[0]) < 0.7
    assert float(last.accuracy[done - 6 : done - 1].mean()) > 0.99
    assert not last.accuracy[done:].any()


def test_learning_goes_on_to_the_limit_where_nothing_can_be_guessed(keys):
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    training = FillerTraining("one", "accuracy", 100, 400, 1e-3, 0.99)
    assert learn(Source(rows), 1, training, keys()).updates == 100


def test_validation_keeps_the_network_with_the_lowest_loss(keys):
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    training = FillerTraining("one", "validation", 4000, 400, 1e-3)
    last = learn(Source(rows), 1, training, keys())
    assert last.updates < 4000
    assert last.waited == 10
    assert float(last.lowest) == pytest.approx(np.log(2), abs=0.01)


def test_validation_looks_at_the_last_update_too(kin, keys):
    training = FillerTraining("one", "validation", 7, 400, 1e-3)
    assert np.isfinite(learn(kin, 1, training, keys()).lowest)


def test_a_worse_network_is_not_kept(keys):
    net, best = (Filler(3, 3, 2, key=keys().jax) for _ in range(2))
    check = (jnp.zeros((4, 3), jnp.uint8), jnp.ones((4, 3), bool))
    zero = jnp.zeros((), int)
    before = FillerState(
        net,
        (),
        jnp.array(50),
        zero,
        best,
        jnp.array(-1.0),
        zero + 9,
        zero > 0,
        jnp.zeros(99),
    )
    after = by_validation(
        before, check, FillerTraining("any", "validation", 99, 4, 1e-3)
    )
    assert (after.best.layers[0].bias == best.layers[0].bias).all()
    assert after.done
