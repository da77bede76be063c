"""What each participant did, read from the events of a real database."""

import pandas as pd
import pytest

from metamer.app.deletion import delete_participant
from metamer.app.export import list_participants, table
from metamer.app.participation import participations
from metamer.core.people import Exclusion


def sign(who, **payload):
    event = {"seq": who.state["next"], "kind": "sign", "payload": payload, "time": 0.0}
    who.send(event)


@pytest.fixture
def app(serve, changed):
    """Ann finishes, Bob leaves in the middle, Cem only looks at the consent form."""
    rule = Exclusion("descriptions", "descriptions", 1)
    app = serve(changed(exclusions=(rule,)))
    ann, bob = app.arrive(participant="ann"), app.arrive(participant="bob")
    app.arrive(participant="cem")
    sign(ann, what="blur")
    sign(ann, what="pointer", pixels=120, clicks=3)
    app.now += 90.0
    ann.walk()
    bob.walk(until="trial-2-1")
    bob.step()
    return app


@pytest.fixture
def everyone(app, changed):
    study = changed(exclusions=(Exclusion("descriptions", "descriptions", 1),))
    with app.database.reading() as connection:
        return study, list(participations(connection, study))


def test_all_who_arrived_are_there_as_far_as_they_came(everyone):
    _, (ann, bob, cem) = everyone
    assert [who.participant for who in (ann, bob, cem)] == ["ann", "bob", "cem"]
    assert [who.status for who in (ann, bob, cem)] == ["completed", "live", "live"]
    assert [who.consented for who in (ann, bob, cem)] == [True, True, False]
    assert [len(who.items) > 4 for who in (ann, bob, cem)] == [True, False, False]
    assert ann.finished - ann.arrived == 90.0


def test_signs_times_and_descriptions_are_those_of_the_browser(everyone):
    _, (ann, *_) = everyone
    assert ann.signs.count("blur") == 1 and ann.signs.pointer_path == 120
    tested = [item for item in ann.items if item.block == "test"]
    assert [item.description for item in tested] == ["It is even."] * 4
    assert all(item.times == [0.5] for item in tested)


def test_impossible_times_are_those_without_time_to_see_or_to_have_passed(
    app, everyone, changed
):
    study, (ann, bob, cem) = everyone
    assert [who.signs.impossible_times for who in (ann, bob, cem)] == [0, 0, 0]
    app.now = 2_000_000.0
    dan = app.arrive(participant="dan")
    dan.walk(until="trial-1-1")
    first, second = dan.event(), dan.event(seq=dan.state["next"] + 1)
    first["payload"]["ms"], second["payload"]["ms"] = 50, 5000
    second["payload"]["page"] = "trial-1-2"
    dan.send(first, second)
    app.now += 60.0
    dan.step()
    with app.database.reading() as connection:
        *_, dan = participations(connection, study)
    assert dan.signs.impossible_times == 2


def test_the_table_has_those_who_finished_and_whom_a_rule_leaves_out(everyone):
    study, people = everyone
    listed = list_participants(study, people, salt="00ff")
    assert [each.unit for each in listed] == [0, None, None]
    assert listed[0].excluded_by == ("descriptions",)
    assert "ann" not in listed[0].name
    rows = table(study, [listed[0]], "people")
    assert rows["excluded"].all() and (rows["seconds"] == 0.5).all()
    assert len(rows) == len(people[0].items)
    assert list(rows)[:5] == ["paradigm", "learner", "unit", "condition", "item"]
    assert pd.api.types.is_bool_dtype(rows["correct"])


def test_another_salt_gives_another_name(everyone):
    study, people = everyone
    names = [
        list_participants(study, people, salt)[0].name for salt in ("00", "01", "")
    ]
    assert len(set(names)) == 3 and names[2] == "ann"


def test_a_deleted_participant_is_gone_and_others_stay(app, changed):
    assert delete_participant(app.database, "ann") > 10
    study = changed(exclusions=(Exclusion("descriptions", "descriptions", 1),))
    with app.database.reading() as connection:
        left = [who.participant for who in participations(connection, study)]
    assert left == ["bob", "cem"]
