"""Exact Bayes on distributions of boards."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.paradigms.tiles.distributions.distribution import Distribution, tally
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.observers import bayes
from metamer.paradigms.tiles.observers.bayes import (
    information,
    observer,
    probability_of_red,
)
from metamer.paradigms.tiles.observers.clicks import FLOOR, best, choice, evidence

SMALL = Distribution(
    np.array([[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 0, 0], [0, 1, 1, 1]], bool),
    np.array([0.3, 0.2, 0.1, 0.4]),
)
"""Four boards of 2 x 2 tiles."""

weigh = jax.jit(evidence)


@pytest.fixture(scope="module")
def rectangles():
    return distribution_of("rectangle")


@pytest.fixture(scope="module")
def blurred(rectangles):
    """Boards whose tiles are red as often as in rectangles, each on its own."""
    often = rectangles.probabilities @ rectangles.boards
    boards = np.random.default_rng(0).random((5000, 49)) < often
    return tally(boards[boards.sum(axis=1) >= 3])


def views(boards, many):
    """Games on boards of this table: a red tile and four others are face up."""
    rng = np.random.default_rng(0)
    shown = np.full((many, boards.boards.shape[1]), -1.0)
    for view in shown:
        board = rng.choice(boards.boards, p=boards.probabilities)
        others = rng.choice(len(board), 4, replace=False)
        tiles = [rng.choice(np.flatnonzero(board)), *others]
        view[tiles] = board[tiles]
    return jnp.asarray(shown)


def red(boards, *views):
    shown = jnp.array(views, float)
    return np.asarray(jax.jit(probability_of_red)(observer(boards), shown))


def enumerated(boards, view):
    """The posterior by its definition, one board after the other."""
    reds, known = boards.boards.sum(axis=1), view >= 0
    fits = np.array([np.all(board[known] == view[known]) for board in boards.boards])
    weights = boards.probabilities / reds * fits * (reds > (view == 1).sum())
    return weights @ boards.boards / weights.sum()


def test_a_board_with_many_reds_is_less_likely_to_have_shown_this_one():
    # 0.3/3, 0.2/3 and 0.1/2 for the boards that fit: 6, 4 and 3 parts of 13.
    assert red(SMALL, [1, -1, -1, -1])[0] == pytest.approx([1, 1, 6 / 13, 4 / 13])


def test_a_board_that_would_have_ended_the_game_is_ruled_out():
    assert red(SMALL, [1, 1, -1, -1])[0] == pytest.approx([1, 1, 0.6, 0.4])


def test_the_posterior_is_what_enumeration_gives(rectangles):
    games = views(rectangles, 20)
    expected = [enumerated(rectangles, np.asarray(view)) for view in games]
    assert red(rectangles, *games) == pytest.approx(np.array(expected), abs=1e-5)


def test_a_board_outside_the_table_is_judged_by_the_boards_that_come_closest():
    # Tile 1 is red on all boards; tile 0, too, on all but the last, which errs twice.
    p = red(SMALL, [1, 0, -1, -1])[0]
    assert p == pytest.approx([1, 1, 6 / 13, 4 / 13])


def test_there_is_a_posterior_on_any_view(rectangles):
    colours = np.random.default_rng(1).integers(-1, 2, (50, 49))
    p = red(rectangles, *colours)
    assert ((p >= 0) & (p <= 1 + 1e-5)).all()


def test_rare_boards_that_fit_beat_common_boards_that_do_not():
    rare = SMALL._replace(probabilities=np.array([1e-12, 0.5, 0.25, 0.25]))
    assert red(rare, [1, -1, 1, 0])[0] == pytest.approx([1, 1, 1, 0])


def test_who_knows_a_sample_lets_boards_count_that_differ_a_little():
    view = jnp.array([[1.0, -1, -1, 0]])
    p = probability_of_red(observer(SMALL, slip=0.1), view)[0]
    # 0.3/3 and 0.1/2 fit; 0.2/3 errs once, 0.4/3 twice.
    weights = np.array([0.1, 0.2 / 30, 0.05, 0.4 / 300])
    assert np.asarray(p) == pytest.approx(weights @ SMALL.boards / weights.sum())


def test_chunks_and_maps_over_units_change_nothing(rectangles, monkeypatch):
    knows, games = observer(rectangles), views(rectangles, 6)
    whole = probability_of_red(knows, games)
    monkeypatch.setattr(bayes, "MAX_WEIGHTS", 2 * 441)
    chunked = jax.vmap(probability_of_red, (None, 0))(knows, games.reshape(2, 3, 49))
    assert jnp.allclose(chunked.reshape(6, 49), whole, atol=1e-6)


def test_a_fair_coin_tells_one_bit_and_what_is_known_tells_none():
    bits = information(jnp.array([0.0, 0.25, 0.5, 1.0]))
    assert bits == pytest.approx([0, 0.811278, 1, 0], abs=1e-6)


def test_the_best_hidden_tiles_are_clicked_alike():
    worth = jnp.array([[0.9, 0.5, 0.5 * (1 - 1e-6), 0.4]])
    hidden = jnp.array([[False, True, True, True]])
    assert jnp.exp(best(worth, hidden)[0]) == pytest.approx([0, 0.5, 0.5, 0])


def test_without_hidden_tiles_nothing_is_clicked_and_nothing_breaks():
    none = jnp.zeros((1, 4), bool)
    assert (best(jnp.ones((1, 4)), none) == -jnp.inf).all()
    assert (choice(jnp.ones((1, 4)), none) == 0).all()


def test_luce_chooses_in_proportion_to_the_probability_of_red():
    p, hidden = jnp.array([[1, 0.6, 0.2, 0]]), jnp.array([[False, True, True, True]])
    total = 0.8 + 3 * FLOOR
    expected = [0, (0.6 + FLOOR) / total, (0.2 + FLOOR) / total, FLOOR / total]
    assert choice(p, hidden)[0] == pytest.approx(expected)


@pytest.mark.parametrize("rule_clicks", [True, False])
def test_evidence_tells_who_clicked(rectangles, blurred, rule_clicks):
    rule, statistics = observer(rectangles), observer(blurred)
    games = views(rectangles, 200)
    p = red(rectangles if rule_clicks else blurred, *games)
    tile = jax.random.categorical(jax.random.key(0), best(jnp.asarray(p), games < 0))
    found = weigh(rule, statistics, games, tile)
    assert (found.log_ratio.mean() > 0.5) == rule_clicks
    assert (found.log_ratio.mean() < -0.5) != rule_clicks
    assert (found.rule.mean() > found.statistics.mean()) == rule_clicks


def test_evidence_is_the_log_ratio_of_two_choices():
    sure = Distribution(SMALL.boards[:1], np.ones(1))
    game, tile = jnp.array([[1.0, -1, -1, -1]]), jnp.array([2])
    found = weigh(observer(sure), observer(SMALL), game, tile)
    ours = (1 + FLOOR) / (2 + 3 * FLOOR)
    theirs = (6 / 13 + FLOOR) / (1 + 10 / 13 + 3 * FLOOR)
    assert found.log_ratio[0] == pytest.approx(np.log(ours / theirs), rel=1e-5)
    assert (found.rule[0], found.statistics[0]) == pytest.approx((1, 6 / 13))


def test_a_click_on_a_revealed_tile_says_nothing(rectangles, blurred):
    games = views(rectangles, 5)
    tile = jnp.argmax(games == 1, axis=1)
    found = weigh(observer(rectangles), observer(blurred), games, tile)
    assert (found.log_ratio == 0).all()
