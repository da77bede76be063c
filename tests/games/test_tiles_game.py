"""The game: what clicks earn and show, and which boards are dealt."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from metamer.games.rewards import Rewards
from metamer.games.tiles import Game
from metamer.paradigms.tiles.course import dealt
from metamer.paradigms.tiles.tables import Table

ROW = [1, 1, 1, 0, 0, 0, 0, 0, 0]
CORNERS = [1, 0, 1, 0, 0, 0, 1, 0, 1]
PAIR = [0, 0, 0, 0, 1, 1, 0, 0, 0]


def game(boards=(ROW, CORNERS, PAIR), weights=(1, 1, 1), slots=4, **settings):
    share = np.array(weights) / sum(weights)
    arrays = dealt(Table(np.array(boards, bool), share), slots)
    return Game(*map(jnp.asarray, arrays), **settings)


def placed(it, board=ROW, start=0):
    return it.place(jnp.array([board], bool), jnp.arange(9)[None] == start)


def clicked(it, state, *tiles):
    """The state after some clicks, and what each earned."""
    earned = []
    for tile in tiles:
        state, reward = it.click(state, jnp.array([tile]))
        earned.append(float(reward[0]))
    return state, earned


def test_clicks_earn_what_the_paper_says():
    it = game()
    state, earned = clicked(it, placed(it), 1, 4, 4, 1, 0, 2)
    # Red; blue; that blue again; that red again; the start again; the last red.
    assert earned == [1, -1, -2, -2, -2, 10]
    assert it.solved(state)[0]


def test_other_rewards_can_be_given():
    it = game(rewards=Rewards(red=2, blue=-3, last_red=5, again=-4))
    _, earned = clicked(it, placed(it), 1, 4, 4, 2)
    assert earned == [2, -3, -4, 5]


def test_the_start_counts_as_found():
    it = game()
    state, earned = clicked(it, placed(it, PAIR, start=4), 5)
    assert earned == [10] and it.over(state)[0]


def test_more_tiles_than_one_may_be_face_up_at_the_start():
    it = game()
    shown = jnp.array([[1, 1, 0, 1, 0, 0, 0, 0, 0]], bool)
    state = it.place(jnp.array([ROW], bool), shown)
    assert it.view(state).board.tolist() == [[1, 1, -1, 0, *[-1] * 5]]
    state, earned = clicked(it, state, 3, 2)
    assert earned == [-2, 10] and it.solved(state)[0]


def test_what_a_player_sees_is_the_board_and_its_last_click():
    it = game()
    before = it.view(placed(it))
    assert before.board.tolist() == [[1, *[-1] * 8]]
    assert (before.action[0], before.reward[0]) == (-1, 0)
    after = it.view(clicked(it, placed(it), 3)[0])
    assert after.board.tolist() == [[1, -1, -1, 0, *[-1] * 5]]
    assert (after.action[0], after.reward[0]) == (3, -1)


def test_a_board_is_given_up_at_the_limit_and_not_before():
    it = game(limit=3)
    state, _ = clicked(it, placed(it), 4, 4)
    assert not it.over(state)[0]
    state, _ = clicked(it, state, 4)
    assert it.over(state)[0] and not it.solved(state)[0]


def renewed(it, state):
    """The next board, after a click that ended the last one."""
    assert it.over(state)[0]
    return it.next(state, it.over(state), jnp.array([[0.5, 0.5, 0.5]]))


def test_without_a_lag_nothing_goes_over_to_the_next_board():
    it = game()
    view = it.view(renewed(it, clicked(it, placed(it), 1, 2)[0]))
    assert (view.action[0], view.reward[0]) == (-1, 0)
    assert (view.board >= 0).sum() == 1


def test_with_a_lag_clicks_are_seen_one_click_late():
    it = game(lag=1)
    seen = []
    state = placed(it)
    for tile in (4, 1, 2):
        state, _ = clicked(it, state, tile)
        view = it.view(state)
        seen.append((int(view.action[0]), float(view.reward[0])))
    assert seen == [(-1, 0), (4, -1), (1, 1)]


def test_with_a_lag_the_last_click_goes_over_to_the_next_board():
    it = game(lag=1)
    state = renewed(it, clicked(it, placed(it), 1, 2)[0])
    view = it.view(state)
    assert (int(view.action[0]), float(view.reward[0])) == (2, 10)
    state, _ = clicked(it, state, 7)
    view = it.view(state)
    assert (int(view.action[0]), float(view.reward[0])) == (2, 10)
    state, _ = clicked(it, state, 8)
    assert int(it.view(state).action[0]) == 7


def test_only_boards_that_are_over_are_renewed():
    it = game()
    red = jnp.array([ROW, CORNERS], bool)
    first = jnp.tile(jnp.arange(9) == 0, (2, 1))
    state, _ = it.click(it.place(red, first), jnp.array([1, 1]))
    over = jnp.array([True, False])
    after = it.next(state, over, jnp.full((2, 3), 0.9))
    assert after.clicks.tolist() == [0, 1]
    assert after.revealed[0].sum() == 1
    assert jnp.array_equal(after.revealed[1], state.revealed[1])
    assert jnp.array_equal(after.red[1], red[1])


@pytest.fixture(scope="module")
def hand():
    """Many games dealt from three boards of chances .5, .3 and .2, in eight slots."""
    it = game(weights=(5, 3, 2), slots=8)
    chance = jax.random.uniform(jax.random.key(0), (20_000, 3))
    return jax.jit(Game.deal)(it, chance)


def test_boards_are_dealt_by_their_probability(hand):
    boards = jnp.array([ROW, CORNERS, PAIR], bool)
    which = (hand.red[:, None] == boards).all(axis=2)
    counts = np.asarray(which.sum(axis=0))
    assert chisquare(counts, 20_000 * np.array([0.5, 0.3, 0.2])).pvalue > 0.001


def test_slots_without_a_board_are_never_dealt(hand):
    assert hand.red.any(axis=1).all()
    assert hand.revealed.sum(axis=1).tolist() == [1] * 20_000


def test_any_red_tile_may_be_the_start_with_equal_chances(hand):
    corners = (hand.red == jnp.array(CORNERS, bool)).all(axis=1)
    counts = np.asarray(hand.revealed[corners].sum(axis=0))
    assert chisquare(counts[np.array(CORNERS, bool)]).pvalue > 0.001
    assert counts[~np.array(CORNERS, bool)].sum() == 0


@pytest.mark.parametrize("chance", [0.0, 1 - 2**-24])
def test_the_ends_of_chance_deal_boards_too(chance):
    state = game().deal(jnp.full((1, 3), chance, jnp.float32))
    assert (state.red & state.revealed).sum() == 1
