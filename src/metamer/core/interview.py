"""One pass of a chat model through a trial: what it is told, asked, and what comes of it.

`go_through` is a generator: it yields what is said and is sent what was replied. So whoever
carries the messages (our own line to an endpoint, Inspect AI, a log that is read again)
puts the same question and gets the same rows.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from metamer.core.conversation import (
    STRICT,
    UNREADABLE,
    Content,
    Conversation,
    Manner,
    Messages,
    Prompt,
    Reading,
    Reply,
    TaughtExample,
    message,
)
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.trial import Trial, TrialItem

WRONG = "That is not right. Answer again, in the same form."
UNREAD = "That could not be read as an answer. Answer again, in the form asked for."
DESCRIBE = "Say in one or two sentences which rule you went by."

DESCRIPTION_TOKENS = 200

MODES = {"single": "ranked", "independent": "samples", "sequential": "interactive"}
"""How the answers to one item relate, as the table calls it."""

GIVEN_UP = 3
"""Answers in a row that changed nothing after which a game is not asked any further: the
last one counts for all turns that are left. Source: ours."""


class Request(NamedTuple):
    """What is said to a model, all that went before included."""

    messages: Messages
    sample: int
    """Equal messages with another number are asked anew."""
    tokens: int
    """How many an answer takes at most."""


Pass = Generator[Request, Reply, Columns]
"""Yields requests, is sent replies, and returns the rows of one trial."""


@dataclass(frozen=True)
class Interview:
    """One unit that is asked: what it is told first, and its items."""

    conversation: Conversation
    opening: Messages
    lead: tuple[Content, ...]
    """What stands before the first question in one message: examples as pictures, which
    a system prompt cannot hold."""
    items: tuple[TrialItem, ...]
    prompt: Prompt

    def question(self, trial: Trial) -> Content:
        """What is asked of a trial now, as the prompt wants it."""
        return self.conversation.style(self.prompt.style)(trial)


def prepare(
    talk: Conversation, prompt: Prompt, examples: int, questions: int, key: Key
) -> Interview:
    """What a unit is told and asked; `key` decides which examples and which items."""
    style = talk.style(prompt.style)
    shown = [
        (each, style(talk.trial(each.item, Asking())))
        for each in draw_examples(talk.examples, examples, key)
    ]
    unanswered = [content for each, content in shown if not each.answer]
    words = [content for content in unanswered if isinstance(content, str)]
    gaps = {"examples": "\n\n".join(words), **(talk.labels or {})}
    messages: Messages = [{"role": "system", "content": _fill(prompt.text, gaps)}]
    for each, content in shown:
        if each.answer:
            messages.append(message("user", content))
            messages.append(message("assistant", each.answer))
    lead = tuple(content for content in unanswered if not isinstance(content, str))
    return Interview(talk, messages, lead, draw_items(talk, questions, key), prompt)


def _fill(prompt: str, gaps: dict[str, str]) -> str:
    for gap, text in gaps.items():
        prompt = prompt.replace(f"{{{gap}}}", text)
    return prompt.strip()


def draw_examples(
    examples: Sequence[TaughtExample], many: int, key: Key
) -> list[TaughtExample]:
    """Some of the taught items, as evenly over their cells as there are items."""
    order = key.stream("examples").numpy.permutation(len(examples))
    cells: dict[str, list[TaughtExample]] = {}
    for place in order:
        cells.setdefault(examples[place].cell, []).append(examples[place])
    rounds = max(map(len, cells.values()), default=0)
    evenly = [
        cells[cell][turn]
        for turn in range(rounds)
        for cell in sorted(cells)
        if turn < len(cells[cell])
    ][:many]
    return [
        evenly[place] for place in key.stream("order").numpy.permutation(len(evenly))
    ]


def draw_items(
    conversation: Conversation, many: int, key: Key
) -> tuple[TrialItem, ...]:
    """All items, or `many` of each part, in the paradigm's order."""
    items = conversation.items
    if not many:
        return items
    order = key.stream("questions").numpy.permutation(len(items))
    chosen: dict[str, list[int]] = {}
    for place in order.tolist():
        own = chosen.setdefault(conversation.part(items[place]), [])
        if len(own) < many:
            own.append(place)
    every = [place for own in chosen.values() for place in own]
    return tuple(items[place] for place in sorted(every))


def go_through(each: Interview, item: TrialItem, manner: Manner, sample: int) -> Pass:
    """Put one item, once; the rows of its answers."""
    talk = each.conversation
    attempts = manner.samples if manner.mode == "sequential" else 1
    asking = Asking(attempts > 1 and not talk.turns, attempts, may_pass=True)
    trial = talk.trial(item, asking)
    messages = [*each.opening]
    said: tuple[Content, ...] = (*each.lead, each.question(trial))
    readings: list[Reading] = []
    probabilities: list[float] = []
    reply, idle = Reply(""), 0
    while not trial.over:
        if idle < GIVEN_UP:
            messages.append(message("user", *said))
            reply = yield Request([*messages], sample, talk.tokens(trial))
            messages.append(message("assistant", reply.text))
        reading = talk.read(trial, reply.text)
        unread = reading.how == UNREADABLE
        trial.respond(talk.unread(trial) if unread else reading.answer)
        idle = idle + 1 if talk.idle(trial) else 0
        readings.append(reading)
        strict = reading.how == STRICT
        probabilities.append(reply.probability if strict else float("nan"))
        if talk.turns and not trial.over and idle < GIVEN_UP:
            messages = [*each.opening]
            said = (*each.lead, each.question(trial))
        else:
            said = (UNREAD if unread else WRONG,)
    rows = _rows(each, trial, manner, sample, readings, probabilities)
    if not manner.describe:
        return rows
    asked = [*messages, message("user", DESCRIBE)]
    reply = yield Request(asked, sample, DESCRIPTION_TOKENS)
    many = len(rows["item"])
    return {**rows, "description": np.full(many, reply.text.strip(), object)}


def _rows(
    each: Interview,
    trial: Trial,
    manner: Manner,
    sample: int,
    readings: Sequence[Reading],
    probabilities: Sequence[float],
) -> Columns:
    """The trial's own rows, and how its answers came about."""
    rows = trial.rows()
    many = len(rows["item"])
    if manner.mode == "independent":
        rows["step"] = np.full(many, sample, rows["step"].dtype)
    return {
        **rows,
        "probability": np.array(probabilities[:many], np.float32),
        "mode": np.full(many, MODES[manner.mode], object),
        "sample": np.full(many, sample, np.int16),
        "prompt": np.full(many, each.prompt.hash, object),
        "reading": np.array([reading.how for reading in readings[:many]], object),
    }
