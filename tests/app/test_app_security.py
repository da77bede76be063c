"""What strangers and broken programs may send."""

import json

import pytest

from metamer.app import schema
from metamer.app.limits import BURST, MAX_BODY
from metamer.app.server import make_app

sqlite = pytest.mark.parametrize("db", ["sqlite"], indirect=True)
pytestmark = sqlite


def token(value):
    return {"X-Metamer-Token": value}


def check_refused(answer, status):
    assert answer.status_code == status, answer.text
    assert answer.json().keys() == {"detail"} and "\n" not in answer.json()["detail"]


def test_forged_and_missing_tokens_are_unknown(serve, study):
    app = serve(study)
    person = app.arrive()
    for forged in (person.token[:-1], person.token + "A", "x", "' OR 1=1 --", ""):
        check_refused(app.client.get("/api/session", headers=token(forged)), 401)
        body = {"tab": person.tab, "events": [person.event()]}
        answer = app.client.post("/api/events", headers=token(forged), json=body)
        check_refused(answer, 401)
    assert app.rows(schema.event) == []


def test_a_token_of_another_study_is_unknown(serve, study, changed, tmp_path):
    person = serve(study).arrive()
    other = serve(changed(quota=1), str(tmp_path / "other.db"))
    check_refused(other.client.get("/api/session", headers=token(person.token)), 401)


def test_tokens_are_stored_as_hashes_only(serve, study, db):
    app = serve(study)
    person = app.arrive()
    app.close()
    stored = b"".join(
        path.read_bytes() for path in app.folder(db).glob("study.db*") if path.is_file()
    )
    assert person.token.encode() not in stored
    assert app.researcher.encode() not in stored


SQL = "'); DROP TABLE session; --"


def test_sql_and_scripts_in_fields_are_only_text(serve, study):
    app = serve(study)
    person = app.arrive(participant=SQL)
    person.walk("describe")
    event = person.event()
    event["payload"]["text"] = f"<script>alert(1)</script>{SQL}\x00\u2028"
    person.send(event)
    person.send({**person.event(), "kind": "sign", "payload": {SQL: [SQL, None]}})
    person.walk()
    stored = [row["payload"] for row in app.rows(schema.event)]
    assert event["payload"] in stored and {SQL: [SQL, None]} in stored
    assert app.rows(schema.session)[0]["participant"] == SQL


@pytest.mark.parametrize(
    "body, status",
    [
        (b"", 422),
        (b"{", 422),
        (b"[]", 422),
        (b'{"tab": 1, "events": []}', 422),
        (b'{"tab": "x", "events": [], "more": 1}', 422),
        (b'{"tab": "x", "events": [{"seq": -1}]}', 422),
        (b'{"tab": "x", "events": ' + b"[" * 5000 + b"]" * 5000 + b"}", 422),
        (b'{"tab": "x", "events": [' + b"1," * 200 + b"1]}", 422),
        (b'{"tab": "' + b"x" * MAX_BODY + b'", "events": []}', 413),
        (b'{"tab": "\xff", "events": []}', 422),
        (b'{"tab": "\\ud800", "events": []}', 422),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bodies_that_are_none_are_refused(serve, study, body, status):
    person = serve(study).arrive()
    check_refused(person.call("POST", "api/events", content=body), status)


@pytest.mark.parametrize("payload", ['{"x": NaN}', '{"x": 1e999}', '{"x": -Infinity}'])
def test_numbers_that_json_does_not_have_are_refused(serve, study, payload):
    app = serve(study)
    person = app.arrive()
    event = f'{{"seq": 0, "kind": "sign", "payload": {payload}, "time": 0}}'
    body = f'{{"tab": "{person.tab}", "events": [{event}]}}'
    answer = person.call("POST", "api/events", content=body)
    assert answer.status_code in (409, 422)
    assert app.rows(schema.event) == []


@pytest.mark.parametrize("value", ["x" * 301, "a\nb", "a\x00", "\ud800"], ids=ascii)
def test_a_broken_link_is_refused(serve, study, value):
    app = serve(study)
    body = json.dumps({"query": {"participant": value}})
    answer = app.client.post("/api/arrive", content=body)
    assert answer.status_code in (409, 422) and answer.json().keys() == {"detail"}


def test_a_flood_from_one_session_is_refused_and_hurts_no_other(serve, study):
    app = serve(study)
    flood, calm = app.arrive(), app.arrive()
    answers = [flood.call("GET", "api/session") for _ in range(int(BURST) + 20)]
    check_refused(answers[-1], 429)
    assert calm.step()["next"] == 1


def test_unknown_addresses_and_methods_are_refused_in_one_sentence(serve, study):
    app = serve(study)
    check_refused(app.client.get("/api/nothing"), 404)
    check_refused(app.client.put("/api/session"), 405)
    check_refused(app.client.get("/../../etc/passwd"), 404)


@pytest.mark.parametrize(
    "recruitment, query, frames",
    [
        ("link", {}, "'none'"),
        ("mturk", {"assignmentId": "a", "workerId": "w"}, "https://*.mturk.com"),
    ],
)
def test_pages_load_nothing_from_elsewhere(serve, changed, recruitment, query, frames):
    app = serve(changed(recruitment=recruitment))
    app.arrive(**query)
    for path in ("/api/session", "/researcher", "/nothing"):
        headers = app.client.get(path).headers
        rules = headers["Content-Security-Policy"].split("; ")
        assert rules[0] == "default-src 'self'"
        assert rules[-1].startswith(f"frame-ancestors {frames}")


def test_every_byte_sent_is_free_of_what_is_hidden(serve, study):
    """Ids, conditions and numbers of items all have `secret` in their names here."""
    app = serve(study)
    heard = []
    app.client.event_hooks["response"] = [lambda answer: heard.append(answer.read())]
    person = app.arrive(participant="p1")
    person.walk()
    body = person.call("POST", "api/events", json={"tab": person.tab, "events": []})
    assert person.page["kind"] == "done" and body.status_code == 200
    assert len(heard) > 15
    assert not [part for part in heard if b"secret" in part]


def test_random_requests_find_nothing(serve, study):
    """Requests made from the API's own description, and broken ones."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import CHECKS, load_all_checks

    app = serve(study)
    person = app.arrive()
    plain = make_app(app.database).openapi()
    load_all_checks()
    checks = [CHECKS.get_one("not_a_server_error")]
    address = str(app.client.base_url)
    described = schemathesis.openapi.from_dict(plain)
    for operation in described.get_all_operations():
        call = operation.ok()

        @settings(
            max_examples=5,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=call.as_strategy())
        def fuzz(case):
            headers = {**case.headers, "X-Metamer-Token": person.token}
            answer = case.call(base_url=address, headers=headers)
            case.validate_response(answer, checks=checks)
            if answer.status_code >= 400:
                assert json.loads(answer.text).keys() == {"detail"}

        fuzz()
