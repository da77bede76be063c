"""Figures of tiles, from numbers that were made up."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.figures.clicks import Choices, next_tile
from metamer.paradigms.tiles.figures.curves import Curves
from metamer.paradigms.tiles.figures.known_boards import KnownBoards, taught_and_new
from metamer.paradigms.tiles.figures.t_values import TValues
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.findings import BoardsOrRule
from metamer.paradigms.tiles.references import Neighbour, Random
from metamer.reports.analysis import Analysis

NAMES = ("finished_share", "z", "z_of_finished")


def analysis(folder="nowhere", **shares):
    """A run in which each learner finished a share of its boards."""
    rows = [
        {"measure": name, "learner": learner, "condition": "abstract"}
        | {"rule": "copy", "unit": 0, "value": share if name == NAMES[0] else 0.5}
        for learner, share in shares.items()
        for name in NAMES
    ]
    columns = [*COLUMNS[:4], "rule", *COLUMNS[4:]]
    table = pd.DataFrame({name: pd.Series(dtype=object) for name in columns})
    table = table.astype({"correct": bool})
    study = Study(Tiles(("copy",)), (Neighbour(), Random()), NAMES)
    header = ["measure", "learner", "condition", "rule", "unit", "value"]
    measures = pd.DataFrame(rows, columns=header)
    return Analysis(Responses(table, study, Path(folder)), measures, ())


def test_a_learner_that_gave_up_a_board_is_listed_below_the_caption():
    exhibit = UnfinishedBoards()(analysis(neighbour=1.0, random=0.75))
    assert exhibit.caption == UnfinishedBoards().caption
    assert exhibit.body[["learner", "finished share"]].to_numpy().tolist() == [
        ["random", 0.75]
    ]


def test_if_all_boards_were_finished_the_caption_says_so_and_lists_nobody():
    exhibit = UnfinishedBoards()(analysis(neighbour=1.0, random=1.0))
    assert exhibit.caption.startswith("No board was given up:")
    assert exhibit.body.empty


@pytest.mark.parametrize(
    "figure, reason",
    [
        (ByRule("z", "a", "b"), "No unit of this run has a value of z."),
        (Choices(), "No board of a rule was asked."),
        (Curves(), "No learner of this run was trained."),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_figure_with_nothing_to_show_says_why(figure, reason, tmp_path):
    exhibit = figure(analysis(tmp_path))
    assert exhibit.caption == reason
    assert exhibit.body.empty


def trained(folder, new):
    """A run whose two units turned up `new` tiles, with curves that end at 2 and 4."""
    (folder / "curves").mkdir()
    curve = pd.DataFrame(
        {
            "learner": "neighbour",
            "condition": "abstract",
            "rule": "copy",
            "unit": np.repeat([0, 1, 2], 3),
            "steps": [10, 50, 100] * 3,
            "blue": [9, 5, 2, 9, 6, 4, 9, 8, 3],
        }
    )
    curve.to_csv(folder / "curves" / "one.csv", index=False)
    run = analysis(folder, neighbour=1.0)
    rows = [
        {"measure": "blues", "learner": "neighbour", "condition": "abstract"}
        | {"rule": "copy", "unit": unit, "value": value}
        for unit, value in enumerate(new)
    ]
    return measured(run, rows, "blues", folder)


def measured(run, rows, measure, folder="nowhere"):
    """The run with an answer of the neighbour player, and with these measures."""
    row = {**dict.fromkeys(run.responses.table, ""), "learner": "neighbour"}
    table = pd.DataFrame([row | {"condition": "abstract"}])
    table = table.assign(correct=True, neighbour_mean=6.0)
    study = Study(run.study.paradigm, run.study.learners, (measure,))
    return Analysis(Responses(table, study, Path(folder)), pd.DataFrame(rows), ())


def test_boards_of_the_end_of_training_stand_beside_new_ones(tmp_path):
    run = trained(tmp_path, [7.0, 9.5, 8.0])
    units = taught_and_new(run)
    assert units[["taught", "new"]].to_numpy().tolist() == [[2, 7], [4, 9.5], [3, 8]]
    (axis,) = KnownBoards()(run).body.axes
    assert axis.lines[1].get_xydata().tolist() == [[3.0, pytest.approx(24.5 / 3)]]


def test_nothing_is_said_of_a_player_that_plays_taught_boards_like_its_neighbour(
    tmp_path,
):
    run = trained(tmp_path, (7.0, 9.5, 8.0))
    # It turns up 3 on taught boards, the neighbour player 6 on new ones; now 2.
    run.responses.table["neighbour_mean"] = 2.0
    said = BoardsOrRule().sentences(run)[0]
    assert said.startswith(
        "Taught boards of the rule, cannot be told (on these no better"
    )


@pytest.mark.parametrize(
    "new, said",
    [
        # Gaps of 5, 5.5 and 5; then of 0, -1 and 1.
        (
            (7.0, 9.5, 8.0),
            "Taught boards of the rule, knows them better than new ones:",
        ),
        (
            (2.0, 3.0, 4.0),
            "Taught boards of the rule, no difference to new ones shown:",
        ),
    ],
)
def test_a_player_knows_its_boards_if_all_units_play_new_ones_worse(
    new, said, tmp_path
):
    assert BoardsOrRule().sentences(trained(tmp_path, new))[0].startswith(said)


def test_t_values_are_those_of_metamers_less_boards_of_the_rule():
    kinds = {"abstract": [1.0, 2.0, 4.0], "metamer": [3.0, 5.0, 4.5]}
    rows = [
        {"measure": "z", "learner": "neighbour", "condition": kind, "rule": "copy"}
        | {"unit": unit, "value": value}
        for kind, units in kinds.items()
        for unit, value in enumerate(units)
    ]
    run = measured(analysis(neighbour=1.0), rows, "z")
    people = (("copy", "abstract", 9, -2.0, 1.0), ("copy", "metamer", 9, 0.0, 1.0))
    first, second = TValues(people=people)(run).body.axes
    # Means 2 apart, a standard deviation of 1, nine people in either group.
    assert first.lines[-1].get_xdata()[0] == pytest.approx(2 / (2 / 9) ** 0.5)
    expected = stats.ttest_ind(kinds["metamer"], kinds["abstract"]).statistic
    assert second.lines[-1].get_xdata()[0] == pytest.approx(expected)


def test_the_next_tile_is_what_players_say_or_else_what_they_clicked():
    clicks = pd.DataFrame({"answer": ["0,1", "0,1", "1,0"]})
    assert next_tile(clicks, (2, 2)).tolist() == [[0, pytest.approx(2 / 3)], [1 / 3, 0]]
    likely = clicks.assign(first_0_0=0.5, first_0_1=[0.5, 0.0, 0.25])
    likely = likely.assign(first_1_0=0.0, first_1_1=[0.0, 0.5, 0.25])
    assert next_tile(likely, (2, 2)).tolist() == [[0.5, 0.25], [0.0, 0.25]]
