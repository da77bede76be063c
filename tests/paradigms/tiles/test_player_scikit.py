"""Any classifier of scikit-learn plays."""

from dataclasses import replace

import numpy as np
import pytest
from quick_tiles import RECTANGLES

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.play import GameView
from metamer.engines.playing import play_one
from metamer.paradigms.tiles.learners.guessers import ScikitPlayer
from metamer.paradigms.tiles.masking import masked_boards, windows

TILES = replace(RECTANGLES, taught=("abstract",), boards=8)
LESSON = TILES.lesson(TILES.conditions()[0], root(0))


def mean_blues(player):
    """Blue tiles turned up on a board."""
    clicks = play_one(player, LESSON, root(1)).actions
    boards = zip(LESSON.start.red, clicks, strict=True)
    return np.mean([(~red[clicked[clicked >= 0]]).sum() for red, clicked in boards])


@pytest.mark.parametrize(
    "player",
    [
        ScikitPlayer("DecisionTreeClassifier", examples=800),
        ScikitPlayer("RidgeClassifier", examples=800),  # it has no probabilities
    ],
    ids=lambda player: player.estimator,
)
def test_it_turns_up_far_fewer_blue_tiles_than_chance(player):
    tiles, reds = LESSON.start.red.shape[1], LESSON.start.red.sum(axis=1)
    # On average, as the docstring of `random-player` has it.
    chance = np.mean((tiles - reds) * (reds - 1) / reds)
    assert mean_blues(player) < 0.7 * chance


def test_the_same_key_gives_the_same_clicks():
    player = ScikitPlayer(
        "RandomForestClassifier", {"n_estimators": 3, "max_depth": 4}, examples=200
    )
    first, second = (play_one(player, LESSON, root(5)) for _ in range(2))
    assert np.array_equal(first.actions, second.actions)
    assert not np.array_equal(first.actions, play_one(player, LESSON, root(6)).actions)


def test_it_clicks_only_hidden_tiles():
    clicks = play_one(ScikitPlayer("GaussianNB", examples=50), LESSON, root(1)).actions
    for row in clicks:
        clicked = row[row >= 0]
        assert len(set(clicked)) == len(clicked)


def test_the_likeliest_tile_is_clicked():
    class Says:
        """Tiles at the left edge are red: a window has what is outside last."""

        classes_ = np.array([0, 1])

        def predict_proba(self, inputs):
            outside = inputs.reshape(len(inputs), 5, 5, 3)[:, 2, 1, 2]
            return np.stack([1 - outside, outside], axis=1)

    seen = np.array([[-1, 1, 0, 0, -1, -1, -1, -1, -1]], float)
    logs, _ = ScikitPlayer().act(Says(), GameView(seen, None, None), None, root(0))
    assert np.flatnonzero(np.isfinite(np.asarray(logs)[0])).tolist() == [0, 6]


def test_a_window_has_the_asked_tile_in_the_middle():
    seen = np.array([[1, 0, -1, -1]], float)
    (row,) = windows(seen, np.array([0]), np.array([3])).reshape(1, 3, 3, 3)
    red, blue, outside = np.moveaxis(row, -1, 0)
    assert red.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert blue.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert outside.tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 1]]


def test_boards_to_learn_on_show_a_red_tile_and_hide_one():
    red, seen = masked_boards(LESSON.taught.game, 1000, root(0).numpy)
    up = seen >= 0
    assert (seen[up] == red[up]).all()
    assert (seen == 1).any(axis=1).all()
    assert set(up.sum(axis=1)) == set(range(1, 49))


def test_the_name_says_which_classifier_and_how():
    player = ScikitPlayer("KNeighborsClassifier", {"n_neighbors": 1})
    assert player.name == "sklearn-player:KNeighborsClassifier(n_neighbors=1)"
    assert replace(player, label="mine").name == "mine"
    assert metamer.learner("sklearn-player") is ScikitPlayer


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"estimator": "Ridge"}, "scikit-learn has no classifier 'Ridge'; there is: "),
        ({"settings": {"trees": 3}}, "LogisticRegression has no setting trees; "),
        ({"examples": 0}, "sklearn-player: examples must be at least 1"),
    ],
)
def test_what_cannot_play_is_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        ScikitPlayer(**settings)
