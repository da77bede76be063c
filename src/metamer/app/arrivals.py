"""Whoever opens the study's link: a new participant, or one who comes back."""

import secrets
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select

from metamer.app import schema
from metamer.app.assignment import (
    MINUTE,
    Spot,
    candidates_at,
    choose,
    count_places,
    coverage_of_items,
    expire,
    log_choice,
    regain,
)
from metamer.app.database import hashed
from metamer.app.loading import Loader
from metamer.app.planning import NO_COVERAGE, Candidate, plan
from metamer.app.recruitment import RECRUITMENT, Arrival, read_query
from metamer.app.requests import Arrive, Outcome
from metamer.app.session import AGAIN, Session
from metamer.app.states import new_code
from metamer.app.texts import participants_title
from metamer.app.timeline import conditions_of_cells
from metamer.core.errors import Refusal
from metamer.core.keys import MAX_SEED
from metamer.core.study import Study

PREVIEW = "preview"
"""The token of whoever only looks at the task; it belongs to no session."""

Row = dict[str, Any]


class Arrivals:
    """Gives places to new participants, and sessions back to old ones."""

    def __init__(self, study: Study, loader: Loader) -> None:
        self.study, self.people, self._loader = study, study.people, loader
        self._candidates: dict[Spot, list[Candidate]] = {}

    def arrive(
        self, connection: Connection, request: Arrive, number: int | None, now: float
    ) -> Outcome:
        """The token, the tab and what the study is called.

        `number` is the session of the token that the browser has, if it is known.
        """
        try:
            query = read_query(request.query)
            arrival = RECRUITMENT[self.people.recruitment].arrival(query)
        except Refusal as refusal:
            return refusal
        if arrival.preview:
            return {"token": PREVIEW, "study": self.about, "tab": PREVIEW}
        row = self._known(connection, arrival, number)
        if row is None:
            number, token = self._welcome(connection, arrival, now), ""
        else:
            number = row["number"]
            self._resume(connection, row, now)
            token = request.token if row["by_token"] else ""
        tab = connection.scalar(
            select(schema.session.c.tab).where(schema.session.c.number == number)
        )
        token = token or self._new_token(connection, number)
        return {"token": token, "study": self.about, "tab": tab}

    @cached_property
    def about(self) -> dict[str, str]:
        """What the browser shows of the study."""
        title, contact = participants_title(self.people), self.people.contact
        return {"title": title, "paradigm": self._loader.screen, "contact": contact}

    @cached_property
    def _cells(self) -> int:
        return len(conditions_of_cells(self.study))

    def _known(
        self, connection: Connection, arrival: Arrival, number: int | None
    ) -> Row | None:
        """The session of somebody who was here before.

        By the platform's id if there is one: several people can share a browser.
        """
        table = schema.session
        if arrival.participant:
            same = table.c.participant == arrival.participant
            found = connection.execute(table.select().where(same)).mappings().first()
        else:
            here = table.c.number == number
            found = connection.execute(table.select().where(here)).mappings().first()
            if found is not None and found["participant"]:
                return None
        if found is None:
            return None
        return {**found, "by_token": found["number"] == number}

    def _new_token(self, connection: Connection, number: int) -> str:
        token = secrets.token_urlsafe(32)
        row = {"hash": hashed(token), "session": number}
        connection.execute(schema.token.insert(), row)
        return token

    def _welcome(self, connection: Connection, arrival: Arrival, now: float) -> int:
        """A new session, with a place if there is one."""
        expire(connection, self.people, now)
        counts = count_places(connection, self.people, now)
        spot = choose(counts, self.people, self._cells)
        row = self._new_row(arrival, spot, now)
        added = schema.session.insert().returning(schema.session.c.number)
        number = connection.execute(added, row).scalar_one()
        log_choice(connection, number, counts, spot, now)
        if spot is not None:
            self._give_items(connection, number, spot, row["seed"], now)
        return number

    def _new_row(self, arrival: Arrival, spot: Spot | None, now: float) -> Row:
        full = spot is None
        return {
            "participant": arrival.participant,
            "platform": arrival.platform,
            "cell": None if spot is None else spot.cell,
            "set": None if spot is None else spot.set,
            "seed": secrets.randbelow(MAX_SEED),
            "status": "screened_out" if full else "live",
            "arrived": now,
            "seen": now,
            "finished": now if full else None,
            "tab": f"tab-{secrets.token_hex(8)}",
            "code": new_code(self.people, "screened_out") if full else "",
        }

    def _give_items(
        self, connection: Connection, number: int, spot: Spot, seed: int, now: float
    ) -> None:
        if spot not in self._candidates:
            self._candidates[spot] = candidates_at(connection, spot)
        coverage = NO_COVERAGE
        if any(block.pick == "least_covered" for block in self.people.blocks):
            coverage = coverage_of_items(connection, self.people, now)
        plans = plan(self.people.blocks, self._candidates[spot], seed, coverage)
        rows = [
            {"session": number, "block": block, "place": place, "item": item}
            for block, items in enumerate(plans)
            for place, item in enumerate(items)
        ]
        connection.execute(schema.planned.insert(), rows)

    def _resume(self, connection: Connection, row: Row, now: float) -> None:
        """Let somebody go on in a new tab, or end a session that may not go on."""
        if row["status"] != "live":
            return
        gap = now - row["seen"]
        session = self._loader.latest(connection, row)
        away = gap > self.people.lease
        if not may_go_on(session, self.study, gap):
            changes: Row = {"status": "expired"}
        elif away and not regain(connection, row, self.people, now):
            code = new_code(self.people, "screened_out")
            changes = {"status": "screened_out", "finished": now, "code": code}
        else:
            again = away and session.step.id not in ("consent", "instructions-1")
            kind = AGAIN if again else "tab-"
            changes = {"tab": f"{kind}{secrets.token_hex(8)}", "seen": now}
        table = schema.session
        here = table.update().where(table.c.number == row["number"])
        connection.execute(here.values(changes))


def may_go_on(session: Session, study: Study, gap: float) -> bool:
    """Whether somebody may go on who comes back after `gap` seconds.

    `never`: only if no item has been answered. `same_block`: not between two blocks, once
    the lease has run out; what the last block taught may be forgotten.
    """
    people = study.people
    if gap > MINUTE * people.longest_gap:
        return False
    if people.resume == "never":
        return not session.begun
    if people.resume == "same_block" and gap > people.lease:
        between = session.begun and session.step.block >= 0 and not session.answered
        return not between
    return True
