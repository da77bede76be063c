"""Learners as participants of a real server, and what is exported of them."""

import json
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
import pandas as pd
import pytest
import tomli_w
from people_study import CELLS, PLAN, SETS
from sqlalchemy import select

import metamer
from metamer.app import schema
from metamer.app.database import connect
from metamer.app.deletion import delete_participant
from metamer.app.export import export
from metamer.app.stored import stored_database
from metamer.cli.app import program
from metamer.core.errors import Refusal
from metamer.core.settings import to_plain

KEY = ["condition", "unit", "item", "step"]


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """The folder of six exemplar learners who took part: `people.db`, `run`, `told`."""
    folder = tmp_path_factory.mktemp("simulated")
    (folder / "plan.toml").write_text(tomli_w.dumps(to_plain(PLAN)))
    words = ["people", "simulate", f"{folder}/plan.toml", "--learner", "exemplars"]
    words += [
        "-n",
        str(SETS * CELLS),
        "--at-once",
        "2",
        "--power",
        "3,6",
        "--studies",
        "4",
    ]
    words += ["--db", f"{folder}/people.db", "--out", f"{folder}/run", "--json"]
    printed = StringIO()
    with redirect_stdout(printed):
        program()(words, standalone_mode=False)
    (folder / "told").write_text(printed.getvalue())
    return folder


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    return metamer.run(PLAN, tmp_path_factory.mktemp("machines"))


def rows(table, learner):
    chosen = table[table["learner"] == learner]
    plain = chosen.assign(**{name: chosen[name].astype(str) for name in KEY})
    return plain.drop_duplicates(KEY).sort_values(KEY).reset_index(drop=True)


def test_learners_answer_through_http_as_in_a_run(simulated, machines):
    people = rows(metamer.load(simulated / "run").table, "people")
    learners = rows(machines.table, "exemplars")
    for name in (*KEY, "answer", "correct", "part", "discriminant", "distractor"):
        np.testing.assert_array_equal(people[name], learners[name])


def test_an_exported_table_has_the_columns_of_learners_and_times(simulated, machines):
    table = metamer.load(simulated / "run").table
    assert set(machines.table) <= set(table)
    assert set(table) - set(machines.table) == {"seconds", "excluded"}
    assert (table["seconds"] == 5.0).all()


def test_unscored_blocks_are_not_in_the_table(simulated):
    table = metamer.load(simulated / "run").table
    assert "learning" not in set(table["part"])
    assert table.groupby(["condition", "unit"], observed=True).size().nunique() == 1


def test_participants_are_hashes_unless_asked_otherwise(simulated, tmp_path):
    listed = pd.read_csv(simulated / "run" / "participants.csv")
    assert len(listed) == SETS * CELLS
    assert set(listed["status"]) == {"completed"}
    assert not listed["participant"].str.contains("simulated").any()
    with stored_database(str(simulated / "people.db")) as database:
        export(database, tmp_path, clear_ids=True)
    clear = pd.read_csv(tmp_path / "participants.csv")
    assert clear["participant"].str.startswith("simulated-").all()


def test_the_invented_times_of_programs_are_found_to_be_impossible(simulated):
    listed = pd.read_csv(simulated / "run" / "participants.csv")
    assert (listed["impossible_times"] > 0).all()


def test_a_codebook_explains_every_column(simulated):
    book = (simulated / "run" / "codebook.md").read_text("utf-8")
    listed = pd.read_csv(simulated / "run" / "participants.csv")
    for name in [*metamer.load(simulated / "run").table, *listed]:
        assert f"| `{name}` |" in book


def test_a_folder_can_be_exported_again(simulated):
    before = metamer.load(simulated / "run").table
    with stored_database(str(simulated / "people.db")) as database:
        after = export(database, simulated / "run").table
    pd.testing.assert_frame_equal(before, after)


def test_people_and_machines_are_on_one_page_on_the_same_items(
    simulated, machines, tmp_path
):
    page = metamer.report([simulated / "run", machines.folder], tmp_path / "both.html")
    words = page.read_text("utf-8")
    table = metamer.load(simulated / "run").table
    items = set(table.loc[~table["excluded"], "item"])
    assert items <= set(machines.table["item"])
    assert f"{len(items)} of the {len(items)} items that participants answered" in words
    assert "6 arrived, 6 consented, 6 finished, 4 kept" in words
    assert "Signs of copying and of programs" in words


def test_whoever_is_excluded_is_in_the_second_analysis(simulated, tmp_path):
    listed = pd.read_csv(simulated / "run" / "participants.csv")
    table = metamer.load(simulated / "run").table
    excluded = listed["excluded_by"].eq("guesses")
    assert 0 < excluded.sum() < SETS * CELLS
    words = metamer.report(simulated / "run", tmp_path / "page.html").read_text("utf-8")
    assert f"{SETS * CELLS - excluded.sum()} kept" in words
    assert "Both analyses: means" in words and "Both analyses: tests" in words
    assert table.groupby(["condition", "unit"], observed=True)["excluded"].first().sum()


def test_a_deleted_participant_leaves_nothing_behind(simulated, tmp_path):
    path = tmp_path / "copy.db"
    path.write_bytes((simulated / "people.db").read_bytes())
    database = connect(str(path))
    with database.reading() as connection:
        found = connection.execute(select(schema.session)).first()
    assert delete_participant(database, found.participant) > 6
    with database.reading() as connection:
        for table in (schema.event, schema.planned, schema.assignment, schema.token):
            left = connection.execute(
                select(table).where(table.c.session == found.number)
            )
            assert not left.all()
    with pytest.raises(Refusal, match="nobody of this name"):
        delete_participant(database, found.participant)
    database.close()


def test_a_database_that_does_not_exist_is_refused(tmp_path):
    with (
        pytest.raises(Refusal, match="no such file"),
        stored_database(str(tmp_path / "none.db")),
    ):
        pass
    assert not (tmp_path / "none.db").exists()


def test_the_command_says_how_it_went_and_what_power_there_is(simulated):
    told = json.loads((simulated / "told").read_text())
    assert told["learner"] == "exemplars"
    assert told["ended"] == {"completed": SETS * CELLS}
    assert told["flow"]["finished"] == SETS * CELLS
    sizes = told["power"]["sizes"]
    assert [each["participants"] for each in sizes] == [3, 6]
    assert all(0 <= each["low"] <= each["share"] <= each["high"] for each in sizes)


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["--url", "http://127.0.0.1:9"], "--url needs --db"),
        (["--power", "5,x"], "whole numbers from 2 on"),
        (["--at-once", "0"], "--at-once must be at least 1"),
    ],
)
def test_wrong_options_are_refused(words, sentence):
    usual = ["people", "simulate", "categories-people", "--learner", "rule", "-n", "1"]
    with pytest.raises(Refusal, match=sentence):
        program()([*usual, *words], standalone_mode=False)
