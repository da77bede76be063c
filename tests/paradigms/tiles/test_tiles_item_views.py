"""Single boards, and games on them click by click."""

import re

import numpy as np
import pandas as pd
import pytest

from metamer.core.shown import AskedItems
from metamer.paradigms.tiles.item_views import games, item_views
from metamer.paradigms.tiles.show import BLUE, RED

BOARD = np.array([[1, 1, 0], [0, 0, 0], [0, 0, 1]], np.uint8)
SHOWN = np.array([[1, 0, 0], [0, 0, 0], [0, 0, 0]], np.uint8)
ASKED = AskedItems(
    {
        "tiles/item": np.array(["tiles/a"]),
        "tiles/board": BOARD[None],
        "tiles/shown": SHOWN[None],
    }
)


def game(learner, clicks, finished, usual=2.0):
    """The rows of a game with these clicks; a tile that is face up counts as such."""
    up, rows = {"0,0"}, []
    for step, tile in enumerate(clicks):
        row, column = map(int, tile.split(","))
        again = tile in up
        rows.append(
            {
                "learner": learner,
                "unit": 0,
                "condition": "abstract",
                "rule": "copy",
                "item": "tiles/a",
                "step": step,
                "answer": tile,
                "correct": bool(BOARD[row, column]) and not again,
                "again": again,
                "finished": finished,
                "neighbour_mean": usual,
                "ideal_blues": 0.5,
            }
        )
        up.add(tile)
    return pd.DataFrame(rows)


QUICK = game("quick", ["0,1", "1,1", "2,2"], True)
STUCK = game("stuck", ["1,0", "1,0", "0,1", "1,0"], False)


@pytest.fixture
def views():
    return item_views(pd.concat([QUICK, STUCK]), ASKED)


def shown(views, table):
    return views.answer(table.to_dict("records"))


@pytest.mark.parametrize(
    "clicks, finished, usual, better",
    [
        (["0,1", "1,1", "2,2"], True, 2.0, True),
        (["0,1", "1,1", "2,2"], True, 1.0, False),
        (["0,1"], False, 2.0, False),
        (["0,1", "1,1", "1,1", "1,1", "2,2"], True, 2.0, True),
    ],
    ids=["better", "as many blue tiles", "given up", "repeats are no blue tiles"],
)
def test_a_game_is_better_if_it_finds_all_at_less_cost(clicks, finished, usual, better):
    assert games(game("a", clicks, finished, usual))["correct"].tolist() == [better]


def test_clicks_are_numbered_in_their_order(views):
    numbers = re.findall(
        r'<text x="(.+?)" y="(.+?)" .*?>(\d+)<', shown(views, QUICK).picture
    )
    assert numbers == [("1.5", "0.7", "1"), ("1.5", "1.7", "2"), ("2.5", "2.7", "3")]


def test_only_tiles_that_were_turned_up_have_a_colour(views):
    picture = shown(views, STUCK).picture
    red, blue = (
        len(
            re.findall("M", re.search(f'<path d="([^"]*)" fill="{colour}"', picture)[1])
        )
        for colour in (RED, BLUE)
    )
    assert (red, blue) == (2, 1)


def test_a_board_that_was_given_up_says_what_is_missing(views):
    told = shown(views, STUCK)
    assert told.words == (
        "1 blue tile, 2 clicks on tiles that were face up, given up after 4 clicks with "
        "1 red tile not found"
    )
    assert "M2.25 2.5a" in told.picture
    assert "given up" not in shown(views, QUICK).words


def test_the_board_itself_has_all_its_tiles(views):
    item = views.item(views.answers.to_dict("records"))
    assert item.right.startswith("3 red tiles.") and "2.0" in item.right
    assert item.picture.count("h.92v.92h-.92z") == BOARD.size
