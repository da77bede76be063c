"""The researcher's page, its data, and whoever has no token."""

import csv
import io

import pytest

from metamer.app import schema


def ask(app, path, token=None, **options):
    headers = {"X-Metamer-Researcher": app.researcher if token is None else token}
    method = "POST" if options else "GET"
    return app.client.request(
        method, f"/api/researcher/{path}", headers=headers, **options
    )


def test_the_page_counts_cells_flow_times_and_items(serve, study):
    app = serve(study)
    for _ in range(2):
        person = app.arrive()
        app.now += 90
        person.walk()
    app.arrive().walk("trial")
    text = ask(app, "overview").text
    rows = [line for line in text.splitlines() if line.startswith("<tr><th")]
    assert '<tr><th scope="row">arrived</th><td>3</td></tr>' in rows
    assert '<tr><th scope="row">consented</th><td>3</td></tr>' in rows
    assert '<tr><th scope="row">answered an item</th><td>2</td></tr>' in rows
    assert '<tr><th scope="row">minutes, median</th><td>1.5</td></tr>' in rows
    practice = '<tr><th scope="row">practice</th><td>6</td><td>0</td><td>2</td></tr>'
    assert practice in rows or practice.replace("<td>0", "<td>1") in rows
    assert text.count("secret-cell-") == 2


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
@pytest.mark.parametrize("path", ["overview", "sessions.csv", "events.csv"])
def test_nothing_is_told_without_the_token(serve, study, path):
    app = serve(study)
    app.arrive()
    for token in ("", "wrong", app.arrive().token):
        answer = ask(app, path, token)
        assert answer.status_code == 401 and answer.json().keys() == {"detail"}
    assert app.client.get("/researcher").status_code == 200


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_tables_can_be_downloaded(serve, study):
    app = serve(study)
    app.arrive(participant="=1+1").walk()
    rows = list(csv.DictReader(io.StringIO(ask(app, "events.csv").text)))
    assert [row["kind"] for row in rows] == [
        row["kind"] for row in app.rows(schema.event)
    ]
    (session,) = csv.DictReader(io.StringIO(ask(app, "sessions.csv").text))
    assert session["participant"] == "'=1+1" and session["status"] == "completed"
    assert ask(app, "meta.csv").status_code == 404


def test_places_of_people_who_returned_are_free_again(serve, changed):
    app = serve(changed(quota=1))
    for name in "ab":
        app.arrive(participant=name).walk()
    assert app.arrive(participant="c").state["notice"] == "full"
    body = {"participants": ["a", "nobody"]}
    assert ask(app, "return", json=body).json() == {"returned": 1}
    assert app.arrive(participant="d").page["kind"] == "consent"
    statuses = [row["status"] for row in app.rows(schema.session)]
    assert statuses == ["returned", "completed", "screened_out", "live"]


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_names_from_outside_are_escaped(serve, study):
    from dataclasses import replace

    app = serve(replace(study, title="<script>alert(1)</script>"))
    assert "<script>alert" not in app.client.get("/researcher").text
