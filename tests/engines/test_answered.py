"""Studies with answers from elsewhere: what is refused before anything is run."""

import json

import numpy as np
import pandas as pd
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.learners.answers import Answers
from metamer.paradigms.categories import Categories
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.submissions import read_grid
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.score import read_tile

SMALL = Categories(
    trainings=("zero_shot",), per_class=6, held_out=4, familiar=2, again=2
)


def asked(paradigm, units=2):
    """What a study asks, as the table of somebody who answers 0 everywhere."""
    rows = [
        {"item": item, "unit": unit, "answer": "0"}
        for unit in range(units)
        for item in dict.fromkeys(
            paradigm.lesson(paradigm.conditions()[0], unit_key(0, unit)).notes["item"]
        )
    ]
    return pd.DataFrame(rows)


@pytest.fixture
def run(tmp_path):
    """Run answers as a study, with a measure if there is one."""

    def run(table, paradigm=SMALL, name="a.csv", **settings):
        table.to_csv(tmp_path / name, index=False)
        learner = Answers(str(tmp_path / name), **settings)
        return metamer.run(Study(paradigm, (learner,), units=2), tmp_path / "run")

    return run


def test_probability_and_seconds_become_columns(run):
    table = asked(SMALL)
    table["probability"] = np.linspace(0.2, 0.9, len(table)).round(3)
    table["seconds"] = np.arange(len(table)) / 4
    table["remark"] = "ignored"
    found = run(table).table
    joint = found.astype({"item": str}).merge(table, on=["item", "unit"])
    assert np.allclose(joint["probability_x"], joint["probability_y"])
    assert np.allclose(joint["seconds_x"], joint["seconds_y"])
    assert "remark" not in found


def test_none_is_no_answer_and_wrong(run):
    table = asked(SMALL)
    table["answer"] = "none"
    found = run(table).table
    assert set(found["answer"]) == {"none"} and not found["correct"].any()


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (
            lambda table: table[2:],
            r"no answer to 2 asked items: categories/plane/\w+ .*0",
        ),
        (
            lambda table: pd.concat([table, table.tail(1)]),
            r"line \d+, column item: line \d+ has an answer to .* already",
        ),
        (
            lambda table: pd.concat([table, table.tail(1).assign(unit=9)]),
            r"is not asked in unit 9; `metamer make study`",
        ),
        (
            lambda table: table.assign(item="x").head(1),
            "has no answer to .*; x, which it has, is not asked",
        ),
        (lambda table: table.assign(answer="2"), "must be one of 0, 1, none, not '2'"),
        (lambda table: table.drop(columns="answer"), "has no column answer"),
    ],
)
def test_bad_answers_are_refused_before_anything_is_written(
    change, refusal, run, tmp_path
):
    with pytest.raises(Refusal, match=refusal):
        run(change(asked(SMALL)))
    assert not (tmp_path / "run").exists()


def test_rows_of_other_paradigms_may_be_in_the_file(run):
    table = asked(SMALL)
    more = pd.DataFrame({"item": ["tiles/copy/abstract/1"], "unit": 0, "answer": "3,3"})
    assert len(run(pd.concat([table, more])).table) == len(
        run(table, name="b.csv").table
    )


def test_a_changed_file_is_another_learner_and_a_moved_one_is_not(run, tmp_path):
    table = asked(SMALL)
    run(table)
    parts = {path.name for path in (tmp_path / "run" / "parts").glob("*.parquet")}
    run(table, name="moved.csv")
    assert parts == {
        path.name for path in (tmp_path / "run" / "parts").glob("*.parquet")
    }
    changed = run(table.assign(answer="1")).table
    assert set(changed["answer"]) == {"1"}


def test_a_run_is_read_and_reported_without_the_file(run, tmp_path):
    before = run(asked(SMALL)).table
    (tmp_path / "a.csv").unlink()
    again = metamer.load(tmp_path / "run")
    assert again.table.equals(before)
    assert metamer.report(again).exists()
    (tmp_path / "a.csv").write_text("something else")
    loaded = Run(tmp_path / "run").load()
    assert loaded.study.learners[0].digest == again.study.learners[0].digest


def test_another_file_of_the_same_name_is_refused_under_the_old_digest(run, tmp_path):
    with pytest.raises(Refusal, match="has changed: it was 0123 and is"):
        run(asked(SMALL), digest="0123")


def test_without_a_path_it_says_what_it_needs(tmp_path):
    for learner, refusal in (
        (Answers(), "answers needs the path of a file with the columns item, answer"),
        (Answers("no.csv", "mine"), "there is no file no.csv"),
        (Answers("kaggle.json"), "are for the learner answers-from-file"),
    ):
        with pytest.raises(Refusal, match=refusal):
            metamer.run(Study(SMALL, (learner,), units=1), tmp_path / "run")
    assert not (tmp_path / "run").exists()


BOARDS = Tiles(rules=("rectangle",), taught=("abstract",), boards=2, weigh=False)


def clicks(tiles):
    """Clicks on the two boards of the study; `tiles` are those on the first one."""
    first, second = BOARDS.lesson(BOARDS.conditions()[0], unit_key(0, 0)).notes["item"]
    rows = [(first, step, tile) for step, tile in enumerate(tiles)]
    rows += [(second, step, tile) for step, tile in enumerate(range(49))]
    return pd.DataFrame(rows, columns=["item", "step", "answer"])


def until_over(number):
    """All hidden red tiles of a board."""
    boards = BOARDS.lesson(BOARDS.conditions()[0], unit_key(0, 0)).start
    return np.flatnonzero(boards.red[number] & ~boards.shown[number]).tolist()


def test_a_board_may_be_left_before_it_is_over_but_takes_no_click_after(run):
    reds = until_over(0)
    last = clicks([]).iloc[: max(until_over(1)) + 1]
    left = pd.concat([clicks(reds[:1]).head(1), last])
    found = run(left, BOARDS).table
    assert not found["finished"][found["step"] == 0].all()
    assert found["answer"][0] == f"{reds[0] // 7},{reds[0] % 7}"
    with pytest.raises(Refusal, match=f"was over after {len(reds)} of its"):
        run(pd.concat([clicks([*reds, 0]).head(len(reds) + 1), last]), BOARDS)


@pytest.mark.parametrize(("text", "tile"), [("0", 0), ("48", 48), ("1,0", 7)])
def test_a_tile_is_a_number_or_row_and_column(text, tile):
    assert read_tile(text, 7) == tile


@pytest.mark.parametrize("text", ["49", "7,0", "", "none", "1,1,1", "a"])
def test_what_is_no_tile_is_refused(text):
    with pytest.raises(Refusal, match="must be a number from 0 to 48, or row,column"):
        read_tile(text, 7)


@pytest.mark.parametrize("text", ["[[0, 1], [2, 3]]", "01/23"])
def test_a_grid_is_json_or_as_the_table_writes_it(text):
    assert read_grid(text).tolist() == [[0, 1], [2, 3]]
    assert read_grid("none") is None and read_grid("") is None


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("[[0,1],[2]]", "row 2 has 1 cells"),
        ("[[0,", "is no JSON"),
        ("up", "not a grid"),
    ],
)
def test_what_is_no_grid_is_refused(text, refusal):
    with pytest.raises(Refusal, match=refusal):
        read_grid(text)


def test_an_item_takes_as_many_guesses_as_count(run):
    tasks = Concepts(concepts=("Center",), tasks=1, asked=1, guesses=1)
    named = tasks.lesson(tasks.conditions()[0], unit_key(0, 0)).known[0]
    rows = [(f"concepts/{named.name}/0", step, json.dumps([[step]])) for step in (0, 1)]
    with pytest.raises(Refusal, match="takes 1 answer here, and has 2"):
        run_one(run, tasks, rows)


def run_one(run, tasks, rows):
    other = tasks.lesson(tasks.conditions()[0], unit_key(0, 1)).known[0]
    rows = [*rows, (f"concepts/{other.name}/0", 0, "[[1]]")]
    return run(pd.DataFrame(rows, columns=["item", "step", "answer"]), tasks)
