"""MTurk's frame around a study, played by a page that the browser takes for MTurk's.

No request leaves the machine: the browser answers those for MTurk's host itself.
"""

from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import expect

from metamer.app import schema

MTURK = "https://workersandbox.mturk.com"
TASK = {"assignmentId": "A1", "hitId": "H1", "workerId": "W1", "turkSubmitTo": MTURK}
TAKEN = "MTurk has the form"
"""No page of ours says this, so whoever sees it has sent the form."""
PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H1"}


class Mturk:
    """MTurk's pages: a task in a frame, and where its form goes."""

    def __init__(self, app, page):
        self.app, self.page, self.submitted = app, page, []
        page.route(f"{MTURK}/**", self.answer)

    def answer(self, route):
        request = route.request
        if request.url == f"{MTURK}/mturk/externalSubmit":
            self.submitted.append((request.method, parse_qs(request.post_data)))
            return route.fulfill(content_type="text/html", body=TAKEN)
        query = request.url.partition("?")[2]
        frame = (
            f'<iframe width=1100 height=700 src="{self.app.client.base_url}?{query}">'
        )
        return route.fulfill(content_type="text/html", body=frame)

    def open(self, query):
        """The task in its frame, as this query asks for it."""
        self.page.goto(f"{MTURK}/task?{urlencode(query)}")
        return self.page.frame_locator("iframe")


@pytest.fixture
def mturk(chromium, served):
    app, _ = served("mturk")
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    context.set_default_timeout(20_000)
    yield Mturk(app, context.new_page())
    context.close()


def test_a_preview_shows_the_form_of_consent_and_takes_no_place(mturk):
    frame = mturk.open(PREVIEW)
    expect(frame.get_by_text("This is a preview")).to_be_visible()
    expect(frame.get_by_text("consent.md")).to_be_visible()
    assert frame.get_by_role("button").count() == 0
    assert mturk.app.rows(schema.session) == []


def test_an_accepted_task_ends_with_the_form_that_mturk_takes(mturk):
    frame = mturk.open(TASK)
    frame.get_by_role("button", name="I agree and take part").click()
    for _ in ("instructions", "the text before the block"):
        frame.get_by_role("button", name="Continue").click()
    for place in range(3):
        expect(frame.get_by_text(f"{place + 1} of 3")).to_be_visible()
        mturk.page.wait_for_timeout(200)
        frame.locator("[data-option='0']").click()
    frame.get_by_role("button", name="Continue").click()
    code = frame.locator("#code").text_content()
    frame.get_by_role("button", name="Finish and return").click()
    expect(frame.get_by_text(TAKEN)).to_be_visible()
    assert mturk.submitted == [("POST", {"assignmentId": ["A1"], "code": [code]})]
    (session,) = mturk.app.rows(schema.session)
    assert (session["participant"], session["status"]) == ("W1", "completed")
    assert session["code"] == code


def test_somebody_who_is_much_too_late_is_told_so(walker):
    walk = walker("test").walk(until="categories")
    walk.app.now += 60 * walk.study.people.longest_gap + 1
    walk.step("categories")
    expect(walk.page.get_by_text("Too much time has passed")).to_be_visible()
    walk.page.reload()
    expect(walk.page.get_by_text("Too much time has passed")).to_be_visible()
    assert walk.rows(schema.session)[0]["status"] == "expired"
    assert walk.page.locator("#code").count() == 0
