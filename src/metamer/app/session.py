"""A session as the replay of its events; no database, no clock.

Whoever has a session's timeline and its events has the session: what is shown now, what
each answer was told, and whether it is over.
"""

import math
from dataclasses import dataclass, field
from typing import Any

from metamer.app.timeline import Page, SessionStep, Timeline
from metamer.core.errors import Refusal
from metamer.core.trial import Json, Trial

MAX_AHEAD = 10
"""Pages that are sent before the browser needs them."""

MAX_TEXT = 5000
"""Characters of a description."""

MAX_MS = 7 * 86_400_000
"""Milliseconds that an answer can take: a week."""

KINDS = ("consent", "read", "questions", "answer", "describe", "sign")
AGAIN = "again-"
"""How the page begins that shows the instructions to somebody who was away."""

Result = dict[str, Json]


@dataclass
class Session:
    """Where a participant is; changed by `apply` alone."""

    timeline: Timeline
    next: int = 0
    """The number of the event that comes next."""
    step: SessionStep = field(init=False)
    results: dict[int, Result] = field(default_factory=dict)
    """What each answer was told, by the number of its event."""
    answered: int = 0
    """Answers in this block so far, and in those that are mixed with it."""
    begun: bool = False
    """Whether any item has been answered."""
    read_again: set[str] = field(default_factory=set)
    _trial: Trial | None = None
    _streak: int = 0

    def __post_init__(self) -> None:
        self.step = self.timeline.first()

    @property
    def over(self) -> bool:
        return self.step.kind == "done"

    def apply(self, kind: str, payload: dict[str, Json]) -> Result | None:
        """Take the next event; a refused one changes nothing.

        Returns the result of an answer, and nothing for other kinds.
        """
        result = None
        if kind == "sign":
            pass
        elif kind == "read" and self._is_again(payload):
            self.read_again.add(payload["page"])
        else:
            check_page(kind, self.step, payload)
            result = self._take(kind, payload)
        self.next += 1
        return result

    def _is_again(self, payload: dict[str, Json]) -> bool:
        page = payload.get("page")
        return isinstance(page, str) and page.startswith(AGAIN) and len(page) <= 40

    def _take(self, kind: str, payload: dict[str, Json]) -> Result | None:
        if kind == "answer":
            return self._answer(payload)
        if kind == "consent":
            given = payload.get("given")
            if not isinstance(given, bool):
                raise Refusal("consent needs `given`, true or false")
            self._go(self.timeline.after(self.step, right=given))
        elif kind == "questions":
            self._go(self.timeline.after(self.step, self._all_right(payload)))
        else:
            if kind == "describe":
                check_description(payload)
            self._go(self.timeline.after(self.step, met=self._met()))
        return None

    def _all_right(self, payload: dict[str, Json]) -> bool:
        questions, answers = self.timeline.people.questions, payload.get("answers")
        if not isinstance(answers, list) or len(answers) != len(questions):
            raise Refusal(f"`answers` must be a list of {len(questions)} texts")
        for question, answer in zip(questions, answers, strict=True):
            if answer not in question.options:
                raise Refusal(f"an answer to {question.text!r:.60} must be an option")
        pairs = zip(questions, answers, strict=True)
        return all(answer == question.right for question, answer in pairs)

    def _answer(self, payload: dict[str, Json]) -> Result:
        check_ms(payload)
        step, trial = self.step, self.trial()
        feedback = trial.respond(payload.get("answer"))
        result: Result = {"feedback": feedback, "over": trial.over}
        if self.timeline.waits(step):
            result["view"] = trial.view()
        self.begun, self.answered = True, self.answered + 1
        self._count(step, trial)
        if trial.over:
            self._go(self.timeline.after(step, met=self._met()))
        self.results[self.next] = result
        return result

    def _count(self, step: SessionStep, trial: Trial) -> None:
        """Count right answers in a row, if the block ends by them."""
        if self.timeline.people.blocks[step.block].criterion:
            right = bool(trial.rows()["correct"][-1])
            self._streak = self._streak + 1 if right else 0

    def _met(self) -> bool:
        if self.step.block < 0:
            return False
        criterion = self.timeline.people.blocks[self.step.block].criterion
        return 0 < criterion <= self._streak

    def _go(self, step: SessionStep) -> None:
        if step.block < 0 or self.step.block not in self.timeline.group(step.block):
            self.answered = self._streak = 0
        self.step, self._trial = step, None

    def trial(self) -> Trial:
        """The trial that is being answered."""
        if self._trial is None:
            self._trial = self.timeline.trial(self.step)
        return self._trial

    def pages(self, known: frozenset[str] = frozenset()) -> list[Page]:
        """The page to show now, and those after it that no answer can change.

        Of pages that the browser knows already only the id is given.
        """
        step, met = self.step, self._met()
        found = [self._page(step, known, now=True)]
        while not self.timeline.waits(step) and len(found) <= MAX_AHEAD:
            step = self.timeline.after(step, met=met)
            if step.kind == "done":  # has a code, which only the last event earns
                break
            met = False
            found.append(self._page(step, known))
        return found

    def _page(
        self, step: SessionStep, known: frozenset[str], now: bool = False
    ) -> Page:
        head = {"id": step.id, "kind": step.kind}
        if step.id in known and not now:
            return {"id": step.id}
        if step.kind == "trial":
            trial = self.trial() if now else self.timeline.trial(step)
            return {**head, **trial_page(self.timeline, step), "view": trial.view()}
        return {**head, **still_page(self.timeline, step)}


def check_page(kind: str, step: SessionStep, payload: dict[str, Json]) -> None:
    """Refuse an event that does not belong to the page that is shown."""
    expected = {"text": "read", "trial": "answer"}.get(step.kind, step.kind)
    page = payload.get("page")
    if kind != expected or page != step.id:
        raise Refusal(
            f"this session is at the page {step.id!r}: the event {kind!r:.20} for the "
            f"page {page!r:.40} does not belong there"
        )


def check_description(payload: dict[str, Json]) -> None:
    """Refuse a description that is no text, or a book."""
    check_ms(payload)
    text = payload.get("text")
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise Refusal(f"`text` must be a text of at most {MAX_TEXT} characters")


def check_ms(payload: dict[str, Json]) -> None:
    """Refuse a time that is no time."""
    ms: Any = payload.get("ms")
    number = isinstance(ms, int | float) and not isinstance(ms, bool)
    if not number or not math.isfinite(ms) or not 0 <= ms <= MAX_MS:
        raise Refusal(f"`ms` must be a number from 0 to {MAX_MS}, not {ms!r:.40}")


def trial_page(timeline: Timeline, step: SessionStep) -> Page:
    """What the browser must know of a trial besides its view."""
    block = timeline.people.blocks[step.block]
    return {
        "screen": timeline.screen,
        "feedback": block.feedback or timeline.paradigm.shape == "play",
        "wait": timeline.waits(step),
        "seconds": block.seconds,
        # An attention check must not be told from the items among which it comes.
        "block": timeline.people.blocks[timeline.group(step.block)[-1]].label,
        "done": timeline.done(step),
        "of": len(timeline.order(step.block)),
    }


PROMPT = "In your own words: what is the rule?"


def still_page(timeline: Timeline, step: SessionStep) -> Page:
    """What a page shows that has no trial."""
    texts = timeline.texts
    if step.kind == "consent":
        return {"html": texts.consent}
    if step.kind == "questions":
        asked = [
            {"text": question.text, "options": list(question.options)}
            for question in timeline.people.questions
        ]
        return {"questions": asked, "wrong": step.tries > 1}
    if step.kind == "describe":
        return {"prompt": PROMPT}
    if step.kind == "done":
        return {"reason": step.reason, "html": texts.endings[step.reason]}
    if step.id == "debriefing":
        return {"html": texts.debriefing}
    html = texts.instructions if step.block < 0 else texts.blocks[step.block]
    return {"html": html}
