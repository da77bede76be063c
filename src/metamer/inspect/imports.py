"""Logs as a run folder: the rows that the replies of each model give here."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from metamer.core.conversation import Messages, Reply
from metamer.core.counting import are, count
from metamer.core.errors import Refusal
from metamer.core.interview import Interview
from metamer.core.items import join_items
from metamer.core.jobs import Job
from metamer.core.responses import Columns, Responses, as_table
from metamer.core.settings import to_plain
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.core.trial import TrialItem
from metamer.engines.conversing import ask, complete, join
from metamer.engines.perform import unit_columns
from metamer.inspect.asking import Place, asked_items, jobs
from metamer.inspect.evaluated import Evaluated
from metamer.inspect.logs import Log, Said, find_logs, read_log
from metamer.inspect.partial import measurable


def import_logs(paths: Sequence[Path], out: Path) -> tuple[Responses, list[str]]:
    """Write logs as a run folder; and a sentence on each model with missing samples."""
    started = time.monotonic()
    models = _by_model([read_log(path) for path in find_logs(paths)])
    rows, missing = [], []
    for model in models:
        own, asked = _rows(model)
        rows.extend(own)
        if asked > len(model.said):
            missing.append(_missing(model, asked))
    first = models[0].logs[0].study
    study = replace(first, learners=tuple(model.learner for model in models))
    table = as_table(join(rows))
    if missing or any(log.condition for model in models for log in model.logs):
        study = measurable(study, table)
    items = _items(study)
    seconds = time.monotonic() - started
    return Run(out).import_responses(study, table, items, seconds), missing


@dataclass(frozen=True)
class Model:
    """All that the logs say of one model."""

    logs: tuple[Log, ...]

    @property
    def said(self) -> dict[Place, Said]:
        """What it replied; of a sample in several logs, what the last one has."""
        return {place: said for log in self.logs for place, said in log.said.items()}

    @property
    def jobs(self) -> list[Job]:
        """The conditions that it was asked in."""
        plan = replace(self.logs[0].study, learners=(self.learner,))
        every = {
            str(job.condition): job
            for log in self.logs
            for job in jobs(plan, log.condition)
        }
        return list(every.values())

    @property
    def learner(self) -> Evaluated:
        """Who it is in the table."""
        chat = self.logs[0].chat
        digests = "".join(log.digest for log in self.logs)
        return Evaluated(
            model=self.logs[0].model,
            mode=chat.mode,
            samples=chat.manner.samples,
            examples=chat.examples,
            questions=chat.questions,
            prompt=chat.prompt,
            logs=tuple(log.path.name for log in self.logs),
            digest=hashlib.sha256(digests.encode()).hexdigest()[:16],
        )


def _by_model(logs: Sequence[Log]) -> list[Model]:
    """Each model with its logs; refuses logs that do not fit together."""
    found: dict[str, list[Log]] = {}
    for log in logs:
        own = found.setdefault(log.model, [])
        own.append(log)
        _check_same(logs[0].study, log.study, logs[0], log, without=("learners",))
        _check_same(own[0].study, log.study, own[0], log)
    models = [Model(tuple(own)) for own in found.values()]
    for model in models:
        if not model.said:
            raise Refusal(
                f"no sample of {model.logs[0].model} is finished in "
                f"{', '.join(str(log.path) for log in model.logs)}"
            )
    return models


def _check_same(
    one: Study, other: Study, first: Log, second: Log, without: tuple[str, ...] = ()
) -> None:
    """Refuse two logs that belong in different runs."""
    plain, others = to_plain(one), to_plain(other)
    keys = [key for key in (plain | others) if key not in without]
    differ = [key for key in keys if plain.get(key) != others.get(key)]
    if differ:
        raise Refusal(
            f"{second.path} asked otherwise than {first.path} (these settings differ: "
            f"{', '.join(differ)}); import them into two folders"
        )


def _missing(model: Model, asked: int) -> str:
    left = asked - len(model.said)
    return (
        f"{count(left, 'sample')} of {asked:,} of {model.learner.name} {are(left)} not "
        "finished, and left out"
    )


def _rows(model: Model) -> tuple[list[Columns], int]:
    """The rows of each unit in each condition, and how many samples there should be."""
    said = model.said
    rows, asked = [], 0
    for job in model.jobs:
        for unit in job.units:
            each = asked_items(model.logs[0].chat, job, unit)
            asked += len(each.items)
            parts = [
                _replay(model, each, item, said.pop(place))
                for item in each.items
                if (place := (str(job.condition), unit, item.id)) in said
            ]
            if parts:
                columns = complete(job.paradigm, job.condition, parts)
                named = unit_columns(job, unit, len(columns["item"]))
                rows.append({**named, **columns})
    _check_all_asked(model, said)
    return rows, asked


def _check_all_asked(model: Model, left: dict[Place, Said]) -> None:
    """Refuse answers to what the study does not ask here."""
    if left:
        condition, unit, item = next(iter(left))
        log = next(log for log in model.logs if (condition, unit, item) in log.said)
        raise Refusal(
            f"{log.path} is of another version of the items (metamer {log.version}): its "
            f"study does not ask {item} of unit {unit} in {condition} here"
        )


@dataclass(frozen=True)
class KeptReplies:
    """Replies that were given before, in the place of an open line."""

    waiting: tuple[list[Reply], ...]
    """Those of each pass that are still to be given."""
    where: str

    def reply(self, messages: Messages, sample: int, tokens: int) -> Reply:
        """The next one of this pass."""
        if sample >= len(self.waiting) or not self.waiting[sample]:
            self.refuse()
        return self.waiting[sample].pop(0)

    def stop(self) -> None:
        """Nothing is under way."""

    @property
    def spending(self) -> str:
        return ""

    def refuse(self) -> NoReturn:
        """Say that an item takes more replies here, or fewer."""
        raise Refusal(f"{self.where} do not end where the item ends here")


def _replay(model: Model, each: Interview, item: TrialItem, said: Said) -> Columns:
    """The rows that these replies give: a trial is rebuilt from its answers."""
    log = model.logs[-1]
    line = KeptReplies(
        tuple(map(list, said.passes)),
        f"{log.path} is of another version of the items (metamer {log.version}): its "
        f"replies to {item.id}",
    )
    rows = ask(line, replace(each, prompt=said.prompt), item, log.chat.manner)
    if any(line.waiting):
        line.refuse()
    return rows


def _items(study: Study) -> dict[str, Any]:
    """What was asked, as a run records it."""
    columns: dict[str, list[np.ndarray]] = {}
    for job in jobs(study):
        if job.records:
            lessons = [
                job.paradigm.lesson(job.condition, job.key(unit)) for unit in job.units
            ]
            for name, array in job.paradigm.items(job.condition, lessons).items():
                columns.setdefault(name, []).append(array)
    return join_items(columns)
