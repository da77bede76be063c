"""Every study for people: nothing hidden is sent, whatever a browser asks for."""

import json

import pytest
from leaks import Exchange, in_digits, leaks, pages_of, solution

STUDIES = ("categories", "pointers", "tiles", "concepts", "matrices")
IMPOSSIBLE = {"no": "answer"}


class Prying:
    """Somebody who answers wrong first, says things twice and looks again and again."""

    def __init__(self, app):
        self.app, self.person = app, app.arrive()
        self.number = app.number(self.person.token)
        self.pages = pages_of(app, self.number)

    def walk(self):
        while self.person.page["kind"] != "done":
            self.app.now += 1
            if self.person.page["kind"] == "trial":
                self.try_all()
            else:
                self.person.step()
            self.person.look()

    def try_all(self):
        """Answers that are impossible, wrong, and right, the same one twice."""
        item = self.pages[self.person.page["id"]]["content"]
        self.person.post(self.person.event(choose=lambda view: IMPOSSIBLE))
        for answer in answers(item):
            event = self.person.event(choose=lambda view, said=answer: said)
            self.person.send(event)
            if self.person.send(event)["results"][str(event["seq"])]["over"]:
                return


def answers(item):
    """A wrong answer, and those that end a trial."""
    if "red" in item:
        hidden = [tile for tile, up in enumerate(item["shown"]) if not up]
        red = [tile for tile in hidden if item["red"][tile]]
        return [next(tile for tile in hidden if tile not in red), *red]
    right = item["right"] if "right" in item else item["output"]
    return [[[0]] if "output" in item else int(right == 0), right]


@pytest.mark.parametrize("name", STUDIES)
def test_nothing_hidden_is_sent_and_the_search_would_find_it(served, name):
    app, study = served(name)
    prying = Prying(app)
    prying.walk()
    heard = prying.person.exchanges
    assert prying.person.page["reason"] == "completed"
    assert leaks(app, study, prying.number, heard) == []
    for text in betrayals(prying.pages, heard):
        more = Exchange({}, 200 if text.startswith("{") else 409, "", text)
        assert leaks(app, study, prying.number, [*heard, more]), text


def betrayals(pages, heard):
    """What a careless server might send."""
    name, item = max(
        pages.items(), key=lambda pair: len(str(solution(pair[1]["content"])))
    )
    states = [json.loads(one.text) for one in heard if one.status == 200]
    every = [page for state in states for page in state.get("pages", ())]
    page = next(page for page in every if page.get("id") == name and "view" in page)
    yield from (item["id"], f"the condition {item['condition']['name']}!")
    yield state_of(page, right=0)
    yield json.dumps({"pages": [{**page, "item": 1}]})
    grid = solution(item["content"])
    if grid is None:
        return
    rows = [grid] if isinstance(grid[0], int) else grid
    digits = "".join(str(colour) for row in rows for colour in row)
    if in_digits(digits, digits):  # a smaller one may be there by chance
        yield "\\n".join("".join(map(str, row)) for row in rows)
    yield json.dumps(grid)
    if "red" in item["content"]:
        yield state_of(page, tiles=item["content"]["red"])
    else:
        yield state_of(page, output=grid)


def state_of(page, **more):
    return json.dumps({"pages": [{**page, "view": {**page["view"], **more}}]})
