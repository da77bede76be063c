"""What the measures of tiles make of who clicks red only, and who clicks blue first."""

import numpy as np
import pytest
from extremes import check, columns, table

from metamer.core.keys import root
from metamer.core.play import GameLesson, Trajectories
from metamer.core.registry import measure
from metamer.core.study import Condition
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles

NOTES = {
    "neighbour_mean": 10.0,
    "neighbour_sd": 5.0,
    "neighbour_mean_precise": 12.0,
    "neighbour_sd_precise": 4.0,
    "ideal_blues": 4.0,
}
"""Round numbers for a yardstick. All boards are blocks of 9 red tiles among 40 blue."""

EXPECTED = {
    "blues": (0.0, 40.0),
    "z": (-2.0, 6.0),
    "z_precise": (-3.0, 7.0),
    "z_of_board": (-3.0, 7.0),
    "z_of_finished": (-3.0, 7.0),
    "fraction_of_ideal": (1.5, -3.5),
    "finished_share": (1.0, 1.0),
    "legal_share": (1.0, 1.0),
}


def in_order(red, shown, reds_only):
    """The clicks on one board, filled up with -1."""
    first = np.flatnonzero(~red)[: 0 if reds_only else None]
    tiles = np.concatenate([first, np.flatnonzero(red & ~shown)])
    return np.pad(tiles, (0, len(red) - len(tiles)), constant_values=-1)


def play(lesson: GameLesson, reds_only):
    pairs = zip(*lesson.start, strict=True)
    tiles = np.array([in_order(*pair, reds_only) for pair in pairs])
    return Trajectories(tiles, np.full(tiles.shape, np.nan))


@pytest.fixture(scope="module")
def blocks(tmp_path_factory):
    """A file with every board whose red tiles are a block of three by three."""
    boards = np.zeros((5, 5, 7, 7), np.uint8)
    for row, column in np.ndindex(5, 5):
        boards[row, column, row : row + 3, column : column + 3] = 1
    path = tmp_path_factory.mktemp("boards") / "blocks.npy"
    np.save(path, boards.reshape(25, 7, 7))
    return path


@pytest.fixture(scope="module")
def games(blocks):
    """Two units of either, in both conditions on the same boards."""
    small = Tiles((str(blocks),), recipe=Gibbs(updates=200), boards=4, pool=256)
    lesson = small.lesson(small.conditions()[0], root(0))
    yardstick = {name: np.full(4, value) for name, value in NOTES.items()}
    lesson = lesson._replace(notes={**lesson.notes, **yardstick})
    return table(
        {
            "paradigm": "tiles",
            **columns(name, unit, Condition(kind, (("rule", "blocks"),))),
            **small.score(lesson, play(lesson, name == "right")),
        }
        for name in ("right", "wrong")
        for unit in range(2)
        for kind in ("abstract", "metamer")
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, games):
    check(name, games, EXPECTED[name])


@pytest.mark.parametrize("name", ["order_1", "order_2", "order_3"])
def test_numbers_of_boards_are_those_of_each_board(name, games):
    values = measure(name)(games).xs("abstract", level="condition")
    boards = games.drop_duplicates("board").set_index("board")[name]
    assert values.groupby("unit").first().to_dict() == boards.to_dict()
    assert set(values.index.get_level_values("learner")) == {"boards"}


def test_clicks_on_red_speak_for_the_rule_and_clicks_on_blue_against_it(games):
    found = measure("rule_evidence")(games).groupby("learner", observed=True)
    assert found.min()["right"] > 0 > found.max()["wrong"]
