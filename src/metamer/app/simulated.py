"""Learners as participants: who is taught as in a study, and answers trial by trial."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from metamer.core.capabilities import KnowsRight, ObservesViews, is_compiled
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job, unit_key
from metamer.core.keys import Key
from metamer.core.study import Condition, Study
from metamer.core.trial import Feedback, Json, TrialItem, View
from metamer.engines.classifying import answer_all, as_choices
from metamer.training.networks import teachable

NO_GUESS = [[0]]
"""What a solver hands in that has no guess: people cannot hand in nothing."""


@runtime_checkable
class Simulant(Protocol):
    """A simulated participant at work."""

    def begin(self, page: str, view: View) -> None:
        """See a new item."""
        ...

    def answer(self, view: View, told: Feedback) -> Json:
        """The next answer to it; `told` is what the last one was told."""
        ...


class Prepared:
    """Has an answer to every item that it can be put, found by what the item looks like."""

    def __init__(self, known: dict[str, list[Json]]):
        self.known = known
        self.left: list[Json] = []

    def begin(self, page: str, view: View) -> None:
        looks = look(view)
        if looks not in self.known:
            raise Refusal(
                "the server shows an item that this study does not have in this "
                "condition: --url and --db must be of a server of the same study"
            )
        self.left = list(self.known[looks])

    def answer(self, view: View, told: Feedback) -> Json:
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]


class Playing:
    """A taught player, which sees what a person sees."""

    def __init__(self, paradigm: Any, player: Any, fitted: Any, key: Key):
        self.paradigm, self.player, self.fitted, self.key = (
            paradigm,
            player,
            fitted,
            key,
        )
        self.last = -1

    def begin(self, page: str, view: View) -> None:
        from metamer.engines.single_game import OneGame

        actions = self.paradigm.game_view(view, -1, 0.0).observation.shape[1]
        key = self.key.stream("page", page)
        self.game = OneGame(self.player, self.fitted, actions, key)
        self.last = -1

    def answer(self, view: View, told: Feedback) -> Json:
        seen = self.paradigm.game_view(view, self.last, float(told.get("earned", 0.0)))
        self.last = self.game.act(seen)
        return self.last


def look(view: View) -> str:
    """A short name for what an item looks like: equal views, equal names."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Teacher:
    """Teaches simulated participants what units are taught in `metamer run`."""

    study: Study
    learner: Any

    def teach(
        self, conditions: Sequence[Condition], number: int, units: range
    ) -> list[Simulant]:
        """Participants who are put the items of set `number`, each taught as one unit."""
        if self.study.paradigm.shape == "play":
            return self._players(conditions, units)
        known: list[dict[str, list[Json]]] = [{} for _ in units]
        for condition in conditions:
            answers = self._answers(condition, number, units)
            for looks, given in zip(known, answers, strict=True):
                looks.update(self._by_look(condition, number, given))
        return [Prepared(looks) for looks in known]

    def _answers(
        self, condition: Condition, number: int, units: range
    ) -> list[dict[str, list[Json]]]:
        job = self._job(condition, units)
        lessons = [job.paradigm.lesson(condition, job.key(unit)) for unit in units]
        asked = job.paradigm.lesson(condition, job.key(number))
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder), job.id, units.start, job.about)
            return ANSWERS[job.paradigm.shape](job, lessons, asked, place)

    def _job(self, condition: Condition, units: range) -> Job:
        able = teachable(self.learner)
        return Job(self.study.paradigm, able, condition, units, self.study.seed)

    def _by_look(
        self, condition: Condition, number: int, given: dict[str, list[Json]]
    ) -> dict[str, list[Json]]:
        """The answers to the items of a set, by what each looks like in each block.

        What learners are not asked, such as items to learn from, is answered right.
        """
        paradigm: Any = self.study.paradigm
        key = unit_key(self.study.seed, number)
        items: Sequence[TrialItem] = paradigm.trial_items(condition, key)
        found = {}
        for block in self.study.people.blocks:
            for item in items:
                if item.pool == block.pool:
                    trial = paradigm.trial(item, block.asking)
                    answers = list(given.get(item.id, ()))
                    if isinstance(trial, KnowsRight) and not (
                        answers and block.attempts
                    ):
                        answers.append(np.asarray(trial.right).tolist())
                    found[look(trial.view())] = answers
        return found

    def _players(self, conditions: Sequence[Condition], units: range) -> list[Simulant]:
        if len(conditions) > 1:
            raise Refusal(
                "a simulated player is taught one condition, and here each participant "
                "meets all: set people.within to false"
            )
        job = self._job(conditions[0], units)
        paradigm = job.paradigm
        if not isinstance(paradigm, ObservesViews):
            raise Refusal(
                f"{type(paradigm).__name__} cannot be simulated: its players cannot act "
                "on what people see (it has no method game_view)"
            )
        keys = [job.key(unit).stream("learner") for unit in units]
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder), job.id, units.start, job.about)
            fitted = _fit(job, keys, place)
        return [
            Playing(paradigm, job.learner, one, key)
            for one, key in zip(fitted, keys, strict=True)
        ]


def _fit(job: Job, keys: Sequence[Key], place: Place) -> list[Any]:
    from metamer.engines.playing import teach_compiled

    player: Any = job.learner
    lessons: list[Any] = [
        job.paradigm.lesson(job.condition, job.key(unit)) for unit in job.units
    ]
    if is_compiled(player):
        return teach_compiled(player, lessons, keys, place)
    return [
        player.fit(lesson.taught, key.stream("fit"))
        for lesson, key in zip(lessons, keys, strict=True)
    ]


def _classified(
    job: Job, lessons: list[Any], asked: Any, place: Place
) -> list[dict[str, list[Json]]]:
    """The label that each unit gives to each asked item."""
    mixed = [each._replace(asked=asked.asked, notes=asked.notes) for each in lessons]
    found = []
    for given in answer_all(job, mixed, place):
        choices, _ = as_choices(given.answer, asked, job.learner.name)
        pairs = zip(asked.notes["item"], choices.tolist(), strict=True)
        found.append({str(item): [max(choice, 0)] for item, choice in pairs})
    return found


def _solved(
    job: Job, lessons: list[Any], asked: Any, place: Place
) -> list[dict[str, list[Json]]]:
    """The grids that each unit hands in for each asked input, the best first."""
    from metamer.engines.solving import solve_all

    keys = [job.key(unit).stream("learner") for unit in job.units]
    every = solve_all(job.learner, [asked] * len(keys), keys, place)
    return [_guesses(job, asked, answers) for answers in every]


def _guesses(job: Job, asked: Any, answers: list[Any]) -> dict[str, list[Json]]:
    """The guesses by the item that they are for: the table has a row for each."""
    rows = job.paradigm.score(asked, answers)["item"]
    grids = [
        NO_GUESS if guess is None else guess.answer.tolist()
        for answer in answers
        for guesses in answer.guesses
        for guess in guesses or (None,)
    ]
    found: dict[str, list[Json]] = {}
    for item, grid in zip(rows, grids, strict=True):
        found.setdefault(str(item), []).append(grid)
    return found


ANSWERS: dict[str, Callable[..., list[dict[str, list[Json]]]]] = {
    "classify": _classified,
    "solve": _solved,
}
"""Who finds the answers, for the ways of asking in which they do not depend on each
other."""
