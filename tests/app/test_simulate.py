"""Learners as participants of a real server, and what is exported of them."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from people_study import CELLS, PLAN, SETS
from sqlalchemy import select

import metamer
from metamer.app import schema
from metamer.app.database import connect
from metamer.app.deletion import delete_participant
from metamer.app.export import export
from metamer.app.occasion import own_server
from metamer.app.simulate import Pool, simulate
from metamer.app.simulated import Teacher
from metamer.app.stored import stored_database
from metamer.core.errors import Refusal

KEY = ["condition", "unit", "item", "step"]


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """The folder of four exemplar learners who took part: database and exported run."""
    folder = tmp_path_factory.mktemp("simulated")
    with own_server(PLAN, str(folder / "people.db")) as (url, database):
        pool = Pool(Teacher(PLAN, PLAN.learners[0]), SETS * CELLS)
        outcome = simulate(url, database, pool, at_once=3)
        assert outcome.reasons == {"completed": SETS * CELLS}
        late = simulate(url, database, Pool(Teacher(PLAN, PLAN.learners[0]), 1), 1)
        assert late.reasons == {"screened_out": 1}
        export(database, folder / "run")
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
    assert len(listed) == SETS * CELLS + 1
    assert set(listed["status"]) == {"completed", "screened_out"}
    assert not listed["participant"].str.contains("simulated").any()
    with stored_database(str(simulated / "people.db")) as database:
        export(database, tmp_path, clear_ids=True)
    clear = pd.read_csv(tmp_path / "participants.csv")
    assert clear["participant"].str.startswith("simulated-").all()


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
    assert "5 arrived, 4 consented, 4 finished" in words


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


def test_the_command_simulates_and_computes_power(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN_TOML)
    words = ["people", "simulate", str(plan), "--learner", "exemplars", "-n", "6"]
    more = ["--power", "4,8", "--studies", "10", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "metamer", *words, *more], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ended"] == {"completed": 6}
    assert [each["participants"] for each in told["power"]["sizes"]] == [4, 8]


PLAN_TOML = """
measures = ["held_out_accuracy"]
learners = ["exemplars"]
tests = [{ name = "pairwise", measure = "held_out_accuracy", by = "condition" }]

[paradigm]
name = "categories"
domains = ["figures"]
trainings = ["zero_shot", "partial_exposure"]
per_class = 10
held_out = 6
familiar = 2
again = 4

[people]
quota = 3

[[people.blocks]]
label = "test"
pool = "test"
"""
