"""What the browser is told of a session."""

import secrets
from typing import Any

from metamer.app.recruitment import RECRUITMENT, Ending
from metamer.app.session import AGAIN, Session
from metamer.app.timeline import SessionTexts
from metamer.core.people import People
from metamer.core.study import Study

State = dict[str, Any]

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that are taken for each other."""


def new_code(people: People, reason: str) -> str:
    """What a participant enters at the platform: the study's code, or one of our own."""
    given = {
        "completed": people.codes.completed,
        "failed_checks": people.codes.failed_checks,
        "no_consent": people.codes.no_consent,
        "screened_out": people.codes.screened_out,
    }[reason]
    if given or reason != "completed":
        return given
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


def live_state(
    session: Session, tab: str, results: dict[str, Any], known: frozenset[str]
) -> State:
    """Where a session stands that goes on."""
    pages = session.pages(known)
    if tab.startswith(AGAIN) and tab not in session.read_again:
        html = session.timeline.texts.instructions
        pages.insert(0, {"id": tab, "kind": "text", "html": html})
    return {"next": session.next, "results": results, "pages": pages, "notice": ""}


def done_state(
    study: Study,
    texts: SessionTexts,
    row: dict[str, Any],
    session: Session,
    results: dict[str, Any],
) -> State:
    """How a session ended; this alone carries a completion code."""
    status = row["status"]
    state: State = {"next": session.next, "results": results, "pages": []}
    if status not in texts.endings:
        return {**state, "notice": "expired"}
    people = study.people
    ending = Ending(people, status, row["code"], row["participant"], row["platform"])
    page = {
        "id": "done",
        "kind": "done",
        "reason": status,
        "html": texts.endings[status],
        "code": row["code"],
        "url": RECRUITMENT[people.recruitment].url(ending),
    }
    notice = "full" if status == "screened_out" else ""
    return {**state, "pages": [page], "notice": notice}


def preview_state(texts: SessionTexts) -> State:
    """What somebody sees who only looks at the task: no place is taken."""
    page = {"id": "consent", "kind": "consent", "html": texts.consent}
    return {"next": 0, "results": {}, "pages": [page], "notice": "preview"}
