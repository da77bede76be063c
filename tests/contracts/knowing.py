"""Learners that know every answer, and give it or never give it."""

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from metamer.core.capabilities import RecordsLogits
from metamer.core.checkpoints import Place
from metamer.core.jobs import Job, unit_key
from metamer.core.solve import Guess
from metamer.engines.perform import perform


@dataclass(frozen=True)
class Classifies:
    """Looks labels up; one that is wrong says the next label."""

    name: str
    labels: dict[Any, int]
    count: int
    innate = True

    def fit(self, items, key): ...

    def answer(self, fitted, items):
        found = np.array([self.labels[content(row)] for row in items.inputs])
        said = (found + (self.name == "wrong")) % self.count
        rest = 0.1 / (self.count - 1)
        return np.where(np.arange(self.count) == said[:, None], 0.9, rest)


@dataclass(frozen=True)
class Plays:
    """Knows the state of each game; one that is wrong makes every mistake first."""

    name: str
    lesson: Any
    innate = True

    def fit(self, game, key): ...

    def start(self, fitted, many):
        return self.lesson.asked.place(jax.tree.map(jnp.asarray, self.lesson.start))

    def act(self, fitted, view, memory, key):
        game, games = self.lesson.asked, len(view.observation)
        every = [jnp.full(games, action) for action in range(game.actions)]
        wrong = np.stack([game.wrong(memory, action) for action in every], axis=1)
        untried = np.asarray(game.untried(game.view(memory)))
        wanted = untried & (wrong if self.name == "wrong" else ~wrong)
        action = np.where(wanted.any(1), wanted.argmax(1), untried.argmax(1))
        return action, game.step(memory, jnp.asarray(action))[0]


@dataclass(frozen=True)
class Solves:
    """Looks answers up; one that is wrong has another colour everywhere."""

    name: str
    answers: dict[str, Any]

    def solve(self, shown, guesses, key):
        step = self.name == "wrong"
        return tuple(
            (Guess((known + step) % 10),) for known in self.answers[task(shown)]
        )


def content(row):
    """What an input is, whether text or array."""
    return row if isinstance(row, str) else np.asarray(row).tobytes()


def task(shown):
    return repr((shown.task.demonstrations, shown.task.inputs))


def classifier(name, settings, lessons):
    pairs = [
        (content(row), int(label))
        for lesson in lessons
        for row, label in zip(lesson.asked.inputs, lesson.asked.labels, strict=True)
    ]
    count = max(label for _, label in pairs) + 1
    if isinstance(settings, RecordsLogits):
        count = max(count, settings.logits)
    return Classifies(name, dict(pairs), max(count, 2))


def player(name, settings, lessons):
    return Plays(name, lessons[0])


def solver(name, settings, lessons):
    pairs = [
        (task(shown), known.answers)
        for lesson in lessons
        for shown, known in zip(lesson.shown, lesson.known, strict=True)
    ]
    return Solves(name, dict(pairs))


SHAPES = {"classify": classifier, "play": player, "solve": solver}


def responses(settings, folder, units=2):
    """The rows of two learners in every condition: `right` and `wrong`."""
    rows = []
    for condition in settings.conditions():
        lessons = [settings.lesson(condition, unit_key(0, n)) for n in range(units)]
        for name in ("right", "wrong"):
            learner = SHAPES[settings.shape](name, settings, lessons)
            job = Job(settings, learner, condition, range(units), 0)
            rows.append(perform(job, Place(folder, f"{condition} {name}"))[0])
    return rows
