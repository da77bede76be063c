"""Items taught and asked: all units of a job together, or one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from metamer.core.capabilities import (
    DescribesTraining,
    Encodes,
    Explains,
    LimitsLabels,
    RecordsLogits,
    ScoresReasons,
    Trains,
    TrainsUnit,
    is_compiled,
    is_innate,
)
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson, Stream
from metamer.core.jobs import Job
from metamer.core.keys import Key
from metamer.core.learner import Learner
from metamer.core.responses import Columns
from metamer.engines.failures import name_failures


class UnitAnswer(NamedTuple):
    """What one unit answered, and what its learner adds to that."""

    answer: np.ndarray
    """A label for each item, or probabilities with one column per label."""
    training: Mapping[str, Any] = {}
    """Numbers about its training, by the column that they are for."""
    reasons: np.ndarray | None = None
    """Why it answered so, a row for each item."""


def answer_all(job: Job, lessons: list[Lesson], place: Place) -> list[UnitAnswer]:
    """The answers of each unit, once it has been taught its items."""
    if isinstance(job.learner, Trains):
        return _train(job, lessons, place)
    if not isinstance(job.learner, TrainsUnit):
        lessons = [_with_items(job.learner, lesson) for lesson in lessons]
        for lesson in lessons:
            _check_labels(job.learner, lesson.taught)
    if is_compiled(job.learner):
        return _ask_compiled(job, lessons)
    return _ask_one_by_one(job, lessons, place)


def _train(job: Job, lessons: list[Lesson], place: Place) -> list[UnitAnswer]:
    """The answers of a learner that teaches all units of a job together."""
    from metamer.engines.device import ask, ask_reasons
    from metamer.engines.evaluation import evaluation

    learner: Any = job.learner
    keys = [job.key(unit).stream("learner").jax for unit in job.units]
    place = replace(place, evaluation=evaluation(learner, lessons))
    with name_failures(str(job)):
        fitted = learner.train([lesson.taught for lesson in lessons], keys, place)
        asked = [lesson.asked.blind() for lesson in lessons]
        answers = ask(learner, fitted, asked)
        about = learner.tell(fitted) if isinstance(learner, DescribesTraining) else {}
        reasons = ask_reasons(learner, fitted, asked)
    return [
        UnitAnswer(
            answers[unit],
            {name: values[unit] for name, values in about.items()},
            reasons[unit],
        )
        for unit in range(len(lessons))
    ]


def _with_items(learner: Any, lesson: Lesson) -> Lesson:
    """The lesson with all its taught items drawn, unless the learner ignores them."""
    if not isinstance(lesson.taught, Stream):
        return lesson
    if is_innate(learner):
        return lesson._replace(taught=None)
    from metamer.training.drawing import draw_stream

    return lesson._replace(taught=draw_stream(lesson.taught))


def _check_labels(learner: Learner, taught: Items | None) -> None:
    """Refuse items with labels that the learner cannot tell apart."""
    if taught is None or not isinstance(learner, LimitsLabels):
        return
    largest = int(np.max(taught.labels))
    if largest >= learner.max_labels:
        raise Refusal(
            f"{learner.name} has {learner.max_labels} labels, and an item has the label "
            f"{largest}: take a learner with more, such as sklearn, or mlp with labels = "
            f"{largest + 1}"
        )


def _ask_compiled(job: Job, lessons: list[Lesson]) -> list[UnitAnswer]:
    from metamer.engines.device import teach_and_ask

    keys = [job.key(unit).stream("learner").jax for unit in job.units]
    with name_failures(str(job)):
        if isinstance(job.learner, Encodes):
            lessons = [job.learner.encode(lesson) for lesson in lessons]
        return [*map(UnitAnswer, teach_and_ask(job.learner, lessons, keys))]


def _ask_one_by_one(job: Job, lessons: list[Lesson], place: Place) -> list[UnitAnswer]:
    learner: Any = job.learner
    answers = []
    for number, (unit, lesson) in enumerate(zip(job.units, lessons, strict=True)):
        with name_failures(f"{learner.name}, {job.condition}, unit {unit}"):
            own, key = place.of_unit(number, len(lessons)), job.key(unit)
            fitted = _teach(learner, lesson.taught, key.stream("learner"), own)
            asked = lesson.asked.blind()
            answer = np.asarray(learner.answer(fitted, asked))
            explains = isinstance(learner, Explains)
            reasons = np.asarray(learner.explain(fitted, asked)) if explains else None
            answers.append(UnitAnswer(answer, reasons=reasons))
    return answers


def _teach(learner: Any, taught: Any, key: Key, place: Place) -> Any:
    """What `answer` needs, of one unit."""
    if isinstance(learner, TrainsUnit):
        return learner.train_unit(taught, key, place)
    return learner.fit(_with_int64_labels(taught), key)


def _with_int64_labels(taught: Items | None) -> Items | None:
    """The items with labels of the one type that PyTorch's losses accept."""
    if taught is None:
        return None
    return taught._replace(labels=np.asarray(taught.labels, np.int64))


def score(job: Job, lesson: Lesson, given: UnitAnswer) -> Columns:
    """One unit's answers as columns, from those that its lesson notes on.

    Numbers about the training fill the columns that the lesson has for them.
    """
    choices, probability = as_choices(given.answer, lesson, job.learner.name)
    training = {
        name: np.full_like(lesson.notes[name], value)
        for name, value in given.training.items()
        if name in lesson.notes
    }
    reasons: Columns = {}
    if isinstance(job.paradigm, ScoresReasons):
        reasons = job.paradigm.explained(lesson, given.reasons)
    return {
        **lesson.notes,
        **training,
        **job.paradigm.score(lesson, choices),
        "probability": probability,
        **_logits(job, given.answer),
        **reasons,
    }


def _logits(job: Job, answer: np.ndarray) -> Columns:
    """Log probabilities of all labels less their mean, if the paradigm wants them.

    NaN for learners that only name a label. A label without a column has probability 0.
    """
    many = job.paradigm.logits if isinstance(job.paradigm, RecordsLogits) else 0
    if answer.ndim == 1:
        logits = np.full((len(answer), many), np.nan)
    else:
        missing = max(many - answer.shape[1], 0)
        answer = np.pad(answer, ((0, 0), (0, missing)))
        logits = np.log(np.maximum(answer, np.finfo(np.float32).tiny))
        logits -= logits.mean(axis=1, keepdims=True)
    return {f"logit_{label}": logits[:, label] for label in range(many)}


def as_choices(
    answer: np.ndarray, lesson: Lesson, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """The label chosen for each item, and the probability that the learner gave to it."""
    many = len(lesson.asked.labels)
    if answer.shape[:1] != (many,) or answer.ndim > 2 or answer.shape[1:] == (1,):
        raise Refusal(
            f"{name} answered with shape {answer.shape} to {many} items; needed: "
            f"({many},) whole numbers, or ({many}, labels) probabilities"
        )
    if answer.ndim == 2:
        choices = answer.argmax(axis=1)
        probability = np.take_along_axis(answer, choices[:, None], axis=1)[:, 0]
        # A network that diverged answers NaN: no label is -1, so that is never right.
        choices = np.where(np.isnan(answer).any(axis=1), -1, choices)
        return choices, probability.astype(np.float32)
    if answer.dtype.kind not in "biu":
        raise Refusal(
            f"{name} answered with {answer.dtype} values; needed: whole numbers (labels), "
            "or an array of probabilities with one column per label"
        )
    return answer.astype(np.int64), np.full(many, np.nan, np.float32)
