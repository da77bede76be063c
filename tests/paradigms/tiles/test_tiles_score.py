"""What is said of each click."""

from dataclasses import replace

import numpy as np
import pytest
from quick_tiles import RECTANGLES

from metamer.core.play import Trajectories
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.score import CHUNK, all_found, views

SMALL = replace(RECTANGLES, taught=("abstract",), boards=1)
# Red tiles at rows 1 and 2, columns 3 and 4; the first of them is face up.
CORNERS = (10, 11, 17, 18)


@pytest.fixture
def game(keys):
    lesson = SMALL.lesson(SMALL.conditions()[0], keys())
    red = np.isin(np.arange(49), CORNERS)[None]
    return lesson._replace(start=Boards(red, (np.arange(49) == 10)[None]))


def clicked(*tiles, limit=9):
    padded = np.full((1, limit), -1)
    padded[0, : len(tiles)] = tiles
    return Trajectories(padded, np.where(padded < 0, np.nan, 0.5))


def test_each_click_is_red_blue_or_again(game):
    scored = SMALL.score(game, clicked(11, 0, 0, 10, 11, 17, 18))
    assert scored["step"].tolist() == list(range(7))
    assert list(scored["answer"]) == ["1,4", "0,0", "0,0", "1,3", "1,4", "2,3", "2,4"]
    assert scored["correct"].tolist() == [True, False, False, False, False, True, True]
    assert scored["again"].tolist() == [False, False, True, True, True, False, False]
    assert scored["finished"].all()
    assert (scored["probability"] == 0.5).all()


def test_the_first_click_has_the_probability_of_every_tile_if_it_is_asked_for(game):
    likely = np.zeros((1, 49))
    likely[0, [0, 11]] = 0.25, 0.75
    played = clicked(11, 0)._replace(first=likely)
    assert "first_0_0" not in SMALL.score(game, played)
    scored = replace(SMALL, policy=True).score(game, played)
    assert scored["first_1_4"].tolist() == [0.75, pytest.approx(np.nan, nan_ok=True)]
    assert scored["first_0_0"][0] == 0.25 and scored["first_6_6"][0] == 0
    silent = replace(SMALL, policy=True).score(game, clicked(11, 0))
    assert np.isnan(silent["first_1_4"]).all()


def test_notes_of_a_board_go_with_each_of_its_clicks(game):
    scored = SMALL.score(game, clicked(11, 0))
    for name, column in game.notes.items():
        assert list(scored[name]) == list(column) * 2
    assert not scored["finished"].any()


def test_a_board_is_finished_when_every_red_tile_is_face_up(game):
    assert all_found(game.start, clicked(11, 17, 18)).tolist() == [True]
    assert all_found(game.start, clicked(11, 17)).tolist() == [False]
    assert all_found(game.start, clicked(*range(9))).tolist() == [False]


def test_what_was_face_up_at_the_start_is_known_and_found(game):
    up = np.isin(np.arange(49), (0, 10, 11))[None]
    more = game._replace(start=game.start._replace(shown=up))
    scored = SMALL.score(more, clicked(0, 11, 17, 18))
    assert scored["again"].tolist() == [True, True, False, False]
    assert scored["finished"].all()


def test_views_show_what_was_face_up_before_each_click(game):
    seen = views(game.start, clicked(0, 11, 11, limit=4))[0]
    assert seen.shape == (4, 49)
    up = [np.flatnonzero(view >= 0).tolist() for view in seen]
    assert up == [[10], [0, 10], [0, 10, 11], [0, 10, 11]]
    assert seen[2, [0, 10, 11]].tolist() == [0, 1, 1]


def test_clicks_are_weighed_beside_both_observers(game):
    weighing = replace(SMALL, weigh=True)
    scored = weighing.score(game, clicked(11, 48, 48))
    assert (scored["red_by_rule"] >= 0).all() and (scored["red_by_rule"] <= 1).all()
    # Where one corner of a rectangle is known, others along its sides are likelier.
    assert scored["red_by_rule"][0] > scored["red_by_rule"][1]
    assert scored["rule_evidence"][2] == 0
    assert np.isfinite(scored["rule_evidence"]).all()


def test_clicks_beyond_one_chunk_are_weighed_alike(game):
    many = CHUNK // 3 + 1
    boards = game._replace(
        start=Boards(*(np.repeat(part, many, axis=0) for part in game.start)),
        notes={name: np.repeat(column, many) for name, column in game.notes.items()},
    )
    one = clicked(11, 0, 17, limit=3)
    played = Trajectories(*(np.repeat(part, many, axis=0) for part in one[:2]))
    scored = replace(SMALL, weigh=True).score(boards, played)["rule_evidence"]
    assert len(scored) == 3 * many > CHUNK
    assert np.allclose(scored.reshape(many, 3), scored[:3], atol=1e-5)
