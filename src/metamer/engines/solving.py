"""Tasks solved one after the other; each is kept when done, so that a stop loses one."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.learner import Solver
from metamer.core.solve import Guess, TaskAnswer, TaskLesson, TaskView


def solve_all(
    learner: Any, lessons: Sequence[TaskLesson], keys: Sequence[Key], place: Place
) -> list[list[TaskAnswer]]:
    """What a learner makes of every task of every unit."""
    done = _restore(place)
    asked = [
        (shown, lesson.guesses, key.stream("task", number))
        for lesson, key in zip(lessons, keys, strict=True)
        for number, shown in enumerate(lesson.shown)
    ]
    for shown, guesses, key in asked[len(done) :]:
        done.append(_solve(learner, shown, guesses, key))
        _save(place, done)
        place.progress(len(done) / len(asked))
    every = iter(done)
    return [list(islice(every, len(lesson.shown))) for lesson in lessons]


def _solve(learner: Solver, shown: TaskView, guesses: int, key: Key) -> TaskAnswer:
    """One task, with the time it took; more guesses than allowed do not count."""
    begun = time.perf_counter()
    found = learner.solve(shown, guesses, key)
    seconds = time.perf_counter() - begun
    asked = len(shown.task.inputs)
    if len(found) != asked:
        raise Refusal(
            f"{learner.name} answered {len(found)} inputs of a task that has {asked}"
        )
    return TaskAnswer(tuple(tuple(each)[:guesses] for each in found), seconds)


def _save(place: Place, done: Sequence[TaskAnswer]) -> None:
    """Keep all answers so far as one text: a checkpoint holds arrays only."""
    text = json.dumps([_to_plain(answer) for answer in done])
    place.save([np.array(text)])


def _restore(place: Place) -> list[TaskAnswer]:
    kept = place.restore([np.array("")])
    return [_from_plain(plain) for plain in json.loads(str(kept[0]))] if kept else []


def _to_plain(answer: TaskAnswer) -> dict[str, Any]:
    guesses = [
        [[np.asarray(guess.answer).tolist(), guess.reason] for guess in each]
        for each in answer.guesses
    ]
    return {"seconds": answer.seconds, "guesses": guesses}


def _from_plain(plain: dict[str, Any]) -> TaskAnswer:
    guesses = tuple(
        tuple(Guess(np.array(rows, np.uint8), why) for rows, why in each)
        for each in plain["guesses"]
    )
    return TaskAnswer(guesses, plain["seconds"])
