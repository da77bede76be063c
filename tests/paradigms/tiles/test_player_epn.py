from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.play import GameView
from metamer.nets.layers import parameters
from metamer.paradigms.tiles.nets.epn import EpisodicMemory, Epn, positional_encoding
from metamer.paradigms.tiles.nets.heads import orthogonal, orthonormal

make = eqx.filter_jit(Epn)


@cache
def small(slots: int = 3, heads: int = 2) -> Epn:
    return make(16, slots, 4, heads, 5, key=jax.random.key(0))


def steps(many: int, games: int = 2, tiles: int = 16) -> list[GameView]:
    """What some games look like before each click, with any boards."""
    rng = np.random.default_rng(many)
    views = []
    for step in range(many):
        board = jnp.array(rng.integers(-1, 2, (games, tiles)), float)
        click = rng.integers(0, tiles, games) if step else -np.ones(games)
        reward = rng.choice([-1.0, 1.0], games) if step else np.zeros(games)
        views.append(
            GameView(board, jnp.array(click, jnp.int32), jnp.array(reward, float))
        )
    return views


@eqx.filter_jit
@eqx.filter_value_and_grad
def slope(net, view, memory):
    logits, value, _ = net(view, memory)
    return (logits**2).sum() + (value**2).sum()


recall = eqx.filter_jit(lambda net, board, memory: net.recall(board, memory))
call = eqx.filter_jit(lambda net, view, memory: net(view, memory))


def play(net: Epn, views: list[GameView]) -> EpisodicMemory:
    memory = net.start(len(views[0].observation))
    for view in views:
        _, _, memory = call(net, view, memory)
    return memory


def test_parameters_by_hand():
    net = eqx.filter_eval_shape(Epn, key=jax.random.key(0))
    # Sight: 16 filters of 9 + 1; 400 to 49.                160 + 19,649
    # Recall: 196 to 16; norm of 20 x 16, twice.            3,152 + 640
    #   16 to 48; three times 16 to 16.                     816 + 816
    # Two LSTMs: 4 x 120 gates on 115 inputs, 120 units, 1. 226,560
    # Actor: 120 to 64, 64 to 64, 64 to 49.                 7,744 + 4,160 + 3,185
    # Critic: 120 to 64, 64 to 64, 64 to 1.                 7,744 + 4,160 + 65
    assert parameters(net) == 278_851


def test_a_logit_for_each_tile_and_one_value_come_out():
    net = eqx.filter_eval_shape(Epn, key=jax.random.key(0))
    memory = eqx.filter_eval_shape(lambda net: net.start(2), net)
    view = steps(1, tiles=49)[0]
    logits, value, after = eqx.filter_eval_shape(net, view, memory)
    assert logits.shape == (2, 49) and value.shape == (2,)
    same = jax.tree.map(
        lambda a, b: (a.shape, a.dtype) == (b.shape, b.dtype), memory, after
    )
    assert all(jax.tree.leaves(same))


def test_the_memory_starts_with_zeros():
    assert all((leaf == 0).all() for leaf in jax.tree.leaves(small().start(3)))


@pytest.mark.parametrize("played", [0, 1, 2, 5])
def test_outputs_and_slopes_are_finite_however_full_the_memory_is(played):
    net = small()
    *before, view = steps(played + 1)
    memory = play(net, before) if before else net.start(2)
    value, slopes = slope(net, view, memory)
    assert jnp.isfinite(value)
    assert all(jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(slopes))


@pytest.mark.parametrize("played", [0, 1])
def test_nothing_is_recalled_before_the_third_look_at_a_board(played):
    # The first transition ends in the second board, and is read one look later.
    net = small()
    *before, view = steps(played + 1)
    memory = play(net, before) if before else net.start(2)
    assert (recall(net, view.observation, memory) == 0).all()
    *before, view = steps(3)
    assert (recall(net, view.observation, play(net, before)) != 0).any()


def test_a_slot_holds_the_board_before_a_click_the_click_and_the_board_after():
    net = small()
    *before, view = steps(4)
    memory = play(net, before)
    embed = np.split(np.asarray(net.recall.embed), 4)
    now = np.asarray(view.observation) @ embed[3]
    for slot, (old, new) in enumerate([(before[1], before[2]), (before[0], before[1])]):
        clicked = np.eye(16)[np.asarray(new.action)]
        item = (
            old.observation @ embed[0] + clicked @ embed[1] + new.observation @ embed[2]
        )
        expected = item + now + positional_encoding(3, 4)[slot]
        slots = net.recall.slots(view.observation, memory)
        np.testing.assert_allclose(slots[:, slot], expected, atol=1e-5)


def recall_by_hand(net: Epn, slots: np.ndarray) -> np.ndarray:
    """The paper's equations on the filled slots of one game, and on nothing else."""
    part, many = net.recall, len(slots)
    elu = lambda x: np.where(x > 0, x, np.expm1(x))  # noqa: E731
    slots = (slots - slots.mean()) / np.sqrt(slots.var() + 1e-5)
    slots = jnp.asarray(slots * part.scale[:many] + part.shift[:many])
    attended = []
    mixed = np.split(part.qkv(slots), 6, axis=1)  # two heads, side by side
    for ask, key, value in zip(mixed[:2], mixed[2:4], mixed[4:], strict=True):
        weight = np.exp(ask @ key.T / np.sqrt(2))
        attended.append(weight / weight.sum(1, keepdims=True) @ value)
    slots = jnp.asarray(elu(part.project(jnp.concatenate(attended, 1)) + slots))
    for layer in part.layers:
        slots = jnp.asarray(elu(layer(slots)))
    return slots.max(0)


@pytest.mark.parametrize("played, filled", [(2, 1), (3, 2), (6, 3)])
def test_what_is_recalled_follows_the_equations(played, filled):
    net = small()
    noise = jax.random.normal(jax.random.key(1), (2, 3, 4))
    shape = lambda net: (net.recall.scale, net.recall.shift)  # noqa: E731
    net = eqx.tree_at(shape, net, tuple(noise))
    *before, view = steps(played + 1)
    memory = play(net, before)
    slots = np.asarray(net.recall.slots(view.observation, memory))
    expected = [recall_by_hand(net, game[:filled]) for game in slots]
    np.testing.assert_allclose(
        recall(net, view.observation, memory), expected, atol=1e-5
    )


def test_what_empty_slots_hold_changes_nothing():
    net = small()
    *before, view = steps(3)
    memory = play(net, before)  # two boards, so one of three slots is filled
    spoiled = memory._replace(
        boards=memory.boards.at[:, 2:].set(1), actions=memory.actions.at[:, 1:].set(7)
    )
    assert (
        recall(net, view.observation, memory) == recall(net, view.observation, spoiled)
    ).all()
    spoiled = memory._replace(actions=memory.actions.at[:, 0].add(1))
    assert (
        recall(net, view.observation, memory) != recall(net, view.observation, spoiled)
    ).any()


def test_transitions_beyond_the_last_slot_are_forgotten():
    net = small(slots=2)
    *before, view = steps(5)
    full, late = play(net, before), play(net, before[1:])
    np.testing.assert_array_equal(full.boards, late.boards)
    assert (
        recall(net, view.observation, full) == recall(net, view.observation, late)
    ).all()


def test_earlier_clicks_change_later_logits_in_games_that_are_not_reset():
    net = small()
    *before, view = steps(4)
    first = jnp.array([True, False])
    memory = jax.tree.map(
        lambda new, old: jax.vmap(jnp.where)(first, new, old),
        net.start(2),
        play(net, before),
    )
    fresh, _, _ = call(net, view, net.start(2))
    later, _, _ = call(net, view, memory)
    np.testing.assert_allclose(later[0], fresh[0], atol=1e-6)
    assert (abs(later[1] - fresh[1]) > 1e-6).any()


def test_games_do_not_see_each_other():
    net = small()
    views = steps(4)
    alone = [GameView(*(part[1:] for part in view)) for view in views]
    both, _, _ = call(net, views[3], play(net, views[:3]))
    one, _, _ = call(net, alone[3], play(net, alone[:3]))
    np.testing.assert_allclose(one[0], both[1], atol=1e-6)


def test_the_same_key_makes_the_same_network():
    same, other = (make(16, 3, 4, 2, 5, key=jax.random.key(seed)) for seed in (0, 1))
    assert eqx.tree_equal(small(), same)
    assert not eqx.tree_equal(small(), other)


def test_heads_that_do_not_share_the_width_are_refused():
    with pytest.raises(Refusal, match="3 attention heads cannot share 4 numbers"):
        small(heads=3)


@pytest.mark.parametrize("tiles", [4, 48])
def test_boards_without_room_for_the_window_are_refused(tiles):
    with pytest.raises(Refusal, match=f"a board of {tiles} tiles cannot be seen"):
        Epn(tiles, key=jax.random.key(0))


def test_sight_is_a_convolution_and_a_layer():
    net = small()
    board = steps(1)[0].observation
    weight = net.sight.filters.weight.T.reshape(16, 1, 3, 3)
    seen = jax.lax.conv(board.reshape(2, 1, 4, 4), weight, (1, 1), "VALID")
    flat = jax.nn.relu(jnp.moveaxis(seen, 1, -1)).reshape(2, -1)
    expected = jax.nn.relu(flat @ net.sight.units.weight)
    np.testing.assert_allclose(net.sight(board), expected, atol=1e-5)


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4)])
def test_initial_weights_are_orthonormal_along_their_shorter_side(shape):
    (found,) = orthogonal([shape], jax.random.key(0))
    short = found if shape[0] <= shape[1] else found.T
    assert found.shape == shape
    np.testing.assert_allclose(short @ short.T, np.eye(min(shape)), atol=1e-6)


def test_initial_weights_are_those_of_a_qr_decomposition():
    noise = jax.random.normal(jax.random.key(0), (4, 6))
    q, r = np.linalg.qr(np.asarray(noise).T)
    np.testing.assert_allclose(
        orthonormal(noise), (q * np.sign(np.diag(r))).T, atol=1e-5
    )
