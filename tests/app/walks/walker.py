"""A participant in a real browser, by mouse or by keyboard alone."""

import json
from urllib.parse import urlsplit

from answering import ANSWERING
from axe_playwright_python.sync_playwright import Axe
from leaks import Exchange, pages_of
from sqlalchemy import select

from metamer.app import schema

AXE = Axe()
BUTTONS = {"consent": "I agree and take part", "text": "Continue"}
SHIFTS = """
window.shifts = 0;
let shown = null, since = 0;
new MutationObserver(() => {
  const page = document.querySelector("main section");
  if (page !== shown) [shown, since] = [page, performance.now()];
}).observe(document, { childList: true, subtree: true });
new PerformanceObserver(list => {
  for (const { startTime, hadRecentInput, value } of list.getEntries())
    if (!hadRecentInput && startTime > since + 100) window.shifts += value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Adds up how far things moved on a page although nobody did anything."""
FRESH = "main > * section:is(.page, .screen):not([data-walked])"


class Walker:
    """Opens the link of a served study and goes on page by page.

    `answers` are those that were given, and `exchanges` all that the API was sent and sent.
    `network` is up, slow, down (requests get lost) or deaf (their answers get lost).
    """

    def __init__(self, app, study, page, keyboard=False):
        self.app, self.study, self.page = app, study, page
        self.keyboard, self.network = keyboard, "up"
        self.answers, self.exchanges, self.elsewhere = [], [], []
        self.problems, self.checked = [], set()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self.note)
        page.add_init_script(SHIFTS)
        page.route("**/api/**", self.pass_on)
        page.goto(str(app.client.base_url))

    def note(self, request):
        if urlsplit(request.url).netloc != self.app.client.base_url.netloc.decode():
            self.elsewhere.append(request.url)

    def pass_on(self, route):
        """Between browser and server: requests or only their answers can get lost."""
        if self.network == "down":
            return route.abort()
        answer = route.fetch()
        if self.network == "deaf":
            return route.abort()
        if self.network == "slow":
            self.page.wait_for_timeout(1_500)
        sent, told = route.request.post_data_json or {}, str(answer.headers)
        self.exchanges.append(Exchange(sent, answer.status, told, answer.text()))
        route.fulfill(response=answer)

    @property
    def session(self):
        return self.app.number(urlsplit(self.page.url).fragment)

    def rows(self, table):
        """The rows of this participant in a table of the database."""
        column = table.c.number if table is schema.session else table.c.session
        with self.app.database.reading() as connection:
            found = connection.execute(select(table).where(column == self.session))
            return [dict(row) for row in found.mappings()]

    def events(self, *kinds):
        rows = sorted(self.rows(schema.event), key=lambda row: row["seq"])
        return [row for row in rows if not kinds or row["kind"] in kinds]

    def sent(self):
        """The answers as the server has them."""
        return [row["payload"]["answer"] for row in self.events("answer")]

    def item(self):
        """The item of the trial that is shown, with what a participant cannot know."""
        pages = [
            page
            for one in self.exchanges
            for page in json.loads(one.text).get("pages", ())
            if page.get("kind") == "trial"
        ]
        return pages_of(self.app, self.session)[pages[-1]["id"]]

    def walk(self, until="done", check=False):
        """Go on until a page of some kind is shown."""
        while (kind := self.arrive()) != until:
            self.step(kind, check)
        if check:
            self.check(until)
        return self

    def arrive(self):
        """Wait for a page that is not answered yet; its kind, or its paradigm."""
        return self.page.wait_for_selector(FRESH).get_attribute("class").split()[1]

    def step(self, kind, check=False):
        """Answer the page that is shown."""
        if check and kind not in self.checked:
            self.check(kind)
        self.page.evaluate("document.querySelector('main section').dataset.walked = 1")
        if kind in BUTTONS:
            self.push(BUTTONS[kind])
        else:
            ANSWERING[kind](self)

    def check(self, kind):
        """Look for barriers, and for what is wider than the screen."""
        self.checked.add(kind)
        wide = "document.documentElement.scrollWidth - innerWidth"
        if self.page.evaluate(wide) > 0:
            self.problems.append(f"{kind}: wider than the screen")
        self.problems += [
            f"{kind}: {rule['id']}: {rule['nodes'][0]['html'][:200]}"
            for rule in AXE.run(self.page).response["violations"]
        ]

    def push(self, name):
        button = self.page.get_by_role("button", name=name, exact=True)
        self.go_to(button)
        self.act(button)

    def go_to(self, target):
        """With the keyboard, go on by Tab until the target has the focus."""
        for _ in range(120 if self.keyboard else 0):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        assert not self.keyboard, f"Tab does not reach {target}"

    def act(self, target):
        if self.keyboard:
            self.page.keyboard.press("Enter")
        else:
            target.click()

    def move(self, here, there):
        """With the arrow keys, go from one cell of a grid to another."""
        down, right = (to - at for at, to in zip(here, there, strict=True))
        steps = {"Down": down, "Up": -down, "Right": right, "Left": -right}
        for key, many in steps.items():
            for _ in range(many):
                self.page.keyboard.press(f"Arrow{key}")
