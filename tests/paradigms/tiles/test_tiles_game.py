"""The game: what clicks earn and show, and which boards are dealt."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.game.rewards import Rewards

STEP, RENEW = jax.jit(TileGame.step), jax.jit(TileGame.renew)

ROW = [1, 1, 1, 0, 0, 0, 0, 0, 0]
CORNERS = [1, 0, 1, 0, 0, 0, 1, 0, 1]
PAIR = [0, 0, 0, 0, 1, 1, 0, 0, 0]


def new_game(boards=(ROW, CORNERS, PAIR), weights=(1, 1, 1), slots=4, **settings):
    share = np.array(weights) / sum(weights)
    known = Distribution(np.array(boards, bool), share)
    return TileGame.on(known, slots, **settings)


def placed(game, board=ROW, start=0):
    return game.place(Boards(jnp.array([board], bool), jnp.arange(9)[None] == start))


def clicked(game, state, *tiles):
    """The state after some clicks, and what each earned."""
    earned = []
    for tile in tiles:
        state, reward = STEP(game, state, jnp.array([tile]))
        earned.append(float(reward[0]))
    return state, earned


def test_clicks_earn_what_the_paper_says():
    game = new_game()
    state, earned = clicked(game, placed(game), 1, 4, 4, 1, 0, 2)
    # Red; blue; that blue again; that red again; the start again; the last red.
    assert earned == [1, -1, -2, -2, -2, 10]
    assert game.solved(state)[0]


def test_other_rewards_can_be_given():
    game = new_game(rewards=Rewards(red=2, blue=-3, last_red=5, again=-4))
    _, earned = clicked(game, placed(game), 1, 4, 4, 2)
    assert earned == [2, -3, -4, 5]


def test_the_start_counts_as_found():
    game = new_game()
    state, earned = clicked(game, placed(game, PAIR, start=4), 5)
    assert earned == [10] and game.over(state)[0]


def test_more_tiles_than_one_may_be_face_up_at_the_start():
    game = new_game()
    shown = jnp.array([[1, 1, 0, 1, 0, 0, 0, 0, 0]], bool)
    state = game.place(Boards(jnp.array([ROW], bool), shown))
    assert game.view(state).observation.tolist() == [[1, 1, -1, 0, *[-1] * 5]]
    state, earned = clicked(game, state, 3, 2)
    assert earned == [-2, 10] and game.solved(state)[0]


def test_what_a_player_sees_is_the_board_and_its_last_click():
    game = new_game()
    before = game.view(placed(game))
    assert before.observation.tolist() == [[1, *[-1] * 8]]
    assert (before.action[0], before.reward[0]) == (-1, 0)
    after = game.view(clicked(game, placed(game), 3)[0])
    assert after.observation.tolist() == [[1, -1, -1, 0, *[-1] * 5]]
    assert (after.action[0], after.reward[0]) == (3, -1)


def test_a_board_is_given_up_at_the_limit_and_not_before():
    game = new_game(limit=3)
    state, _ = clicked(game, placed(game), 4, 4)
    assert not game.over(state)[0]
    state, _ = clicked(game, state, 4)
    assert game.over(state)[0] and not game.solved(state)[0]


def renewed(game, state):
    """The next board, after a click that ended the last one."""
    assert game.over(state)[0]
    return RENEW(game, state, game.over(state), jnp.array([[0.5, 0.5, 0.5]]))


def test_without_a_lag_nothing_goes_over_to_the_next_board():
    game = new_game()
    view = game.view(renewed(game, clicked(game, placed(game), 1, 2)[0]))
    assert (view.action[0], view.reward[0]) == (-1, 0)
    assert (view.observation >= 0).sum() == 1


def test_with_a_lag_clicks_are_seen_one_click_late():
    game = new_game(lag=1)
    seen = []
    state = placed(game)
    for tile in (4, 1, 2):
        state, _ = clicked(game, state, tile)
        view = game.view(state)
        seen.append((int(view.action[0]), float(view.reward[0])))
    assert seen == [(-1, 0), (4, -1), (1, 1)]


def test_with_a_lag_the_last_click_goes_over_to_the_next_board():
    game = new_game(lag=1)
    state = renewed(game, clicked(game, placed(game), 1, 2)[0])
    view = game.view(state)
    assert (int(view.action[0]), float(view.reward[0])) == (2, 10)
    state, _ = clicked(game, state, 7)
    view = game.view(state)
    assert (int(view.action[0]), float(view.reward[0])) == (2, 10)
    state, _ = clicked(game, state, 8)
    assert int(game.view(state).action[0]) == 7


def test_only_boards_that_are_over_are_renewed():
    game = new_game()
    red = jnp.array([ROW, CORNERS], bool)
    first = jnp.tile(jnp.arange(9) == 0, (2, 1))
    state, _ = STEP(game, game.place(Boards(red, first)), jnp.array([1, 1]))
    over = jnp.array([True, False])
    after = RENEW(game, state, over, jnp.full((2, 3), 0.9))
    assert after.clicks.tolist() == [0, 1]
    assert after.revealed[0].sum() == 1
    assert jnp.array_equal(after.revealed[1], state.revealed[1])
    assert jnp.array_equal(after.red[1], red[1])


@pytest.fixture(scope="module")
def hand():
    """Many games dealt from three boards of chances .5, .3 and .2, in eight slots."""
    game = new_game(weights=(5, 3, 2), slots=8)
    chance = jax.random.uniform(jax.random.key(0), (20_000, 3))
    return jax.jit(TileGame.deal)(game, chance)


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
    state = new_game().deal(jnp.full((1, 3), chance, jnp.float32))
    assert (state.red & state.revealed).sum() == 1
