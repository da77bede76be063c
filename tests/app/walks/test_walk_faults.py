"""Sessions in a real browser while networks, clocks and people are as they are."""

import time

import pytest
from answering import click_tile

from metamer.app import schema

OFFLINE = "No connection"


def finished(walk):
    """Whether the session ended with every answer stored, each once and in order."""
    walk.walk()
    rows = walk.events()
    numbered = [row["seq"] for row in rows] == list(range(len(rows)))
    (session,) = walk.rows(schema.session)
    return numbered and session["status"] == "completed"


def test_a_reload_in_the_middle_goes_on_at_the_same_board(walker):
    walk = walker("tiles").walk(until="tiles")
    shown = walk.item()["content"]["shown"]
    hidden = shown.index(0)
    walk.page.wait_for_timeout(200)
    click_tile(walk, hidden)
    walk.page.reload()
    assert walk.arrive() == "tiles"
    up = walk.page.locator("[data-tile]:not([data-state=hidden])")
    assert up.count() == sum(shown) + 1
    assert walk.page.locator(f"[data-tile='{hidden}']").get_attribute("data-state") in (
        "red",
        "blue",
    )
    assert walk.sent() == walk.answers


def test_answers_that_were_not_sent_survive_a_reload(walker):
    walk = walker("test").walk(until="categories")
    walk.network = "down"
    for _ in range(2):
        walk.step(walk.arrive())
    walk.page.get_by_text(OFFLINE).wait_for()
    assert len(walk.sent()) == len(walk.answers) - 2
    walk.arrive()
    walk.network = "up"
    walk.page.reload()
    assert finished(walk)
    assert walk.sent() == walk.answers


@pytest.mark.parametrize(
    "seconds", [2, pytest.param(30, marks=pytest.mark.slow)], ids="{} s".format
)
def test_a_time_without_network_loses_nothing(walker, seconds):
    walk = walker("test").walk(until="categories")
    walk.page.unroute_all(behavior="wait")
    walk.page.context.set_offline(True)
    for _ in range(2):
        walk.step(walk.arrive())
    walk.page.get_by_text(OFFLINE).wait_for()
    walk.page.wait_for_timeout(1_000 * seconds)
    walk.page.context.set_offline(False)
    assert finished(walk)
    assert walk.sent() == walk.answers
    assert walk.page.get_by_text(OFFLINE).count() == 0


def lose_acknowledgements(walk):
    """Let answers of the server get lost; returns what is still to happen to others."""
    requests = iter(["deaf", "up", "deaf", "deaf", "up", "deaf"])

    def lose_some(route):
        walk.network = next(requests, "up")
        walk.pass_on(route)

    walk.page.route("**/api/events", lose_some)
    return requests


def test_lost_acknowledgements_double_nothing(walker):
    walk = walker("test").walk(until="categories")
    requests = lose_acknowledgements(walk)
    assert finished(walk)
    assert next(requests, "all were used") == "all were used"
    assert walk.sent() == walk.answers


def test_lost_acknowledgements_turn_no_tile_twice(walker):
    walk = walker("tiles").walk(until="tiles")
    requests = lose_acknowledgements(walk)
    walk.step("tiles")
    walk.arrive()
    assert next(requests, "all were used") == "all were used"
    assert walk.sent() == walk.answers


def test_a_second_tab_takes_over_and_the_first_one_says_so(walker):
    walk = walker("test").walk(until="categories")
    first = walk.page
    walk.step("categories")
    walk.arrive()
    walk.page = first.context.new_page()
    walk.page.route("**/api/**", walk.pass_on)
    walk.page.goto(first.url)
    assert walk.arrive() == "categories"
    first.wait_for_timeout(200)
    first.keyboard.press("f")
    first.get_by_text("You went on in another tab").wait_for()
    assert finished(walk)
    assert walk.sent() == walk.answers


def test_the_first_tab_can_take_back(walker):
    walk = walker("test").walk(until="categories")
    other = walk.page.context.new_page()
    other.goto(walk.page.url)
    other.wait_for_selector("main section.categories")
    walk.page.bring_to_front()
    walk.page.keyboard.press("f")
    walk.page.get_by_role("button", name="Go on here").click()
    assert walk.arrive() == "categories"
    assert finished(walk)
    assert walk.sent() == walk.answers


def test_a_clock_that_is_wrong_by_a_day_changes_nothing(walker):
    walk = walker("test")
    walk.page.add_init_script(
        "const now = Date.now; Date.now = () => now() - 86_400_000;"
    )
    walk.page.reload()
    assert finished(walk)
    assert walk.sent() == walk.answers
    gaps = [row["payload"]["ms"] for row in walk.events("answer")]
    assert all(0 <= gap < 60_000 for gap in gaps)


def test_a_slow_server_is_waited_for_and_the_screen_says_so(walker):
    walk = walker("tiles").walk(until="tiles")
    walk.page.wait_for_timeout(200)
    walk.network = "slow"
    walk.page.locator("[data-state=hidden]").first.click()
    walk.page.get_by_text("Waiting for the server").wait_for()
    walk.page.wait_for_selector("[data-earned]")
    assert walk.page.get_by_text("Waiting for the server").count() == 0


def test_whoever_does_not_agree_is_asked_nothing(walker):
    walk = walker("test").walk(until="consent")
    walk.push("I do not take part")
    walk.page.wait_for_selector("section.done")
    assert [row["kind"] for row in walk.events()] == ["consent"]
    assert walk.page.locator("#code").count() == 0


def test_pastes_and_other_windows_are_logged(walker):
    walk = walker("concepts").walk(until="describe")
    walk.page.locator("textarea").evaluate(
        """area => {
            const data = new DataTransfer();
            data.setData("text", "copied");
            const paste = { clipboardData: data, bubbles: true };
            area.dispatchEvent(new ClipboardEvent("paste", paste));
            window.dispatchEvent(new Event("blur"));
        }"""
    )
    walk.step("describe")
    until = time.monotonic() + 20
    while not walk.events("describe") and time.monotonic() < until:
        walk.page.wait_for_timeout(50)  # signs are sent with the event after them
    signs = {row["payload"]["what"]: row["payload"] for row in walk.events("sign")}
    assert signs["paste"]["characters"] == 6
    assert "blur" in signs
    assert signs["pointer"]["clicks"] > 0
