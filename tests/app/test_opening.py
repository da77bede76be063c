"""Databases that fit a study, and those that do not."""

from dataclasses import replace

import pytest
from hidden_numbers import HiddenNumbers

from metamer.app import schema
from metamer.app.database import connect, put_meta, read_meta
from metamer.app.opening import item_rows, open_database
from metamer.app.serve import open_port
from metamer.app.timeline import check_paradigm
from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.people import Codes, TrialBlock


def close(opened):
    opened.database.close()
    return opened


def test_items_are_drawn_once_and_the_token_is_told_once(db, study):
    first = close(open_database(db, study))
    again = close(open_database(db, study))
    assert len(first.token) > 40 and again.token == ""
    assert len(close(open_database(db, study, new_token=True)).token) > 40
    database = connect(db)
    with database.reading() as connection:
        rows = connection.execute(schema.item.select()).all()
    database.close()
    assert len(rows) == 2 * 9


def test_a_set_has_the_items_of_the_learners_unit(changed):
    study = changed(sets=3)
    rows = [row for row in item_rows(study) if (row["cell"], row["set"]) == (1, 2)]
    condition = study.paradigm.conditions()[1]
    items = study.paradigm.trial_items(condition, unit_key(study.seed, 2))
    assert [row["content"] for row in rows] == [item.content for item in items]


def test_within_participants_all_conditions_are_in_one_cell(changed):
    rows = list(item_rows(changed(within=True)))
    assert {row["cell"] for row in rows} == {0}
    assert len({row["condition"]["name"] for row in rows}) == 2


def test_a_database_of_another_study_is_refused(db, study):
    close(open_database(db, study))
    other = replace(study, paradigm=HiddenNumbers(count=7))
    with pytest.raises(Refusal, match="holds the study 'hidden' with other settings"):
        open_database(db, other)


def test_a_quota_can_be_raised_while_a_study_is_online(db, study, changed):
    close(open_database(db, study))
    close(open_database(db, changed(quota=9)))
    database = connect(db)
    with database.reading() as connection:
        assert "quota = 9" in read_meta(connection)["study"]
    database.close()


def test_a_database_of_a_newer_metamer_is_refused(db, study):
    database = close(open_database(db, study)).database
    with database.writing() as connection:
        put_meta(connection, {"version": "99"})
    database.close()
    with pytest.raises(Refusal, match="made by a newer metamer"):
        open_database(db, study)


@pytest.mark.parametrize(
    "where, sentence",
    [
        ("no/such/folder/x.db", "there is no folder"),
        ("mysql://a/b", "must be SQLite or PostgreSQL"),
        ("postgresql+nonsense://a/b", "no database can be reached"),
        ("postgresql://nobody@127.0.0.1:1/x", "the database cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused(study, where, sentence):
    with pytest.raises(Refusal, match=sentence):
        open_database(where, study)


def test_a_file_that_is_no_database_is_refused(study, tmp_path):
    (tmp_path / "x.db").write_text("not a database, but long enough to be read as one")
    with pytest.raises(Refusal, match="the database cannot be used"):
        open_database(str(tmp_path / "x.db"), study)


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"blocks": ()}, "is not for people"),
        ({"blocks": (TrialBlock("a", "test", count=7),)}, "only 6 items of the pool"),
        ({"blocks": (TrialBlock("a", "nothing"),)}, "only 0 items of the pool"),
        ({"texts": "/no/such/folder"}, "there is no folder"),
        ({"recruitment": "prolific"}, "need codes.completed"),
        ({"recruitment": "sona"}, "need return_url"),
        ({"return_url": "javascript:alert(1)"}, "must begin with https"),
    ],
    ids=str,
)
def test_a_study_that_cannot_be_served_is_refused(
    changed, tmp_path, settings, sentence
):
    with pytest.raises(Refusal, match=sentence):
        open_database(str(tmp_path / "x.db"), changed(**settings))


def test_people_of_a_platform_need_an_own_consent_form(changed, tmp_path):
    study = changed(texts="", recruitment="prolific", codes=Codes("A"))
    with pytest.raises(Refusal, match="need your own consent form"):
        open_database(str(tmp_path / "x.db"), study)


def test_a_paradigm_without_trials_is_refused():
    with pytest.raises(Refusal, match="cannot be put to people"):
        check_paradigm(object())


def test_a_port_in_use_is_refused_in_one_sentence():
    with open_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match="another program may use the port"):
            open_port("127.0.0.1", port)
