"""Items whose answers were given elsewhere: looked up by their ids, and scored."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from metamer.core.answers import (
    ByItem,
    GivenAnswer,
    GivenAnswers,
    ReadsAnswers,
)
from metamer.core.counting import count
from metamer.core.errors import Refusal
from metamer.core.items import Lesson
from metamer.core.jobs import Job
from metamer.core.learner import Learner
from metamer.core.play import GameLesson, Trajectories
from metamer.core.responses import Columns
from metamer.core.solve import Guess, TaskAnswer, TaskLesson
from metamer.core.study import Condition, Paradigm
from metamer.engines.classifying import UnitAnswer, score

EXAMPLES = 3
"""Items that a refusal names."""


def look_up(job: Job, lessons: Sequence[Any]) -> list[Columns]:
    """The rows of each unit, from the answers that its learner was given."""
    learner: Any = job.learner
    found = []
    for unit, lesson in zip(job.units, lessons, strict=True):
        answers = learner.given().of(job.condition, unit)
        missing = missing_ids(job.paradigm, lesson, answers)
        if missing:
            raise lacking(
                learner, [place(item, job.condition, unit) for item in missing]
            )
        columns = SCORE[job.paradigm.shape](job, lesson, answers)
        found.append(_with_extras(columns, answers, learner.given()))
    return found


def missing_ids(paradigm: Paradigm, lesson: Any, answers: ByItem) -> list[str]:
    """The asked items of a lesson that have no answer, each once."""
    asked = dict.fromkeys(asked_ids(paradigm, lesson))
    return [item for item in asked if item not in answers]


def place(item: str, condition: Condition, unit: int) -> str:
    """An asked item as a sentence names it."""
    return f"{item} ({condition}, unit {unit})"


def lacking(learner: Learner, missing: Sequence[str], hint: str = "") -> Refusal:
    """The refusal of a learner that has no answer to some items."""
    more = " ..." if len(missing) > EXAMPLES else ""
    return Refusal(
        f"{learner.name} has no answer to {count(len(missing), 'asked item')}: "
        f"{', '.join(missing[:EXAMPLES])}{more}; where there was no answer, write `none`, "
        f"which counts as wrong{hint}"
    )


def asked_ids(paradigm: Paradigm, lesson: Any) -> list[str]:
    """The ids of what is asked in a lesson, in its order."""
    if not isinstance(lesson, TaskLesson):
        return [str(item) for item in lesson.notes["item"]]
    # A solver's rows have the ids: one row for each input to which there is no guess.
    none = [TaskAnswer(((),) * len(shown.task.inputs)) for shown in lesson.shown]
    return [str(item) for item in paradigm.score(lesson, none)["item"]]


def _classify(job: Job, lesson: Lesson, answers: ByItem) -> Columns:
    return score(
        job, lesson, UnitAnswer(_labels(job.paradigm, job.condition, lesson, answers))
    )


def _labels(
    paradigm: Paradigm, condition: Condition, lesson: Lesson, answers: ByItem
) -> np.ndarray:
    """The label chosen for each item; -1 where there was no answer."""
    read: dict[str, int] = {}
    for item in set(lesson.notes["item"]):
        (label,) = _read(paradigm, condition, answers[item], 1)
        read[item] = -1 if label is None else label
    return np.array([read[item] for item in lesson.notes["item"]])


def _play(job: Job, lesson: GameLesson, answers: ByItem) -> Columns:
    return job.paradigm.score(
        lesson, _trajectories(job.paradigm, job.condition, lesson, answers)
    )


def _trajectories(
    paradigm: Paradigm, condition: Condition, lesson: GameLesson, answers: ByItem
) -> Trajectories:
    """What was done in each game; a game may have been left before it was over."""
    ids, limit = asked_ids(paradigm, lesson), lesson.asked.limit
    actions = np.full((len(ids), limit), -1)
    for game, item in enumerate(ids):
        read = _read(paradigm, condition, answers[item], limit)
        for step, action in enumerate(read):
            if action is None or not 0 <= action < lesson.asked.actions:
                answers[item][step].row.refuse(
                    "answer", f"must be one of {lesson.asked.actions} actions"
                )
            actions[game, step] = action
    too_late = _over()(lesson.asked, lesson.start, actions) & (actions >= 0)
    if too_late.any():
        game, step = np.argwhere(too_late)[0]
        answers[ids[game]][step].row.refuse(
            "answer",
            f"{ids[game]} was over after {step} of its {len(answers[ids[game]])} steps",
        )
    return Trajectories(actions, np.full(actions.shape, np.nan))


@functools.cache
def _over() -> Callable[..., np.ndarray]:
    """Whether each game is over before each action."""
    import jax
    import jax.numpy as jnp

    @jax.jit
    def walk(game: Any, start: Any, actions: Any) -> Any:
        def step(state: Any, action: Any) -> Any:
            over = game.over(state)
            return game.step(state, jnp.maximum(action, 0))[0], over

        return jax.lax.scan(step, game.place(start), actions.T)[1].T

    def over(game: Any, start: Any, actions: np.ndarray) -> np.ndarray:
        return np.asarray(
            walk(game, jax.tree.map(jnp.asarray, start), jnp.asarray(actions))
        )

    return over


def _solve(job: Job, lesson: TaskLesson, answers: ByItem) -> Columns:
    columns = job.paradigm.score(
        lesson, _guesses(job.paradigm, job.condition, lesson, answers)
    )
    return {**columns, "mode": np.full(len(columns["item"]), "ranked", dtype=object)}


def _guesses(
    paradigm: Paradigm, condition: Condition, lesson: TaskLesson, answers: ByItem
) -> list[TaskAnswer]:
    ids = iter(asked_ids(paradigm, lesson))
    return [
        TaskAnswer(
            tuple(
                tuple(
                    Guess(grid)
                    for grid in _read(
                        paradigm, condition, answers[next(ids)], lesson.guesses
                    )
                    if grid is not None
                )
                for _ in shown.task.inputs
            )
        )
        for shown in lesson.shown
    ]


SCORE: dict[str, Callable[[Job, Any, ByItem], Columns]] = {
    "classify": _classify,
    "play": _play,
    "solve": _solve,
}

READ: dict[str, Callable[[Paradigm, Condition, Any, ByItem], Any]] = {
    "classify": _labels,
    "play": _trajectories,
    "solve": _guesses,
}


def _read(
    paradigm: Paradigm, condition: Condition, answers: Sequence[GivenAnswer], limit: int
) -> Iterator[Any]:
    """What the answers to one item stand for."""
    if len(answers) > limit:
        answers[limit].row.refuse(
            "item", f"takes {count(limit, 'answer')} here, and has {len(answers)}"
        )
    for answer in answers:
        try:
            yield _read_one(paradigm, condition, answer.text)
        except Refusal as refusal:
            answer.row.refuse("answer", str(refusal))


def _read_one(paradigm: Paradigm, condition: Condition, text: str) -> Any:
    if isinstance(paradigm, ReadsAnswers):
        return paradigm.read_answer(condition, text)
    if text.isascii() and text.isdecimal():
        return int(text[:9])
    raise Refusal(f"must be a whole number from 0, not {text!r:.40}")


def _with_extras(columns: Columns, answers: ByItem, given: GivenAnswers) -> Columns:
    """The rows with the probabilities and times that came with the answers."""
    rows = list(zip(columns["item"], columns["step"], strict=True))
    own = [answers[item][step] for item, step in rows]
    if given.has("probability"):
        values = [answer.probability for answer in own]
        columns["probability"] = np.array(values, np.float32)
    if given.has("seconds"):
        columns["seconds"] = np.array([answer.seconds for answer in own])
    return columns
