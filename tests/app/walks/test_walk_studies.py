"""Every study for people, walked through in a real browser."""

import json

import pytest

from metamer.app import schema

STUDIES = ("categories", "pointers", "tiles", "concepts", "matrices")

by_mouse_and_keyboard = pytest.mark.parametrize(
    "keyboard", [False, True], ids=["mouse at 1200 pixels", "keyboard at 390 pixels"]
)


@by_mouse_and_keyboard
@pytest.mark.parametrize("name", STUDIES)
def test_a_study_is_walked_through(walker, name, keyboard):
    walk = walker(name, keyboard).walk(check=True)
    assert walk.problems == []
    assert walk.elsewhere == []
    assert walk.page.evaluate("window.shifts") < 0.01
    assert walk.sent() == walk.answers
    assert [row["seq"] for row in walk.events()] == list(range(len(walk.events())))
    (session,) = walk.rows(schema.session)
    assert session["status"] == "completed"
    assert walk.page.locator("#code").text_content() == session["code"]
    check_hidden(walk, name)


VIEWS = {
    "tiles": {"side", "tiles", "points", "clicks", "limit"},
    "concepts": {"demonstrations", "input", "attempts", "max_side"},
    "matrices": {"context", "candidates", "options"},
    "categories": {"figure", "labels", "options"},
    "pointers": {"digits", "options"},
}
PAGES = {
    *("id", "kind", "html", "questions", "wrong", "screen", "view", "feedback", "wait"),
    *("seconds", "block", "done", "of", "prompt", "reason", "code", "url"),
}


def check_hidden(walk, name):
    """What was received is what the interface names; no id, condition or hypothesis."""
    bodies = [json.loads(body) for body in walk.received]
    pages = [page for body in bodies for page in body.get("pages", ())]
    results = [one for body in bodies for one in body.get("results", {}).values()]
    views = [entry["view"] for entry in (*pages, *results) if "view" in entry]
    assert views
    assert all(set(view) == VIEWS[name] for view in views)
    assert all(set(page) <= PAGES for page in pages)
    assert all(set(result) <= {"feedback", "view", "over"} for result in results)
    text = "".join(walk.received)
    assert walk.study.title not in text
    for row in walk.app.rows(schema.item):
        assert row["id"] not in text
        assert f'"{row["condition"]["name"]}"' not in text
    for view in views if name == "tiles" else ():
        up = sum(tile is not None for tile in view["tiles"])
        assert up <= 1 + view["clicks"]
