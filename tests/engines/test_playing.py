"""Games played to their end, by compiled players and by any others."""

from dataclasses import dataclass
from typing import ClassVar

import jax.numpy as jnp
import numpy as np
import pytest

import metamer
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.play import GameLesson
from metamer.engines.playing import play_compiled, play_one
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.score import all_found

RED = np.array(
    [
        [1, 1, 1, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1, 1],
        [1, 0, 0, 1, 0, 0, 0, 0, 1],
    ],
    bool,
)
START = np.array([0, 7, 8])
SHOWN = START[:, None] == np.arange(9)


@pytest.fixture
def lesson():
    return lesson_of(limit=9)


def lesson_of(limit):
    """Three boards to play, with so many clicks for each."""
    game = TileGame.on(Distribution(RED, np.full(3, 1 / 3)), 4, limit)
    return GameLesson(
        "the lesson", game, Boards(RED, SHOWN), {"item": np.array(["a", "b", "c"])}
    )


@dataclass(frozen=True)
class Plain:
    """A player in NumPy that clicks the first hidden tile, and counts its clicks."""

    answer: str = "tiles"
    name: str = "plain"

    def fit(self, game, key):
        assert game == "the lesson"
        return key.numpy

    def start(self, fitted, many):
        return np.zeros(many, int)

    def act(self, fitted, view, memory, key):
        first = (view.observation < 0).argmax(axis=1)
        if self.answer == "tiles":
            return first, memory + 1
        return np.where(np.arange(9) == first[:, None], 0.0, -np.inf), memory + 1


@dataclass(frozen=True)
class Compiled:
    """The same in JAX; without `train`, so that units are fitted one by one."""

    compiled: ClassVar[bool] = True
    name: str = "compiled"

    def fit(self, game, key):
        return jnp.zeros(())

    def start(self, fitted, many):
        return jnp.zeros(many, int)

    def act(self, fitted, view, memory, key):
        first = (view.observation < 0).argmax(axis=1)
        return jnp.where(jnp.arange(9) == first[:, None], 0.0, -jnp.inf), memory + 1


FIRST_HIDDEN = [
    [1, 2, *[-1] * 7],
    [0, 1, 2, 3, 4, 5, 6, 8, -1],
    [0, 1, 2, 3, *[-1] * 5],
]
"""The clicks of whoever turns up the first hidden tile, until all reds are found."""


def test_a_plain_player_may_answer_tiles(lesson, keys):
    played = play_one(Plain(), lesson, keys())
    assert played.actions.tolist() == FIRST_HIDDEN
    assert np.isnan(played.probability).all()


def test_a_plain_player_may_answer_log_probabilities(lesson, keys):
    played = play_one(Plain("logs"), lesson, keys())
    assert played.actions.tolist() == FIRST_HIDDEN
    assert (played.probability[played.actions >= 0] == 1).all()
    assert np.isnan(played.probability[played.actions < 0]).all()


def test_a_compiled_player_plays_as_a_plain_one_does(lesson, keys, tmp_path):
    units = [keys(), keys()]
    played = play_compiled(Compiled(), [lesson, lesson], units, Place(tmp_path, "it"))
    for unit in played:
        assert unit.actions.tolist() == FIRST_HIDDEN
        assert (unit.probability[unit.actions >= 0] == 1).all()


def test_boards_that_are_not_finished_do_not_hold_up_the_others(keys, tmp_path):
    lesson = lesson_of(limit=4)
    alone = play_one(Plain(), lesson, keys())
    (together,) = play_compiled(Compiled(), [lesson], [keys()], Place(tmp_path, "it"))
    for played in (alone, together):
        assert played.actions.tolist() == [row[:4] for row in FIRST_HIDDEN]
        assert all_found(lesson.start, played).tolist() == [True, False, True]


class Stubborn(Plain):
    """Clicks the start for ever on the second board, and plays the others."""

    def act(self, fitted, view, memory, key):
        tiles, memory = super().act(fitted, view, memory, key)
        return np.where(np.arange(3) == 1, START, tiles), memory


def test_a_player_that_is_stuck_on_one_board_still_plays_the_others(lesson, keys):
    played = play_one(Stubborn(), lesson, keys())
    assert played.actions[1].tolist() == [7] * 9
    assert played.actions[[0, 2]].tolist() == [FIRST_HIDDEN[0], FIRST_HIDDEN[2]]
    assert all_found(lesson.start, played).tolist() == [True, False, True]


class Biased(Plain):
    """Draws tile 3 twice as often as tile 5, and no other."""

    def act(self, fitted, view, memory, key):
        logs = np.full(view.observation.shape, -np.inf, np.float32)
        logs[:, 3], logs[:, 5] = np.log(2) + 7, 7
        return logs, memory


def test_tiles_are_drawn_by_their_probability_up_to_a_constant(keys):
    many = 600
    game = TileGame.on(Distribution(RED, np.full(3, 1 / 3)), 4, 1)
    red = np.tile(RED[0], (many, 1))
    lesson = GameLesson("the lesson", game, Boards(red, red & (np.arange(9) == 0)), {})
    played = play_one(Biased(), lesson, keys())
    assert set(np.unique(played.actions)) == {3, 5}
    # Three standard errors of a share of 2/3.
    share = (played.actions == 3).mean()
    assert abs(share - 2 / 3) < 3 * (2 / 9 / many) ** 0.5
    assert np.allclose(played.probability, np.where(played.actions == 3, 2 / 3, 1 / 3))


@dataclass(frozen=True)
class Says:
    """A player without memory that always gives the same answer."""

    answer: object
    name: str = "someone"

    def fit(self, game, key):
        return None

    def act(self, fitted, view, memory, key):
        return self.answer, memory


ZEROS = np.zeros((3, 9))


@pytest.mark.parametrize(
    "answer, complaint",
    [
        (np.array([0, 9, 1]), "someone chose action 9; there are actions 0 to 8"),
        (np.array([0, -1, 1]), "someone chose action -1; there are actions 0 to 8"),
        (np.array([0, 1]), r"int64 of shape \(2,\) to 3 games; needed: \(3,\) whole"),
        (np.array([0.0, 1.0, 2.0]), r"float64 of shape \(3,\) to 3 games"),
        (ZEROS[:, :4], r"shape \(3, 4\) to 3 games; .* or \(3, 9\) log probabilities"),
        (ZEROS.astype(int), r"int64 of shape \(3, 9\)"),
        (np.array(["a", "b", "c"]), r"<U1 of shape \(3,\)"),
        (None, r"object of shape \(\)"),
        (ZEROS * np.nan, "log probabilities from which no action can be drawn"),
        (ZEROS - np.inf, "log probabilities from which no action can be drawn"),
        (ZEROS + np.inf, "log probabilities from which no action can be drawn"),
    ],
)
def test_answers_that_are_no_clicks_are_refused(lesson, keys, answer, complaint):
    with pytest.raises(Refusal, match=complaint) as refusal:
        play_one(Says(answer), lesson, keys())
    assert "\n" not in str(refusal.value)


class Silent(Plain):
    """Says nothing about games that are over."""

    def act(self, fitted, view, memory, key):
        logs, memory = super().act(fitted, view, memory, key)
        hidden = np.where(np.arange(3) == 0, (view.observation < 0).sum(axis=1), 9)
        logs[hidden == 6] = -np.inf
        return logs, memory


def test_answers_to_games_that_are_over_do_not_matter(lesson, keys):
    # The first board is over with six tiles hidden.
    assert play_one(Silent("logs"), lesson, keys()).actions.tolist() == FIRST_HIDDEN


class Remembering(Plain):
    """Clicks the tile of the number of clicks so far, counted by its memory."""

    def act(self, fitted, view, memory, key):
        return memory % 9, memory + 1


def test_a_player_gets_back_what_it_wants_to_remember(lesson, keys):
    played = play_one(Remembering(), lesson, keys())
    assert played.actions[1].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]


class Lucky(Plain):
    """Clicks any tile, by the key that it gets."""

    def act(self, fitted, view, memory, key):
        return key.numpy.integers(0, 9, len(view.observation)), memory


def test_the_same_key_plays_the_same_game_and_clicks_have_keys_of_their_own(
    lesson, keys
):
    key = keys()
    one, same, other = (play_one(Lucky(), lesson, k) for k in (key, key, keys()))
    assert np.array_equal(one.actions, same.actions)
    assert not np.array_equal(one.actions, other.actions)
    assert any(len(np.unique(row)) > 3 for row in one.actions)


@dataclass(frozen=True)
class Trained(Compiled):
    """A compiled player that teaches all units together: each gets its own tile."""

    name: str = "trained"

    def train(self, game, keys, place):
        assert game == "the lesson" and len(keys) == 2
        return {"tile": jnp.array([4, 5])}

    def act(self, fitted, view, memory, key):
        wanted = jnp.arange(9) == fitted["tile"]
        return jnp.where(wanted, 0.0, -jnp.inf) + 0 * view.observation, memory


def test_units_that_are_taught_together_play_as_themselves(lesson, keys, tmp_path):
    played = play_compiled(
        Trained(), [lesson, lesson], [keys(), keys()], Place(tmp_path, "it")
    )
    assert [set(unit.actions.ravel().tolist()) for unit in played] == [{4}, {5}]


PYRAMIDS = Tiles(("pyramid",), taught=("abstract",), boards=4, pool=64, weigh=False)


class Hopeful:
    """A user's player: clicks the hidden tile that was red most often."""

    name = "hopeful"

    def fit(self, course, key):
        return course.boards.boards.mean(axis=0)

    def act(self, usual, view, memory, key):
        return np.where(view.observation < 0, usual, -1.0).argmax(axis=1), memory


def test_a_players_own_python_goes_through_a_whole_study(tmp_path):
    plan = metamer.Study(PYRAMIDS, (Hopeful(),), units=2)
    table = metamer.run(plan, tmp_path / "run").table
    assert set(table["unit"]) == {0, 1} and table["item"].nunique() == 4
    assert table["finished"].all() and not table["again"].any()
    # It always clicks something hidden, so that it needs 48 clicks at most.
    clicks = table.groupby(["unit", "item"], observed=True).size()
    assert clicks.between(3, 48).all()
    reds = table.groupby(["unit", "item"], observed=True)["correct"].sum()
    assert (
        reds == table.groupby(["unit", "item"], observed=True)["reds"].first() - 1
    ).all()


class Lost(Hopeful):
    """Clicks beside the board."""

    name = "lost"

    def act(self, usual, view, memory, key):
        return np.full(len(view.observation), 49), memory


def test_a_player_that_answers_wrongly_is_named_in_one_line(tmp_path):
    with pytest.raises(Refusal, match="lost chose action 49; there are") as refusal:
        metamer.run(metamer.Study(PYRAMIDS, (Lost(),), units=1), tmp_path / "run")
    assert "\n" not in str(refusal.value)
