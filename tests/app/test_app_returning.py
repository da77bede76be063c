"""Places, leases, and participants who come back."""

import pytest

from metamer.app import schema


def status(app):
    return [row["status"] for row in app.rows(schema.session)]


def test_people_are_spread_over_cells_and_sets_until_all_are_full(serve, changed):
    app = serve(changed(quota=2, sets=2))
    for _ in range(4):
        app.arrive()
    places = [(row["cell"], row["set"]) for row in app.rows(schema.session)]
    assert sorted(places) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    late = app.arrive()
    assert late.state["notice"] == "full"
    assert late.page["reason"] == "screened_out"
    log = app.rows(schema.assignment)
    assert [sum(row[2] for row in entry["counts"]) for entry in log] == [0, 1, 2, 3, 4]
    assert [entry["cell"] for entry in log][-1] is None


def test_a_place_is_free_again_when_nothing_is_heard(serve, changed):
    app = serve(changed(quota=1, lease=100.0))
    first, second = app.arrive(), app.arrive()
    app.now += 60
    first.call("POST", "api/alive", json={"tab": first.tab})
    app.now += 60
    third = app.arrive()
    cells = [row["cell"] for row in app.rows(schema.session)]
    assert third.page["kind"] == "consent" and cells[2] == cells[1]
    assert second.step()["notice"] == "full"
    assert first.step()["notice"] == ""
    assert status(app) == ["live", "screened_out", "live"]


def test_who_comes_back_late_goes_on_if_the_place_is_still_free(serve, changed):
    app = serve(changed(quota=1, lease=100.0))
    first = app.arrive()
    first.walk("trial")
    app.now += 1000
    back = app.arrive(first.token)
    again, page = back.state["pages"][:2]
    assert again["id"] == back.tab and "Instructions" in again["html"]
    assert page["id"] == "trial-1-1"
    back.step()
    assert back.page == page
    assert back.walk()["pages"][0]["reason"] == "completed"


def test_answers_that_waited_in_the_browser_are_taken_before_the_instructions_are_read(
    serve, changed
):
    app = serve(changed(lease=100.0))
    first = app.arrive()
    first.walk("trial")
    waiting = first.event()
    app.now += 1000
    back = app.arrive(first.token)
    state = back.send(waiting)
    assert state["next"] == waiting["seq"] + 1
    assert state["pages"][0]["id"].startswith("again-")
    assert state["pages"][1]["id"] == "trial-1-2"


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "resume, until, gap, goes_on",
    [
        ("never", "trial-1-1", 1, True),
        ("never", "trial-1-2", 1, False),
        ("same_block", "trial-1-2", 300, True),
        ("same_block", "block-2", 300, False),
        ("same_block", "block-2", 30, True),
        ("same_block", "trial-2-1", 300, False),
        ("same_block", "trial-2-2", 300, True),
        ("any", "trial-2-1", 300, True),
        ("any", "trial-2-1", 3601, False),
    ],
)
def test_who_may_go_on(serve, changed, resume, until, gap, goes_on):
    app = serve(changed(resume=resume))
    person = app.arrive()
    person.walk(until)
    app.now += gap
    state = app.arrive(person.token).state
    assert state["notice"] == ("" if goes_on else "expired")
    assert status(app) == ["live" if goes_on else "expired"]
    if not goes_on:
        assert person.step()["notice"] == "expired"


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_after_the_longest_gap_nobody_goes_on_in_an_open_tab_either(serve, study):
    app = serve(study)
    person = app.arrive()
    app.now += 3601
    assert person.post(person.event()).json()["notice"] == "expired"
    assert app.rows(schema.event) == []


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_whoever_finished_gets_the_same_code_again(serve, study):
    app = serve(study)
    person = app.arrive()
    code = person.walk()["pages"][0]["code"]
    app.now += 100_000
    again = app.arrive(person.token)
    assert again.page["code"] == code and len(status(app)) == 1


def test_the_same_participant_of_a_platform_has_one_session(serve, changed):
    app = serve(changed(recruitment="prolific", codes=codes("C1")))
    first = app.arrive(PROLIFIC_PID="abc", STUDY_ID="s")
    first.walk("trial")
    second = app.arrive(PROLIFIC_PID="abc", STUDY_ID="s")
    assert second.page == first.page and second.token != first.token
    assert first.post(first.event()).json()["notice"] == "taken_over"
    other = app.arrive(first.token, PROLIFIC_PID="def")
    assert other.page["kind"] == "consent"
    page = second.walk()["pages"][0]
    assert page["code"] == "C1" and page["url"].endswith("complete?cc=C1")
    assert status(app) == ["completed", "live"]


def codes(completed):
    from metamer.core.people import Codes

    return Codes(completed)


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_a_preview_takes_no_place(serve, changed):
    app = serve(changed(recruitment="mturk"))
    person = app.arrive(assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", hitId="h")
    assert person.state["notice"] == "preview" and person.page["kind"] == "consent"
    assert person.send(person.event())["notice"] == "preview"
    alive = person.call("POST", "api/alive", json={"tab": person.tab})
    assert alive.json() == {"ok": False, "notice": "preview"}
    assert app.rows(schema.session) == []


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_items_of_the_least_covered_are_given_first(serve, changed):
    from hidden_numbers import HiddenNumbers

    from metamer.core.people import TrialBlock

    block = TrialBlock("test", "test", count=2, pick="least_covered")
    app = serve(changed(HiddenNumbers(cells=1, count=9, groups=3), blocks=(block,)))
    for many in range(1, 10):
        app.now += 1 if many % 3 else 1000
        if many % 3:
            app.arrive()
    live = {row["number"] for row in app.rows(schema.session)[-2:]}
    given = [row["item"] for row in app.rows(schema.planned) if row["session"] in live]
    assert len(set(given)) == 4
    groups = {row["number"]: row["group"] for row in app.rows(schema.item)}
    for number in {row["session"] for row in app.rows(schema.planned)}:
        own = [
            row["item"] for row in app.rows(schema.planned) if row["session"] == number
        ]
        assert len({groups[item] for item in own}) == 2
