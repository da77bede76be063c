"""Players that learn nothing."""

from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.learner import Player
from metamer.core.play import GameView
from metamer.core.reading import from_plain
from metamer.paradigms.tiles.distributions.distribution import Distribution, tally
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.observers.games import neighbour_blues
from metamer.paradigms.tiles.references import (
    Neighbour,
    Random,
    RuleObserver,
    StatisticsObserver,
)

PLAYERS = (
    Random(),
    Neighbour(),
    RuleObserver(),
    RuleObserver(seeks="information"),
    StatisticsObserver(),
    StatisticsObserver(seeks="information"),
)
each_player = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)


@pytest.fixture(scope="module")
def game():
    """Rectangles; their metamers are boards with ten red tiles anywhere."""
    rectangles = distribution_of("rectangle")
    scattered = np.random.default_rng(0).random((2000, 49)).argsort(axis=1) < 10
    return SimpleNamespace(
        reading="as_coded",
        tiles=49,
        rule_boards=lambda: rectangles,
        metamer_boards=lambda: tally(scattered),
    )


def seen(board):
    still = jnp.zeros(len(board))
    return GameView(jnp.asarray(board, jnp.float32), still.astype(int), still)


def clicks(player, game, *boards):
    """How probably each tile is clicked on each board."""
    fitted, key = player.fit(game, jax.random.key(0)), jax.random.key(1)
    memory = player.start(fitted, len(boards))
    act = jax.jit(player.act)
    return np.exp(act(fitted, seen(jnp.array(boards)), memory, key)[0])


def played(player, game, boards, starts, key):
    """Blue tiles of one whole game on each board, in one compiled program."""
    fitted, tiles = player.fit(game, key), jnp.arange(boards.shape[1])

    def step(shown, key):
        view = seen(jnp.where(shown, boards.astype(float), -1.0))
        act_key, draw_key = jax.random.split(key)
        log_p, _ = player.act(fitted, view, player.start(fitted, len(boards)), act_key)
        tile = jax.random.categorical(draw_key, log_p)
        again = jnp.take_along_axis(shown, tile[:, None], axis=1)[:, 0]
        over = ~(boards & ~shown).any(axis=1)
        here = (tiles == tile[:, None]) & ~over[:, None]
        return shown | here, again & ~over

    first = tiles == starts[:, None]
    shown, again = jax.jit(lambda keys: jax.lax.scan(step, first, keys))(
        jax.random.split(key, boards.shape[1] - 1)
    )
    assert not (boards & ~shown).any()
    assert not again.any()
    return np.asarray((shown & ~boards).sum(axis=1))


@each_player
def test_it_is_a_player(player):
    assert isinstance(player, Player)


@each_player
def test_it_finishes_every_board_and_never_clicks_a_revealed_tile(player, game):
    boards = jnp.asarray(game.rule_boards().boards[::40])
    played(player, game, boards, boards.argmax(axis=1), jax.random.key(0))


@each_player
def test_its_clicks_add_up_to_one_on_any_view(player, game):
    boards = np.random.default_rng(0).integers(-1, 2, (20, 49))
    total = clicks(player, game, *boards).sum(axis=1)
    assert total == pytest.approx(np.ones(20), abs=1e-5)


def test_random_clicks_turn_up_as_many_blues_as_the_formula_says(game):
    board = jnp.arange(49) < 6
    boards, starts = jnp.tile(board, (1000, 1)), jnp.zeros(1000, int)
    blue = played(Random(), game, boards, starts, jax.random.key(2))
    expected = (49 - 6) * (6 - 1) / 6
    assert blue.mean() == pytest.approx(expected, abs=4 * blue.std() / np.sqrt(1000))


def test_a_neighbour_of_any_red_tile_is_clicked_alike(game):
    board = np.full(49, -1)
    board[[0, 48]] = 1
    board[8] = 0
    p = clicks(Neighbour(), game, board)[0]
    near = [1, 7, 40, 41, 47]
    assert p[near] == pytest.approx(np.full(5, 0.2))
    assert p.sum() == pytest.approx(1)


def test_without_hidden_neighbours_the_next_ring_is_clicked(game):
    board = np.full(49, -1)
    board[0], board[[1, 7, 8]] = 1, 0
    p = clicks(Neighbour(), game, board)[0]
    assert np.flatnonzero(p).tolist() == [2, 9, 14, 15, 16]


def test_the_neighbour_player_is_the_one_that_scores_are_measured_by(game, keys):
    board = np.asarray(distribution_of("rectangle").boards[100:101])
    start = board.argmax(axis=1)
    mean, deviation = neighbour_blues(board, start, 2000, keys())
    boards, starts = jnp.tile(board, (600, 1)), jnp.tile(start, 600)
    blue = played(Neighbour(), game, boards, starts, jax.random.key(3))
    error = deviation[0] * np.sqrt(1 / 2000 + 1 / 600)
    assert blue.mean() == pytest.approx(mean[0], abs=4 * error)
    assert blue.std(ddof=1) == pytest.approx(deviation[0], rel=0.15)


def test_three_corners_tell_the_rule_observer_the_fourth(game):
    board = np.full(49, -1)
    board[[0, 3, 21]] = 1
    board[[4, 28]] = 0
    p = clicks(RuleObserver(), game, board)[0]
    assert np.flatnonzero(p).tolist() == [1, 2, 7, 10, 14, 17, 22, 23, 24]


def test_information_is_sought_only_while_there_is_some():
    boards = np.array([[1, 1, 1, 0], [1, 0, 1, 1]], bool)
    pair = SimpleNamespace(
        rule_boards=lambda: Distribution(boards, np.array([0.5, 0.5]))
    )
    asks = RuleObserver(seeks="information")
    p = clicks(asks, pair, [1, -1, -1, -1], [1, 1, -1, -1])
    assert p[0] == pytest.approx([0, 0.5, 0, 0.5])
    assert p[1] == pytest.approx([0, 0, 1, 0])


def test_who_knows_the_family_only_expects_other_rules_too(game):
    board = np.full(49, -1)
    board[24] = 1
    knows, guesses = (
        clicks(RuleObserver(knows=what), game, board)[0] for what in ("rule", "family")
    )
    assert not np.allclose(knows, guesses)


def test_names_tell_what_is_known_and_sought():
    assert RuleObserver().name == "rule-observer"
    both = RuleObserver(knows="family", seeks="information")
    assert both.name == "rule-observer:family:information"
    assert StatisticsObserver(seeks="information").name.endswith(":information")


def test_boards_of_another_size_are_not_of_the_family(game):
    small = SimpleNamespace(**vars(game) | {"tiles": 16})
    with pytest.raises(Refusal, match="boards of 49 tiles, not of 16"):
        RuleObserver(knows="family").fit(small, jax.random.key(0))


def test_a_wrong_aim_is_refused():
    with pytest.raises(Refusal, match="seeks"):
        from_plain(RuleObserver, {"seeks": "blue"}, "a test")
