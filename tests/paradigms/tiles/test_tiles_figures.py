"""Figures of tiles, from numbers that were made up."""

from pathlib import Path

import pandas as pd
import pytest

from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.figures.clicks import Choices
from metamer.paradigms.tiles.figures.curves import Curves
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
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
