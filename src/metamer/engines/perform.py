"""One job, from lesson to rows: what every engine runs, wherever it runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Lesson, Stream
from metamer.core.jobs import Job, compiled
from metamer.core.play import Round
from metamer.core.registry import paradigm
from metamer.core.responses import as_table
from metamer.core.solve import Sitting

if TYPE_CHECKING:
    import pandas as pd


def perform(job: Job, place: Place) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The rows that `job` stands for, and what was asked, if it records that.

    What a long job keeps meanwhile goes to its `place`.
    """
    lessons = [job.paradigm.lesson(job.condition, job.key(unit)) for unit in job.units]
    found = SHAPES[job.paradigm.shape](job, lessons, place)
    rows = [
        {**_given(job, unit, len(columns["item"])), **columns}
        for unit, columns in zip(job.units, found, strict=True)
    ]
    table = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
    items = job.paradigm.items(job.condition, lessons) if job.records else {}
    return as_table(table), items


Columns = dict[str, np.ndarray]


class Said(NamedTuple):
    """What the units of a job said, one entry each."""

    answers: Sequence[np.ndarray]
    told: dict[str, Any]
    """Of their training, by the column that it is for."""
    reasons: Sequence[np.ndarray | None]
    """Why they answered so, from those who say."""

    def of(self, unit: int) -> Said:
        """What one of them said."""
        told = {name: values[unit] for name, values in self.told.items()}
        return Said([self.answers[unit]], told, [self.reasons[unit]])


def classify(job: Job, lessons: list[Lesson], place: Place) -> list[Columns]:
    """Teach each unit its items, ask it others, and score what it says."""
    said = Said([], {}, [None] * len(lessons))
    if hasattr(job.learner, "train"):
        said = _teach_together(job, lessons, place)
    else:
        ask = _ask_compiled if compiled(job.learner) else _ask_one_by_one
        given = [_gathered(job.learner, lesson) for lesson in lessons]
        said = said._replace(answers=ask(job, given))
    return [_scored(job, lesson, said.of(unit)) for unit, lesson in enumerate(lessons)]


def play(job: Job, rounds: list[Round], place: Place) -> list[Columns]:
    """Teach each unit a game, let it play, and score its clicks."""
    from metamer.engines.playing import play_compiled, play_one

    keys = [job.key(unit).stream("learner") for unit in job.units]
    if compiled(job.learner):
        with _naming(str(job)):
            played = play_compiled(job.learner, rounds, keys, place)
    else:
        played = []
        for unit, it, key in zip(job.units, rounds, keys, strict=True):
            with _naming(f"{job.learner.name}, {job.condition}, unit {unit}"):
                played.append(play_one(job.learner, it, key))
    return [
        job.paradigm.score(it, clicks)
        for it, clicks in zip(rounds, played, strict=True)
    ]


def solve(job: Job, sittings: list[Sitting], place: Place) -> list[Columns]:
    """Show each unit its tasks one by one, and score its guesses."""
    from metamer.engines.solving import solve_all

    keys = [job.key(unit).stream("learner") for unit in job.units]
    with _naming(str(job)):
        solved = solve_all(job.learner, sittings, keys, place)
    mode = getattr(job.learner, "mode", "ranked")
    return [
        {
            **(columns := job.paradigm.score(sitting, found)),
            "mode": np.full(len(columns["item"]), mode, dtype=object),
        }
        for sitting, found in zip(sittings, solved, strict=True)
    ]


SHAPES: dict[str, Callable[[Job, list, Place], list[Columns]]] = {
    "classify": classify,
    "play": play,
    "solve": solve,
}
"""How a paradigm may ask, and who does the asking."""


def _gathered(learner: Any, lesson: Lesson) -> Lesson:
    """The lesson with all its taught items at hand, unless nobody looks at them."""
    if not isinstance(lesson.taught, Stream):
        return lesson
    if getattr(learner, "innate", False):
        return lesson._replace(taught=None)
    from metamer.training.drawing import whole

    return lesson._replace(taught=whole(lesson.taught))


def _teach_together(job: Job, lessons: list[Lesson], place: Place) -> Said:
    """What the units of a learner that teaches itself in one go say."""
    from metamer.engines.device import ask, ask_why

    learner: Any = job.learner
    keys = [job.key(unit).stream("learner").jax for unit in job.units]
    with _naming(str(job)):
        fitted = learner.train([lesson.taught for lesson in lessons], keys, place)
        asked = [lesson.asked.blind() for lesson in lessons]
        answers = ask(learner, fitted, asked)
        return Said(answers, learner.tell(fitted), ask_why(learner, fitted, asked))


def _ask_compiled(job: Job, lessons: list[Lesson]) -> list[np.ndarray]:
    from metamer.engines.device import teach_and_ask

    encode = getattr(job.learner, "encode", lambda lesson: lesson)
    keys = [job.key(unit).stream("learner").jax for unit in job.units]
    with _naming(str(job)):
        encoded = [encode(lesson) for lesson in lessons]
        return list(teach_and_ask(job.learner, encoded, keys))


def _ask_one_by_one(job: Job, lessons: list[Lesson]) -> list[np.ndarray]:
    learner: Any = job.learner
    answers = []
    for unit, lesson in zip(job.units, lessons, strict=True):
        with _naming(f"{job.learner.name}, {job.condition}, unit {unit}"):
            fitted = learner.fit(lesson.taught, job.key(unit).stream("learner"))
            answers.append(np.asarray(learner.answer(fitted, lesson.asked.blind())))
    return answers


@contextmanager
def _naming(who: str) -> Iterator[None]:
    """Whatever a learner may raise, as a sentence that says who failed at what."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".split("\n")[0]
        raise Refusal(f"failed: {who}: {reason}") from error


def _scored(job: Job, lesson: Lesson, said: Said) -> Columns:
    """One unit's answers as columns, from what its lesson notes on.

    What a learner tells of its training goes to the columns that the lesson has for it.
    """
    (answer,), (reason,) = said.answers, said.reasons
    choices, probability = as_choices(answer, lesson, job.learner.name)
    scored = job.paradigm.score(lesson, choices)
    known = {
        name: np.full_like(lesson.notes[name], value)
        for name, value in said.told.items()
        if name in lesson.notes
    }
    given = {"probability": probability, **_logits(job, answer)}
    explained: Any = getattr(job.paradigm, "explained", None)
    why = explained(lesson, reason) if explained else {}
    return {**lesson.notes, **known, **scored, **given, **why}


def _logits(job: Job, answer: np.ndarray) -> Columns:
    """Log probabilities of all labels less their mean, if the paradigm wants them.

    NaN from those who only name a label.
    """
    many = getattr(job.paradigm, "logits", 0)
    if answer.ndim == 1:
        logits = np.full((len(answer), many), np.nan)
    else:
        logits = np.log(np.maximum(answer, np.finfo(np.float32).tiny))
        logits -= logits.mean(axis=1, keepdims=True)
    return {f"logit_{label}": logits[:, label] for label in range(many)}


def _given(job: Job, unit: int, many: int) -> Columns:
    """The columns that every paradigm has, before the item."""
    given: dict[str, Any] = {
        "paradigm": paradigm.name_of(type(job.paradigm)) or type(job.paradigm).__name__,
        "learner": job.learner.name,
        "unit": np.int32(unit),
        "condition": job.condition.name,
        **dict(job.condition.details),
    }
    return {
        name: np.full(many, value, dtype=_dtype(value)) for name, value in given.items()
    }


def _dtype(value: Any) -> Any:
    return object if isinstance(value, str) else None


def as_choices(
    answer: np.ndarray, lesson: Lesson, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """Which label was chosen for each item, and how probable the learner held it."""
    many = len(lesson.asked.labels)
    if answer.shape[:1] != (many,) or answer.ndim > 2 or answer.shape[1:] == (1,):
        raise Refusal(
            f"{name} answered with shape {answer.shape} to {many} items; needed: "
            f"({many},) whole numbers, or ({many}, labels) probabilities"
        )
    if answer.ndim == 2:
        choices = answer.argmax(axis=1)
        probability = np.take_along_axis(answer, choices[:, None], axis=1)[:, 0]
        # A network that diverged says nothing: no label is -1, and never right.
        choices = np.where(np.isnan(answer).any(axis=1), -1, choices)
        return choices, probability.astype(np.float32)
    if answer.dtype.kind not in "biu":
        raise Refusal(
            f"{name} answered with {answer.dtype} values; needed: whole numbers (labels), "
            "or an array of probabilities with one column per label"
        )
    return answer.astype(np.int64), np.full(many, np.nan, np.float32)
