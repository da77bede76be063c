"""Members of a population with settings of their own: each is as if it were alone."""

from dataclasses import replace

import jax
import numpy as np
import pytest

from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.nets.lstm import LstmPlayerNetwork
from metamer.training.settings import PlayerTraining
from metamer.training.slots import Slots

FAST = PlayerTraining(games=4, steps=4, rate=1e-2, length=60)
SLOW = replace(FAST, rate=1e-4, entropy=0.1, gamma=0.99, schedule="linear", length=90)


def build(key):
    return LstmPlayerNetwork(9, 2, 8, key=key)


@pytest.fixture(scope="module")
def game():
    boards = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 1]], bool)
    return TileGame.on(Distribution(boards, np.array([0.5, 0.5])), 2)


def key(number):
    return jax.random.key(number)


def slots(game, many=4):
    return Slots(build, game, FAST, many)


def curve(population, slot, windows):
    """The tally of a slot after each of some windows."""
    return np.array([population.advance(8)[slot] for _ in range(windows)])


def alike(one, other):
    """Whether two players hold the same numbers but for the rounding of sums."""
    leaves = zip(*(map(jax.tree.leaves, (one.params, other.params))), strict=True)
    return all(np.allclose(a, b, rtol=0, atol=1e-6) for a, b in leaves)


@pytest.mark.parametrize("training, number", [(FAST, 1), (SLOW, 2)])
def test_a_member_is_trained_as_it_would_be_alone(training, number, game):
    alone, beside = slots(game, 1), slots(game)
    alone.put(0, training, key(number))
    for slot, (other, seed) in enumerate([(SLOW, 3), (FAST, 4), (SLOW, 5)]):
        beside.put(slot, other, key(seed))
    beside.put(3, training, key(number))
    assert (curve(alone, 0, 5) == curve(beside, 3, 5)).all()
    assert alike(alone.player(0), beside.player(3))


def test_what_is_put_into_a_slot_later_begins_from_the_start(game):
    fresh, used = slots(game, 1), slots(game)
    fresh.put(0, SLOW, key(7))
    used.put(0, FAST, key(1))
    used.put(1, FAST, key(2))
    used.advance(20)
    used.put(1, SLOW, key(7))
    assert (curve(fresh, 0, 4) == curve(used, 1, 4)).all()
    assert alike(fresh.player(0), used.player(1))


def test_a_member_that_stays_does_not_notice_who_comes_and_goes(game):
    long = replace(FAST, length=10_000)
    alone, beside = slots(game, 1), slots(game)
    alone.put(0, long, key(1))
    beside.put(2, long, key(1))
    for seed in range(3):
        beside.put(seed % 2, SLOW, key(seed))
        assert (alone.advance(8)[0] == beside.advance(8)[2]).all()
        beside.clear(seed % 2)
    assert alike(alone.player(0), beside.player(2))


def test_a_slot_that_was_cleared_learns_and_counts_nothing(game):
    population = slots(game)
    population.put(0, FAST, key(1))
    before = population.advance(4)[0]
    weights = jax.device_get(population.player(0).params)
    population.clear(0)
    after = population.advance(8)[0]
    assert (after[:4] == before[:4]).all() and after[4] == 0
    now = jax.device_get(population.player(0).params)
    assert all(
        (a == b).all()
        for a, b in zip(*map(jax.tree.leaves, (weights, now)), strict=True)
    )


def test_there_are_as_many_slots_on_each_device(game):
    assert slots(game, 3).many == 4  # two devices
    assert slots(game, 1).many == 2


def test_all_members_share_one_program(game, caplog):
    from metamer.training import population

    population.compile_program.cache_clear()
    with jax.log_compiles():
        together = slots(game)
        together.put(0, FAST, key(1))
        together.advance(1)
        together.put(1, SLOW, key(2))
        together.advance(3)
    compiled = [it for it in caplog.messages if it.startswith("Compiling jit(more)")]
    assert len(compiled) == 1
