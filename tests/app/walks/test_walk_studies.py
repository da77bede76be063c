"""Every study for people, walked through in a real browser."""

import pytest
from leaks import leaks

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
    assert leaks(walk.app, walk.study, walk.session, walk.exchanges) == []
