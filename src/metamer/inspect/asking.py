"""What an evaluation asks: a study, how a chat model is asked, and each question of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from metamer.core.conversation import read_prompt
from metamer.core.errors import Refusal, one_of
from metamer.core.interview import Interview, draw_items
from metamer.core.jobs import Job, series
from metamer.core.plans import find_study
from metamer.core.registry import paradigm as paradigms
from metamer.core.registry import profile as contrasts
from metamer.core.study import SCALES, Condition, Study
from metamer.core.trial import TrialItem
from metamer.engines.conversing import interview_of
from metamer.learners.chat import Chat
from metamer.profiles.learners import QUESTIONS
from metamer.profiles.profile import profile_study

Place = tuple[str, int, str]
"""Where an answer belongs: the condition in words, the unit, and the item's id."""


@dataclass(frozen=True)
class Question:
    """One item that one unit is asked in one condition."""

    job: Job
    unit: int
    interview: Interview
    item: TrialItem

    @property
    def place(self) -> Place:
        return str(self.job.condition), self.unit, self.item.id

    @property
    def part(self) -> str:
        """The part that its item belongs to; empty where items have none."""
        return self.interview.conversation.part(self.item)


def plan(
    name: str, study: str, scale: str, units: int | None, seed: int | None, chat: Chat
) -> Study:
    """The study that the chat model is put through: a named one, or the profile's.

    Source: ours.
    """
    made = _named(name, study, scale, chat) if study else _profile(name, scale, chat)
    return replace(
        made,
        units=made.units if units is None else units,
        seed=made.seed if seed is None else seed,
    )


def _profile(name: str, scale: str, chat: Chat) -> Study:
    return profile_study(name, contrasts(name)(), scale or "demo", (chat,))


def _named(name: str, study: str, scale: str, chat: Chat) -> Study:
    found = find_study(study, scale)
    asked = paradigms.name_of(type(found.paradigm))
    if asked != name:
        raise Refusal(
            f"{study} is a study of {asked}: evaluate metamer/{asked}, not metamer/{name}"
        )
    return replace(found, learners=(chat,))


def questions_at(study: str, scale: str) -> int:
    """Items of each part that are asked if nobody says how many: as a profile does."""
    one_of("scale", scale or "demo", SCALES)
    return 0 if study else QUESTIONS[scale or "demo"]


def jobs(study: Study, condition: str = "") -> list[Job]:
    """One for each condition; or for those that are called `condition`."""
    every = series(study)
    if not condition:
        return every
    names = dict.fromkeys(
        text for job in every for text in (job.condition.name, str(job.condition))
    )
    one_of("condition", condition, names)
    return [job for job in every if condition in _names(job.condition)]


def _names(condition: Condition) -> tuple[str, str]:
    return condition.name, str(condition)


def questions(study: Study, condition: str = "") -> Iterator[Question]:
    """All that is asked, in the order of the table."""
    for job in jobs(study, condition):
        for unit in job.units:
            learner: Any = job.learner
            each = interview_of(job, learner, unit)
            yield from (Question(job, unit, each, item) for item in each.items)


def asked_items(chat: Chat, job: Job, unit: int) -> Interview:
    """The items of one unit without what it was told, which needs no prompt's file."""
    paradigm: Any = job.paradigm
    key = job.key(unit).stream("learner")
    talk = paradigm.conversation(job.condition, job.key(unit))
    items = draw_items(talk, chat.questions, key)
    return Interview(talk, [], (), items, read_prompt(""))
