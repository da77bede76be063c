"""Random keys with names."""

import subprocess
import sys

import jax
import numpy as np
import pytest

from metamer.core.keys import Key, root

PINNED = """
from metamer.core.keys import root
key = root(7).stream("unit", 3, "taught")
print(key.integer, key.numpy.integers(1000, size=3).tolist())
"""


def test_a_key_is_the_same_in_every_process():
    command = [sys.executable, "-c", PINNED]
    told = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert told == ["1530550149 [240, 443, 619]\n"] * 2


def test_the_root_key_of_seed_0_never_changes():
    assert root(0).integer == 3285446356


def test_streams_do_not_depend_on_the_order_in_which_they_are_opened():
    first, second = root(1), root(1)
    forwards = [first.stream(name).bits for name in ("a", "b")]
    backwards = [second.stream(name).bits for name in ("b", "a")]
    assert forwards == backwards[::-1]


def test_numbers_and_texts_lead_to_different_keys():
    key = root(0)
    assert key.stream(1) != key.stream("1")
    assert key.stream("a", "b") != key.stream("b", "a")
    assert key.stream("a").stream("b") != key.stream("a", "b")


def test_named_streams_are_independent():
    draws = np.stack(
        [root(0).stream("unit", n).numpy.normal(size=500) for n in range(20)]
    )
    between = np.corrcoef(draws)[np.triu_indices(20, 1)]
    # 190 correlations of 500 draws: a standard error of 1/sqrt(500) = 0.045 each.
    assert abs(between).max() < 0.2
    assert abs(draws.mean()) < 0.04


def test_different_seeds_have_different_keys():
    assert len({root(seed).bits for seed in range(1000)}) == 1000


@pytest.mark.parametrize("bits", [0, 2**31, 2**32 - 1, 2**128 - 1])
def test_every_key_opens_all_three_kinds_of_chance(bits):
    key = Key(bits)
    assert 0 <= key.integer < 2**32
    assert 0 <= key.numpy.random() < 1
    assert 0 <= jax.random.uniform(key.jax) < 1


def test_opening_a_generator_twice_begins_anew():
    key = root(5)
    assert key.numpy.random() == key.numpy.random()
    assert (
        jax.random.key_data(key.jax).tolist() == jax.random.key_data(key.jax).tolist()
    )
