"""All that a participant was sent, searched for what must stay hidden.

What a trial shows is compared with what the stored item says may be seen by then, and all
other bytes must hold no id, condition, note or solution.
"""

import json
import re
from typing import NamedTuple

from sqlalchemy import select

from metamer.app import schema

PAGES = {
    *("id", "kind", "html", "questions", "wrong", "screen", "view", "feedback", "wait"),
    *("seconds", "block", "done", "of", "prompt", "reason", "code", "url"),
}
"""What a page can have: see docs/app.md."""
LONG = 9
"""Digits in a row that nothing but a solution has by chance."""


class Exchange(NamedTuple):
    """A request and what came back."""

    sent: dict
    status: int
    headers: str
    text: str


class Shown(NamedTuple):
    """A view as it was sent, the item it is of, and the answers sent until then."""

    view: dict
    item: dict
    answers: list


def leaks(app, study, session, exchanges):
    """What was sent to a session and should not have been, in words."""
    pages = pages_of(app, session)
    views = list(views_of(pages, exchanges))
    assert views, "no view was sent"
    wrong = [f"a view says too much: {one.view}" for one in views if not fair(one)]
    wrong += [f"a page says too much: {page}" for page in too_large(exchanges)]
    wrong += feedback_leaks(study, exchanges)
    text = "\n".join(one.headers + one.text for one in exchanges)
    rest = "\n".join(without_views(one) for one in exchanges)
    return [*wrong, *words_leaks(study, app.rows(schema.item), text, rest)]


def pages_of(app, session):
    """The stored item of each trial page."""
    planned = schema.planned.join(schema.item)
    query = select(schema.planned.c.block, schema.planned.c.place, schema.item)
    here = query.select_from(planned).where(schema.planned.c.session == session)
    with app.database.reading() as connection:
        rows = connection.execute(here).mappings().all()
    return {f"trial-{row['block'] + 1}-{row['place'] + 1}": dict(row) for row in rows}


def views_of(pages, exchanges):
    """Every view, of pages and of results."""
    answers, numbers = {}, {}
    for one in exchanges:
        for event in one.sent.get("events", ()):
            page = numbers[event["seq"]] = event["payload"].get("page")
            answers.setdefault(page, []).append(event["payload"].get("answer"))
        if one.status != 200:
            continue
        state = json.loads(one.text)
        for page in state.get("pages", ()):
            if "view" in page:
                yield Shown(
                    page["view"], pages[page["id"]], answers.get(page["id"], [])
                )
        for seq, result in state.get("results", {}).items():
            page = numbers[int(seq)]
            if "view" in result:
                yield Shown(result["view"], pages[page], answers[page])


def fair(shown):
    """Whether a view is no more than may be seen of its item."""
    view, content = shown.view, shown.item["content"]
    if "tiles" in view:
        return fair_board(view, content, shown.answers)
    known = {name: view[name] for name in view if name not in FREE}
    same = known == {name: content.get(name) for name in known}
    return same and known.keys() in PARTS


FREE = {"attempts", "max_side", "options"}
"""What a view has of no item."""
PARTS = (
    {"demonstrations", "input"},
    {"context", "candidates"},
    {"figure", "labels"},
    {"digits"},
)
"""What may be known of an item before it is answered."""


def fair_board(view, content, clicks):
    """Whether only tiles are up that were at the start, or have been clicked."""
    if view.keys() != {"side", "tiles", "points", "clicks", "limit"}:
        return False
    clicked = {tile for tile in clicks if isinstance(tile, int)}
    up = {tile for tile, shown in enumerate(content["shown"]) if shown} | clicked
    tiles = enumerate(zip(view["tiles"], content["red"], strict=True))
    return all(
        tile is None or (place in up and tile == red) for place, (tile, red) in tiles
    )


def too_large(exchanges):
    """Pages and results with parts that the interface does not name."""
    for one in exchanges:
        state = json.loads(one.text) if one.status == 200 else {}
        yield from (page for page in state.get("pages", ()) if set(page) - PAGES)
        for result in state.get("results", {}).values():
            if set(result) - {"feedback", "view", "over"}:
                yield result


def feedback_leaks(study, exchanges):
    """What answers were told in blocks without feedback, or before a trial was over."""
    kinds = {}
    for one in exchanges:
        for event in one.sent.get("events", ()):
            kinds[event["seq"]] = str(event["payload"].get("page"))
        state = json.loads(one.text) if one.status == 200 else {}
        for seq, result in state.get("results", {}).items():
            block = study.people.blocks[int(kinds[int(seq)].split("-")[1]) - 1]
            if not set(result["feedback"]) <= told(study, block, result["over"]):
                yield f"an answer was told too much: {result['feedback']}"


def told(study, block, over):
    """What an answer may be told."""
    if study.paradigm.shape == "play":
        return {"red", "earned"}
    if not block.feedback:
        return set()
    return (
        {"correct", "right"}
        if over and study.paradigm.shape != "solve"
        else {"correct"}
    )


def without_views(one):
    """A response without its views, which have a check of their own."""
    if one.status != 200:
        return one.headers + one.text
    state = json.loads(one.text)
    for part in (*state.get("pages", ()), *state.get("results", {}).values()):
        part.pop("view", None)
    return one.headers + json.dumps(state)


def words_leaks(study, items, text, rest):
    """Ids, names and solutions of any item of the study."""
    wrong = [f"the text {name!r}" for name in secrets(study, items) if name in text]
    for name in {row["condition"]["name"] for row in items}:
        if re.search(rf"\b{re.escape(name)}\b", rest):
            wrong.append(f"the condition {name!r}")
    bare, digits = rest.replace(" ", ""), digits_of(rest)
    for grid in {json.dumps(solution(row["content"])) for row in items} - {"null"}:
        if grid.replace(" ", "") in bare or in_digits(digits_of(grid), digits):
            wrong.append(f"a solution: {grid}")
    # Views have a check of their own: whoever turns up the last tile sees a whole board.
    boards = {digits_of(json.dumps(row["content"].get("red", []))) for row in items}
    wrong += [f"a board: {board}" for board in boards if in_digits(board, digits)]
    return wrong


def secrets(study, items):
    """Texts that nobody may be sent: ids, groups, names of notes, texts of the study."""
    for row in items:
        yield from (row["id"], *filter(None, [row["group"]]))
        yield from (f'"{name}"' for name in row["notes"])
        details = row["condition"]["details"].values()
        yield from (f'"{value}"' for value in details if isinstance(value, str))
    yield from filter(None, [study.title, study.question, study.name])
    yield from (f'"{learner.name}"' for learner in study.learners)


def solution(content):
    """The grid that solves a task, or the tiles of a board."""
    return content.get("output", content.get("red"))


def digits_of(text):
    """A text as digits alone; what is hidden is no digit."""
    return re.sub(r"[^0-9_]", "", text.replace("null", "_"))


def in_digits(grid, digits):
    """Whether a grid of some size and more than one colour is among the digits."""
    return len(grid) >= LONG and len(set(grid)) > 1 and grid in digits
