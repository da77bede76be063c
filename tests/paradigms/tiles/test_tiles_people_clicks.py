"""People's own clicks: read, refused, scored, and shown."""

import itertools

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.store import load
from metamer.paradigms.tiles.items.draw import arrays, draw_boards
from metamer.paradigms.tiles.people_clicks import read
from metamer.paradigms.tiles.people_scores import table
from metamer.paradigms.tiles.studies.people_clicks import take_clicks
from metamer.reports.analysis import Analysis
from metamer.reports.items_page import items_page

HEADER = "participant,condition,rule,board,step,tile,seconds"
CORNER = "Rrb" + "rrb" + "bbb"
"""A small board of one's own, on which 1, 3 and 4 are left to find."""


@pytest.fixture
def write(tmp_path):
    """A file of clicks."""

    def make(*rows, header=HEADER):
        path = tmp_path / "clicks.csv"
        path.write_text("\n".join([header, *rows]) + "\n")
        return path

    return make


def rows(participant, tiles, condition="abstract", rule="my-zigzags", board=CORNER):
    return [
        f'{participant},{condition},{rule},{board},{step},"{tile}",{step / 2}'
        for step, tile in enumerate(tiles)
    ]


def test_clicks_are_scored_as_every_players(write):
    file = write(*rows("ann", [1, "2,2", 3, 4]), *rows("bob", [8, 8, 5]))
    found, items = table(read(file))
    assert list(found["correct"]) == [True, False, True, True, False, False, False]
    assert list(found["again"]) == [False] * 5 + [True, False]
    assert list(found["answer"][:2]) == ["0,1", "2,2"]
    assert list(found.groupby("unit")["finished"].all()) == [True, False]
    assert list(found["seconds"][:3]) == [0.0, 0.5, 1.0]
    assert items["tiles/board"].tolist() == [[[1, 1, 0], [1, 1, 0], [0, 0, 0]]]
    assert items["tiles/shown"].sum() == 1
    assert found["legal"].isna().all()
    # One blue tile, and all five because the board was given up.
    assert measure("blues")(found).tolist() == [1.0, 5.0]


def test_steps_may_be_in_any_order(write):
    ordered = table(read(write(*rows("ann", [1, 8, 3, 4]))))[0]
    mixed = table(read(write(*reversed(rows("ann", [1, 8, 3, 4])))))[0]
    assert ordered.equals(mixed)


def test_boards_of_a_file_are_named_by_their_number(write, tmp_path):
    tiles = metamer.paradigm("tiles")(("rectangle",))
    made = arrays(draw_boards(tiles, "rectangle", "abstract", 3, 0))
    np.savez(tmp_path / "boards.npz", **made)
    start = int(made["starts"][2] @ [7, 1])
    red = np.setdiff1d(np.flatnonzero(made["boards"][2]), [start])
    file = write(*rows("ann", red, rule="rectangle", board="boards.npz#2"))
    found, _ = table(read(file))
    assert found["correct"].all() and found["finished"].all()
    assert (found["legal"] == 1).all()
    assert (measure("z")(found) < 0).all()


@pytest.mark.parametrize(
    "row, complaint",
    [
        ("ann,abstract,r,RrbrrbbbX,0,1,", "line 2, column board: must be a letter for"),
        ("ann,abstract,r,rrbrrbbbb,0,1,", "column board: must have one R"),
        ("ann,abstract,r,Rbbbbbbbb,0,1,", "column board: has no red tile that is left"),
        (
            "ann,abstract,r,gone.npz#0,0,1,",
            "gone.npz",
        ),
        ("ann,metamr,r,RrbrrbbbX,0,1,", "column board"),
        (
            f"ann,metamr,r,{CORNER},0,1,",
            "line 2, column condition: must be one of abstract, metamer, not 'metamr' "
            "(did you mean 'metamer'?)",
        ),
        (f"ann,abstract,rectangel,{CORNER},0,1,", "(did you mean 'rectangle'?)"),
        (f",abstract,r,{CORNER},0,1,", "column participant: must not be empty"),
        (
            f"ann,abstract,r,{CORNER},-1,1,",
            "column step: must be a whole number from 0",
        ),
        (f"ann,abstract,r,{CORNER},0,9,", "column tile: must be a number from 0 to 8"),
        (f'ann,abstract,r,{CORNER},0,"0,3",', "row,column from 0 to 2 each, not '0,3'"),
        (f"ann,abstract,r,{CORNER},0,1,soon", "column seconds: must be seconds from 0"),
        (f"ann,abstract,r,{CORNER},0,1,1,9", "has more values than the header"),
    ],
)
def test_a_wrong_row_is_refused(write, row, complaint):
    with pytest.raises(Refusal) as refusal:
        read(write(row))
    assert complaint in str(refusal.value)


def test_two_clicks_at_one_step_are_refused(write):
    with pytest.raises(
        Refusal, match="line 2 has the same participant, board and step"
    ):
        read(write(*rows("ann", [1]), *rows("ann", [3])))


def test_a_missing_column_is_refused(write):
    with pytest.raises(Refusal, match="has no column tile; it needs participant"):
        read(write("1,2", header="participant,condition,rule,board,step"))


def test_clicks_become_a_run_with_a_report_and_figures(write, tmp_path):
    orders = list(itertools.permutations([1, 3, 4, 8]))
    lines = [
        line
        for place, order in enumerate(orders[:4])
        for kind in ("abstract", "metamer")
        for line in rows(f"p{place}", order[place % 2 :], kind)
    ]
    _, unfinished = take_clicks(write(*lines), tmp_path / "run")
    assert unfinished == [
        {"rule": "my-zigzags", "condition": "abstract", "rows": 2},
        {"rule": "my-zigzags", "condition": "metamer", "rows": 2},
    ]
    page = metamer.report(tmp_path / "run")
    assert "my-zigzags" in page.read_text()
    figures = {path.name for path in (tmp_path / "run" / "figures").iterdir()}
    assert {"by_rule-z.svg", "by_rule-blues.svg"} <= figures
    assert load(tmp_path / "run").study.name == "tiles-people-clicks"
    assert "paired" in (tmp_path / "run" / "tests.csv").read_text()


def test_their_games_are_on_the_page_of_single_items(write, tmp_path):
    file = write(*rows("ann", [1, 3, 4]), *rows("bob", [8, 8, 5]))
    responses, _ = take_clicks(file, tmp_path / "run")
    page = items_page(Analysis(responses, None, ())).text
    assert "better (1 of 2 units)</span>: unit 0, 0 blue tiles" in page
    assert "nan" not in page
