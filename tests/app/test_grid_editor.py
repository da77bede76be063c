"""The grid editor in a real browser, before a real server: mouse, touch and keyboard."""

import json
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright
from walking import App

from metamer.app import schema
from metamer.core.people import People, TrialBlock
from metamer.core.study import Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.references import CopyInput

INPUT = [[1, 1, 0, 2], [0, 1, 0, 2]]
RIGHT = [[2, 0, 1, 1], [2, 0, 1, 0]]
"""Left and right exchanged."""
WIDE = {"width": 1200, "height": 800}
PHONE = {"width": 390, "height": 844}
COUNT_NEW_CELLS = """() => {
  window.newCells = 0;
  const count = changes => { window.newCells += changes.length };
  const board = document.querySelector(".answer [role=grid]");
  new MutationObserver(count).observe(board, { childList: true, subtree: true });
}"""
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A study of two tasks: to flip a small grid, and to flip one of 30x30."""
    folder = tmp_path_factory.mktemp("tasks")
    large = [[(3 * row + col) % 10 for col in range(30)] for row in range(30)]
    for name, grid in {"Flip1": INPUT, "Flip2": large}.items():
        pair = {"input": grid, "output": [row[::-1] for row in grid]}
        task = {"train": [pair, pair], "test": [pair]}
        (folder / f"{name}.json").write_text(json.dumps(task))
    block = TrialBlock("test", "scored", pick="listed", feedback=True, attempts=3)
    paradigm = Concepts(folder=str(folder))
    study = Study(paradigm, (CopyInput(),), name="flip", people=People((block,)))
    app = App(study, str(folder / "study.db"))
    yield app
    app.close()


@pytest.fixture
def visit(browser, app):
    """Opens the study in a fresh browser and goes on to the first task."""
    contexts = []

    def visit(viewport=WIDE, **options):
        contexts.append(browser.new_context(viewport=viewport, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(5000)
        page.goto(str(app.client.base_url))
        page.get_by_role("button", name="I agree").click()
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("grid", name="Your answer")).to_be_visible()
        return Drawing(page)

    yield visit
    for context in contexts:
        context.close()


class Drawing:
    """A page with the editor."""

    def __init__(self, page):
        self.page = page
        self.press, self.mouse = page.keyboard.press, page.mouse

    def keys(self, *names):
        for name in names:
            self.press(name)

    def click(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def answer(self):
        colours = "row => [...row.children].map(cell => +cell.dataset.colour)"
        rows = self.page.locator(".answer [role=row]")
        return rows.evaluate_all(f"rows => rows.map({colours})")

    def middle(self, row, col, grid="Your answer"):
        board = self.page.get_by_role("grid", name=grid)
        box = board.get_by_role("row").nth(row).get_by_role("gridcell").nth(col)
        area = box.bounding_box()
        return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2

    def drag(self, *cells, grid="Your answer"):
        self.mouse.move(*self.middle(*cells[0], grid))
        self.mouse.down()
        for cell in cells[1:]:
            self.mouse.move(*self.middle(*cell, grid))
        self.mouse.up()

    def expect_told(self, words):
        expect(self.page.locator(".told")).to_contain_text(words)

    def violations(self):
        found = Axe().run(self.page).response["violations"]
        return [(each["id"], each["nodes"][0]["target"]) for each in found]


def stored_answers(app):
    """The grids of the participant who came last."""
    events = app.rows(schema.event)
    last = max(event["session"] for event in events)
    return [
        event["payload"]["answer"]
        for event in events
        if event["session"] == last and event["kind"] == "answer"
    ]


def test_a_task_is_solved_by_keyboard_alone(app, visit):
    drawing = visit()
    page = drawing.page
    focused = page.locator("[role=grid][aria-label='Your answer'] :focus")
    for _ in range(30):
        drawing.press("Tab")
        if focused.count():
            break
    drawing.keys("r", "2", "Space", "ArrowDown", "Enter")
    assert drawing.answer == [[2, 0, 0], [2, 0, 0], [0, 0, 0]]
    drawing.keys("p", "1", "ArrowRight", "ArrowRight", "Space", "ArrowUp", "Space")
    page.get_by_role("spinbutton", name="Rows").fill("2")
    page.get_by_role("spinbutton", name="Columns").fill("4")
    page.get_by_role("button", name="Submit").press("Enter")
    drawing.expect_told("Not yet")
    assert drawing.answer == [[2, 0, 1, 0], [2, 0, 1, 0]]
    expect(page.get_by_text("2 attempts left")).to_be_visible()
    focused_cell = page.locator(".answer [tabindex='0'][role=gridcell]")
    focused_cell.press("End")
    drawing.press("Space")
    page.get_by_role("button", name="Submit").press("Enter")
    drawing.expect_told("Correct!")
    assert stored_answers(app) == [[[2, 0, 1, 0], [2, 0, 1, 0]], RIGHT]
    drawing.press("Enter")  # Continue has the focus
    expect(page.get_by_role("spinbutton", name="Rows")).to_have_value("3")
    expect(page.get_by_text("3 attempts left")).to_be_visible()


def test_a_task_is_solved_with_the_mouse_and_a_double_click_sends_once(app, visit):
    drawing = visit()
    page, mouse = drawing.page, drawing.mouse
    corner = page.locator(".corner").bounding_box()
    cell = drawing.middle(0, 1)[0] - drawing.middle(0, 0)[0]
    at = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    mouse.move(*at)
    mouse.down()
    mouse.move(at[0] + cell, at[1] - cell, steps=4)
    mouse.up()
    assert drawing.answer == [[0] * 4] * 2
    drawing.drag((0, 0), (1, 1), grid="Test input")
    drawing.keys("Control+c", "Control+v")
    mouse.move(*drawing.middle(0, 2))
    assert drawing.answer == [[0, 0, 1, 1], [0, 0, 0, 1]]
    mouse.click(*drawing.middle(0, 2))
    page.get_by_role("button", name="Submit").dblclick()
    drawing.expect_told("Not yet")
    drawing.drag((1, 3), (1, 2))
    drawing.press("0")
    drawing.drag((1, 3))
    drawing.keys("2", "f")
    mouse.click(*drawing.middle(0, 0))
    drawing.press("Control+z")
    drawing.press("r")
    drawing.drag((0, 0), (1, 0))
    assert drawing.answer == RIGHT
    page.get_by_role("button", name="Submit").dblclick()
    drawing.expect_told("Correct!")
    assert stored_answers(app) == [[[0, 0, 1, 1], [0, 0, 0, 1]], RIGHT]


def test_a_finger_paints_and_does_not_scroll(visit):
    drawing = visit(PHONE, has_touch=True, is_mobile=True)
    page = drawing.page
    page.get_by_role("grid", name="Your answer").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    touch = page.context.new_cdp_session(page)
    path = [drawing.middle(place, 1) for place in range(3)]
    for kind, (x, y) in zip(["Start", "Move", "Move"], path, strict=True):
        points = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y}]}
        touch.send("Input.dispatchTouchEvent", points)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_role("button", name="Undo")).to_have_attribute(
        "aria-disabled", "false"
    )
    assert drawing.answer == [[0, 1, 0]] * 3
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize(
    ("viewport", "smallest", "scheme"), [(WIDE, 14, "light"), (PHONE, 10, "dark")]
)
def test_grids_of_30x30_fit_and_can_be_used_by_everybody(
    visit, viewport, smallest, scheme
):
    drawing = visit(viewport, color_scheme=scheme)
    page = drawing.page
    for side in ("Rows", "Columns"):
        page.get_by_role("spinbutton", name=side).fill("30")
    drawing.press("Enter")
    page.get_by_label("Show digits").check()
    assert [len(row) for row in drawing.answer] == [30] * 30
    assert drawing.middle(0, 1)[0] - drawing.middle(0, 0)[0] >= smallest
    width = (
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert page.evaluate(width) <= 0
    page.evaluate(COUNT_NEW_CELLS)
    drawing.drag((0, 0), (14, 3), (29, 29), (0, 29))
    assert sum(map(sum, drawing.answer)) >= 60
    assert page.evaluate("newCells") == 0
    assert drawing.violations() == []
