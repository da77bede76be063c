"""A participant's way through a study, on both databases."""

import pytest

from metamer.app import schema


def right_answers(app):
    """What to choose for each word."""
    items = app.rows(schema.item)
    return {row["content"]["word"]: row["content"]["secret"] % 2 for row in items}


def test_a_session_goes_from_consent_to_a_code(serve, study):
    app = serve(study)
    person = app.arrive()
    kinds = []
    while person.page["kind"] != "done":
        kinds.append(person.page["kind"])
        person.step()
    assert kinds[:3] == ["consent", "text", "questions"]
    assert kinds[-9:] == [*["trial", "describe"] * 4, "text"]
    assert person.page["reason"] == "completed"
    assert len(person.page["code"]) == 10
    (row,) = app.rows(schema.session)
    assert row["status"] == "completed" and row["code"] == person.page["code"]
    assert [event["seq"] for event in app.rows(schema.event)] == list(range(len(kinds)))


def test_a_repeated_request_gets_the_same_answer_and_changes_nothing(serve, study):
    app = serve(study)
    person = app.arrive()
    person.walk("trial")
    event = person.event()
    first, again = person.send(event), person.send(event)
    assert first == again and first["results"].keys() == {str(event["seq"])}
    other = {**event, "payload": {**event["payload"], "answer": 1}}
    assert person.send(other) == first
    assert len(app.rows(schema.event)) == first["next"]


def test_late_and_early_events_are_left_without_an_error(serve, study):
    app = serve(study)
    person = app.arrive()
    consent, early = person.event(), person.event(seq=2)
    assert person.send(early)["next"] == 0
    person.send(consent)
    read = person.event()
    assert person.send(read)["next"] == 2
    state = person.send(consent, read)
    assert state["next"] == 2 and state["pages"][0]["kind"] == "questions"


def test_events_of_one_request_may_be_in_any_order(serve, study):
    person = serve(study).arrive()
    consent = person.event()
    read = person.event({"id": "instructions-1", "kind": "text"}, seq=1)
    assert person.send(read, consent)["next"] == 2


def test_pages_that_depend_on_no_answer_are_sent_ahead(serve, study):
    app = serve(study)
    person = app.arrive()
    right = right_answers(app)
    person.walk("block-2", choose=lambda view: right[view["word"]])
    pages = person.state["pages"]
    kinds = ["text", *["trial", "describe"] * 4, "text"]
    assert [page["kind"] for page in pages] == kinds
    following = person.state["next"]
    events = [person.event(page, seq) for seq, page in enumerate(pages, following)]
    known = {"tab": person.tab, "events": events[:1], "known": [pages[2]["id"]]}
    state = person.call("POST", "api/events", json=known).json()
    assert state["pages"][0] == pages[1]
    assert state["pages"][1] == {"id": pages[2]["id"]}
    done = person.send(*events)
    assert done["pages"][0]["reason"] == "completed"


def test_a_block_ends_when_its_criterion_is_met(serve, study):
    app = serve(study)
    right = right_answers(app)
    person = app.arrive()
    person.walk("trial")
    for _ in range(2):
        assert person.page["feedback"] and person.page["wait"]
        state = person.step(choose=lambda view: right[view["word"]])
        (result,) = state["results"].values()
        assert result["feedback"]["correct"] and result["over"]
    assert person.page["id"] == "block-2"


def test_a_block_goes_through_its_passes_until_the_criterion(serve, study):
    app = serve(study)
    right = right_answers(app)
    person = app.arrive()
    person.walk("trial")
    words = []
    while person.page["kind"] == "trial":
        words.append(person.page["view"]["word"])
        person.step(choose=lambda view: 1 - right[view["word"]])
    assert len(words) == 9
    assert all(len(set(words[i : i + 3])) == 3 for i in (0, 3, 6))


def test_no_consent_ends_the_session_without_an_own_code(serve, study):
    app = serve(study)
    person = app.arrive()
    event = person.event()
    event["payload"]["given"] = False
    state = person.send(event)
    assert state["pages"][0]["reason"] == "no_consent"
    assert state["pages"][0]["code"] == ""
    assert app.rows(schema.session)[0]["status"] == "no_consent"


def test_the_questions_can_be_tried_twice(serve, study):
    app = serve(study)
    person = app.arrive()
    for tries in (1, 2):
        person.walk("questions")
        assert person.page["wrong"] == (tries == 2)
        event = person.event()
        event["payload"]["answers"] = ["a colour"]
        person.send(event)
    assert person.page["reason"] == "failed_checks"


def test_a_second_tab_takes_over_and_the_first_one_is_told(serve, study):
    app = serve(study)
    first = app.arrive()
    first.walk("trial")
    second = app.arrive(first.token)
    assert second.token == first.token and second.tab != first.tab
    assert second.page == first.page
    state = first.post(first.event()).json()
    assert state["notice"] == "taken_over" and state["pages"] == []
    body = {"tab": first.tab}
    assert first.call("POST", "api/alive", json=body).json()["ok"] is False
    stored = len(app.rows(schema.event))
    assert second.step()["next"] == stored + 1


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "read"},
        {"payload": {"page": "trial-1-2", "answer": 0, "ms": 1}},
        {"payload": {"page": "trial-1-1", "answer": 2, "ms": 1}},
        {"payload": {"page": "trial-1-1", "answer": None, "ms": 1}},
        {"payload": {"page": "trial-1-1", "answer": 0, "ms": -1}},
        {"payload": {"page": "trial-1-1", "answer": 0, "ms": True}},
        {"payload": {}},
    ],
    ids=str,
)
@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_an_event_that_does_not_fit_is_refused_in_one_sentence(serve, study, bad):
    app = serve(study)
    person = app.arrive()
    person.walk("trial")
    answer = person.post({**person.event(), **bad})
    assert answer.status_code == 409 and answer.json().keys() == {"detail"}
    assert person.look()["next"] == len(app.rows(schema.event)) == 3
    person.walk()


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_events_before_a_refused_one_are_stored(serve, study):
    app = serve(study)
    person = app.arrive()
    bad = {**person.event(seq=1), "kind": "answer"}
    assert person.post(person.event(), bad).status_code == 409
    assert person.look()["next"] == 1


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_signs_are_stored_and_change_nothing(serve, study):
    app = serve(study)
    person = app.arrive()
    page = person.page
    sign = {"seq": 0, "kind": "sign", "payload": {"what": "paste"}, "time": 5.0}
    state = person.send(sign)
    assert state["pages"][0] == page and state["next"] == 1
    assert app.rows(schema.event)[0]["payload"] == {"what": "paste"}


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_a_process_can_lose_its_memory_and_share_the_database(serve, study, db):
    one, two = serve(study), serve(study)
    person = one.arrive()
    other = one.arrive()
    while person.page["kind"] != "done":
        person.client = two.client if person.client is one.client else one.client
        person.step()
        other.step() if other.page["kind"] != "done" else None
    codes = {row["code"] for row in one.rows(schema.session)}
    assert person.page["code"] in codes
