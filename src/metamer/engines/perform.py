"""One job, from lesson to rows: what every engine runs, wherever it runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.answers import AnswersById
from metamer.core.capabilities import HasMode, is_compiled
from metamer.core.checkpoints import Place
from metamer.core.conversation import Respondent
from metamer.core.items import Lesson
from metamer.core.jobs import Job
from metamer.core.play import GameLesson
from metamer.core.registry import paradigm
from metamer.core.responses import Columns, as_table
from metamer.core.solve import TaskLesson
from metamer.engines.classifying import answer_all, score
from metamer.engines.failures import name_failures
from metamer.training.networks import teachable

if TYPE_CHECKING:
    import pandas as pd


def perform(job: Job, place: Place) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The rows that `job` stands for, and what was asked, if it records that.

    A long job keeps what it needs to go on in its `place`.
    """
    lessons = [job.paradigm.lesson(job.condition, job.key(unit)) for unit in job.units]
    if isinstance(job.learner, Respondent):
        from metamer.engines.conversing import converse

        found = converse(job, place)
    elif isinstance(job.learner, AnswersById):
        from metamer.engines.answered import look_up

        with name_failures(str(job)):
            found = look_up(job, lessons)
    else:
        able = replace(job, learner=teachable(job.learner))
        found = ASK[job.paradigm.shape](able, lessons, place)
    rows = [
        {**unit_columns(job, unit, len(columns["item"])), **columns}
        for unit, columns in zip(job.units, found, strict=True)
    ]
    table = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
    items = job.paradigm.items(job.condition, lessons) if job.records else {}
    return as_table(table), items


def classify(job: Job, lessons: list[Lesson], place: Place) -> list[Columns]:
    """Teach each unit its items, ask it others, and score its answers."""
    answers = answer_all(job, lessons, place)
    return [
        score(job, lesson, answer)
        for lesson, answer in zip(lessons, answers, strict=True)
    ]


def play(job: Job, lessons: list[GameLesson], place: Place) -> list[Columns]:
    """Teach each unit a game, let it play, and score its actions."""
    from metamer.engines.playing import play_compiled, play_one

    keys = [job.key(unit).stream("learner") for unit in job.units]
    if is_compiled(job.learner):
        with name_failures(str(job)):
            played = play_compiled(job.learner, lessons, keys, place)
    else:
        played = []
        for unit, lesson, key in zip(job.units, lessons, keys, strict=True):
            with name_failures(f"{job.learner.name}, {job.condition}, unit {unit}"):
                played.append(play_one(job.learner, lesson, key))
    return [
        job.paradigm.score(lesson, actions)
        for lesson, actions in zip(lessons, played, strict=True)
    ]


def solve(job: Job, lessons: list[TaskLesson], place: Place) -> list[Columns]:
    """Show each unit its tasks one by one, and score its guesses."""
    from metamer.engines.solving import solve_all

    keys = [job.key(unit).stream("learner") for unit in job.units]
    with name_failures(str(job)):
        answers = solve_all(job.learner, lessons, keys, place)
    mode = job.learner.mode if isinstance(job.learner, HasMode) else "ranked"
    return [
        {
            **(columns := job.paradigm.score(lesson, answer)),
            "mode": np.full(len(columns["item"]), mode, dtype=object),
        }
        for lesson, answer in zip(lessons, answers, strict=True)
    ]


ASK: dict[str, Callable[[Job, list, Place], list[Columns]]] = {
    "classify": classify,
    "play": play,
    "solve": solve,
}
"""Who does the asking, for each of the `SHAPES`."""


def unit_columns(job: Job, unit: int, many: int) -> Columns:
    """The columns before `item`, which every paradigm has, for `many` rows of one unit."""
    values: dict[str, Any] = {
        "paradigm": paradigm.name_of(type(job.paradigm)) or type(job.paradigm).__name__,
        "learner": job.learner.name,
        "unit": np.int32(unit),
        "condition": job.condition.name,
        **dict(job.condition.details),
    }
    return {
        name: np.full(many, value, dtype=object if isinstance(value, str) else None)
        for name, value in values.items()
    }
