"""Trials in words: a chat model is asked item by item, and its replies become rows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.conversation import Connection, Manner, Respondent
from metamer.core.interview import Interview, go_through
from metamer.core.jobs import Job
from metamer.core.responses import Columns, as_table
from metamer.core.trial import CompletesRows, TrialItem
from metamer.engines.failures import name_failures


def converse(job: Job, place: Place) -> list[Columns]:
    """Put the items of each unit to a chat model; the rows of each unit."""
    learner: Any = job.learner
    interviews = [interview_of(job, learner, unit) for unit in job.units]
    asked = [(each, item) for each in interviews for item in each.items]
    rows = []
    with name_failures(str(job)), learner.connect(place.folder, job.id) as line:
        pool = ThreadPoolExecutor(learner.concurrency)
        try:
            futures = [pool.submit(ask, line, *each, learner.manner) for each in asked]
            for future in futures:
                rows.append(future.result())
                place.progress(len(rows) / len(asked), line.spending)
        finally:
            line.stop()
            pool.shutdown(wait=True, cancel_futures=True)
    found = iter(rows)
    return [
        complete(job.paradigm, job.condition, [next(found) for _ in each.items])
        for each in interviews
    ]


def interview_of(job: Job, learner: Respondent, unit: int) -> Interview:
    """What one unit is told and asked."""
    paradigm: Any = job.paradigm
    conversation = paradigm.conversation(job.condition, job.key(unit))
    return learner.interview(conversation, job.key(unit).stream("learner"))


def ask(line: Connection, each: Interview, item: TrialItem, manner: Manner) -> Columns:
    """All answers to one item, as rows."""
    passes = range(manner.passes)
    return join([_pass(line, each, item, manner, sample) for sample in passes])


def _pass(
    line: Connection, each: Interview, item: TrialItem, manner: Manner, sample: int
) -> Columns:
    going = go_through(each, item, manner, sample)
    try:
        request = next(going)
        while True:
            request = going.send(line.reply(*request))
    except StopIteration as end:
        return end.value


def join(parts: Sequence[Columns]) -> Columns:
    """The rows of several trials, one after the other."""
    names = list(dict.fromkeys(name for part in parts for name in part))
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def complete(paradigm: Any, condition: Any, parts: Sequence[Columns]) -> Columns:
    """The rows of one unit, with what the paradigm says of answers beside its trials."""
    columns = join(parts)
    if not isinstance(paradigm, CompletesRows):
        return columns
    table = paradigm.complete_rows(condition, as_table(columns))
    return {str(name): table[name].to_numpy() for name in table}
