"""Orders that are computed place by place."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.training.batches import shuffle


@pytest.mark.parametrize("count", [1, 2, 7, 64, 1000, 65_537])
def test_every_place_is_reached_once(count):
    found = shuffle(jnp.arange(count), count, jax.random.key(0))
    assert (np.sort(found) == np.arange(count)).all()


def test_a_place_goes_to_the_same_place_whoever_else_is_moved():
    key, some = jax.random.key(1), jnp.array([5, 70_000, 49_999_999])
    together = shuffle(some, 50_000_000, key)
    alone = [int(shuffle(some[at : at + 1], 50_000_000, key)[0]) for at in range(3)]
    assert together.tolist() == alone


def test_each_key_has_an_order_of_its_own():
    one, other = (shuffle(jnp.arange(500), 500, jax.random.key(it)) for it in (0, 1))
    assert (one == other).sum() < 10


def test_all_places_are_equally_likely():
    keys = jax.random.split(jax.random.key(2), 4000)
    found = jax.vmap(lambda key: shuffle(jnp.array([0, 11]), 12, key))(keys)
    for column in np.asarray(found).T:
        counts = np.bincount(column, minlength=12)
        # 11 degrees of freedom; beyond 31.3 in one of a thousand cases
        assert ((counts - 4000 / 12) ** 2 / (4000 / 12)).sum() < 31.3


def test_neighbours_part():
    found = np.asarray(shuffle(jnp.arange(10_000), 10_000, jax.random.key(3)))
    apart = np.corrcoef(found[:-1], found[1:])[0, 1]
    assert abs(apart) < 0.04
