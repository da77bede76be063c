"""Players that learn from boards without training."""

import jax
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.play import GameView
from metamer.core.study import Condition
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.references.boards import ExemplarPlayer, PairPlayer

SETTINGS = Tiles(
    ("rectangle",), taught=("abstract",), boards=2, pool=64, trials=2, weigh=False
)


@pytest.fixture(scope="module")
def course():
    condition = Condition("abstract", (("rule", "rectangle"),))
    return SETTINGS.lesson(condition, root(0)).taught


def see(board, shown):
    """A game with some tiles of a board face up."""
    observation = np.where(shown, board, -1.0)[None].astype(np.float32)
    return GameView(observation, np.array([-1]), np.zeros(1))


def chances(player, course, view, seed=0):
    fitted = player.fit(course, jax.random.key(seed))
    scores, _ = player.act(fitted, view, (), jax.random.key(1))
    return np.exp(np.asarray(scores))[0]


@pytest.mark.parametrize("player", [ExemplarPlayer(100), PairPlayer(100)])
def test_it_clicks_hidden_tiles_only(player, course):
    board = course.boards.boards[0]
    shown = np.arange(len(board)) % 3 > 0
    found = chances(player, course, see(board, shown))
    assert np.isclose(found.sum(), 1)
    assert np.allclose(found[shown], 0)


@pytest.mark.parametrize("player", [ExemplarPlayer(20), PairPlayer(20)])
def test_units_are_taught_different_boards_and_repeat_exactly(player, course):
    first, again, other = (
        jax.tree.leaves(player.fit(course, jax.random.key(seed))) for seed in (0, 0, 1)
    )
    pairs = list(zip(first, again, strict=True))
    assert all(np.array_equal(one, two) for one, two in pairs)
    assert any(not np.array_equal(*two) for two in zip(first, other, strict=True))


def test_remembered_boards_were_taught(course):
    fitted = ExemplarPlayer(30).fit(course, jax.random.key(0))
    taught = {tuple(board) for board in course.boards.boards}
    assert all(tuple(board > 0) in taught for board in np.asarray(fitted.boards))


def test_pairs_follow_the_tile_that_goes_with_a_red_one():
    boards = np.array([[1, 1, 0, 0], [0, 0, 1, 1]], bool)

    class Course:
        """Tiles 0 and 1 are red together, or 2 and 3."""

    Course.boards = Distribution(boards, np.array([0.5, 0.5]))
    view = see(np.array([1, 0, 0, 0]), np.array([True, False, False, False]))
    assert np.allclose(chances(PairPlayer(50), Course, view), [0, 1, 0, 0])


@pytest.mark.parametrize("kind", [ExemplarPlayer, PairPlayer])
def test_a_player_that_is_taught_no_board_is_refused(kind):
    with pytest.raises(Refusal, match="taught must be"):
        kind(0)
