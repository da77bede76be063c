"""Trials in words: a chat model is asked item by item, and its replies become rows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.conversation import (
    STRICT,
    UNREADABLE,
    Connection,
    Conversation,
    Messages,
    Reading,
    TaughtExample,
)
from metamer.core.jobs import Job
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.trial import CompletesRows, TrialItem
from metamer.engines.failures import name_failures

WRONG = "That is not right. Answer again, in the same form."
DESCRIBE = "Say in one or two sentences which rule you went by."

DESCRIPTION_TOKENS = 200

MODES = {"single": "ranked", "independent": "samples", "sequential": "interactive"}
"""How the answers to one item relate, as the table calls it."""

GIVEN_UP = 3
"""Unreadable replies in a row after which a game is not asked any further. Source: ours."""


@dataclass(frozen=True)
class Interview:
    """One unit that is asked: what it is told first, and its items."""

    conversation: Conversation
    opening: Messages
    items: tuple[TrialItem, ...]
    prompt: str
    """A hash of the prompt, for the table."""


def converse(job: Job, place: Place) -> list[Columns]:
    """Put the items of each unit to a chat model; the rows of each unit."""
    learner: Any = job.learner
    interviews = [_interview(job, unit) for unit in job.units]
    asked = [(each, item) for each in interviews for item in each.items]
    done = 0
    with name_failures(str(job)), learner.connect(place.folder, job.id) as line:
        pool = ThreadPoolExecutor(learner.concurrency)
        try:
            futures = [pool.submit(_ask, learner, line, *each) for each in asked]
            rows = []
            for future in futures:
                rows.append(future.result())
                done += 1
                place.progress(done / len(asked))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    found = iter(rows)
    return [_complete(job, [next(found) for _ in each.items]) for each in interviews]


def _interview(job: Job, unit: int) -> Interview:
    learner: Any = job.learner
    paradigm: Any = job.paradigm
    conversation = paradigm.conversation(job.condition, job.key(unit))
    key = job.key(unit).stream("learner")
    examples = draw_examples(conversation.examples, learner.examples, key)
    prompt = learner.read_prompt(conversation.prompts)
    items = draw_items(conversation, learner.questions, key)
    opening = _opening(prompt.text, examples, conversation.labels or {})
    return Interview(conversation, opening, items, prompt.hash)


def _opening(
    prompt: str, examples: Sequence[TaughtExample], labels: dict[str, str]
) -> Messages:
    """What comes before the first question: the prompt, and examples as turns."""
    shown = "\n\n".join(each.text for each in examples if not each.answer)
    for gap, text in {"examples": shown, **labels}.items():
        prompt = prompt.replace(f"{{{gap}}}", text)
    messages: Messages = [{"role": "system", "content": prompt.strip()}]
    for each in examples:
        if each.answer:
            messages.append({"role": "user", "content": each.text})
            messages.append({"role": "assistant", "content": each.answer})
    return messages


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


def _ask(learner: Any, line: Connection, each: Interview, item: TrialItem) -> Columns:
    """All answers to one item, as rows."""
    samples = learner.samples if learner.mode == "independent" else 1
    parts = [_sample(learner, line, each, item, sample) for sample in range(samples)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _sample(
    learner: Any, line: Connection, each: Interview, item: TrialItem, sample: int
) -> Columns:
    """One pass through a trial."""
    talk = each.conversation
    attempts = learner.samples if learner.mode == "sequential" else 1
    asking = Asking(attempts > 1 and not talk.turns, attempts, may_pass=True)
    trial = talk.trial(item, asking)
    messages: Messages = [*each.opening]
    said = talk.question(trial)
    readings: list[Reading] = []
    probabilities = []
    while not trial.over:
        if talk.turns and _gave_up(readings):
            reading, probability = Reading(), float("nan")
        else:
            messages.append({"role": "user", "content": said})
            reply = line.reply(messages, sample, talk.tokens)
            messages.append({"role": "assistant", "content": reply.text})
            reading = talk.read(trial, reply.text)
            probability = reply.probability if reading.how == STRICT else float("nan")
        unread = reading.how == UNREADABLE
        trial.respond(talk.unread(trial) if unread else reading.answer)
        readings.append(reading)
        probabilities.append(probability)
        said = talk.question(trial) if talk.turns else WRONG
    rows = trial.rows()
    many = len(rows["item"])
    if learner.mode == "independent":
        rows["step"] = np.full(many, sample, rows["step"].dtype)
    return {
        **rows,
        "probability": np.array(probabilities[:many], np.float32),
        "mode": np.full(many, MODES[learner.mode], object),
        "sample": np.full(many, sample, np.int16),
        "prompt": np.full(many, each.prompt, object),
        "reading": np.array([reading.how for reading in readings[:many]], object),
        **_description(learner, line, messages, sample, many),
    }


def _gave_up(readings: Sequence[Reading]) -> bool:
    last = readings[-GIVEN_UP:]
    return len(last) == GIVEN_UP and all(one.how == UNREADABLE for one in last)


def _description(
    learner: Any, line: Connection, messages: Messages, sample: int, many: int
) -> Columns:
    """The rule in the model's own words, if it is asked for it."""
    if not learner.describe:
        return {}
    asked = [*messages, {"role": "user", "content": DESCRIBE}]
    reply = line.reply(asked, sample, DESCRIPTION_TOKENS)
    return {"description": np.full(many, reply.text.strip(), object)}


def _complete(job: Job, parts: Sequence[Columns]) -> Columns:
    """The rows of one unit, with what the paradigm says of answers beside its trials."""
    from metamer.core.responses import as_table

    names = list(dict.fromkeys(name for part in parts for name in part))
    columns = {name: np.concatenate([part[name] for part in parts]) for name in names}
    if not isinstance(job.paradigm, CompletesRows):
        return columns
    table = job.paradigm.complete_rows(job.condition, as_table(columns))
    return {str(name): table[name].to_numpy() for name in table}
