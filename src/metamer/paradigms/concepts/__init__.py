"""Grid tasks: does a learner that solves one task of a concept solve its others?

Paper: moskvichev2023. Moskvichev, Odouard & Mitchell (2023). The ConceptARC benchmark:
evaluating understanding and generalization in the ARC domain. TMLR.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from metamer.core.conversation import Conversation
from metamer.core.errors import Refusal, at_least, one_of, remark
from metamer.core.given import read_given
from metamer.core.handout import Handout
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.registry import paradigm
from metamer.core.responses import Responses
from metamer.core.solve import TaskAnswer, TaskLesson
from metamer.core.study import Condition
from metamer.core.trial import TrialItem
from metamer.paradigms.concepts import archive, items, show, words
from metamer.paradigms.concepts.controls import TRAININGS
from metamer.paradigms.concepts.files import read_tasks
from metamer.paradigms.concepts.rules import CONCEPTS, SHORTCUTS, families, families_of
from metamer.paradigms.concepts.score import rows
from metamer.paradigms.concepts.submissions import read_grid
from metamer.paradigms.concepts.tasks import MAX_PAIRS, Grid, NamedTask
from metamer.paradigms.concepts.trials import GridTrial, trial_items

if TYPE_CHECKING:
    from matplotlib.figure import Figure

APART = ("with", "without", "only")

MAX_TASKS = 1000
"""The largest number of tasks for a concept, and of guesses."""


@paradigm.add("concepts")
@dataclass(frozen=True)
class Concepts:
    """Show grid tasks of a concept; ask what their rule makes of new inputs.

    Source: moskvichev2023, Sec. 3.
    """

    shape: ClassVar[str] = "solve"
    demo: ClassVar[tuple[str, ...]] = ("concepts-corpus",)
    answer_form: ClassVar[str] = "a grid as JSON: a list of rows of colours 0 to 9"

    concepts: tuple[str, ...] = ()
    """Which concepts; all by default. Source: moskvichev2023, Table 1."""
    folder: str = ""
    """A folder of ARC tasks to ask, instead of drawing them. Source: moskvichev2023's
    released corpus has one folder for each concept."""
    minimal: bool = False
    """Whether minimal tasks are asked too: those of a corpus, or one drawn for each
    concept. Source: moskvichev2023, Sec. 5.1: they check the attention of people, and count
    in no accuracy."""
    tasks: int = 9
    """Tasks drawn for each concept and unit, from its families in turn. Source: ours;
    moskvichev2023 has 10."""
    demonstrations: int = 3
    """Of each drawn task. Source: moskvichev2023's released tasks: 1 to 5."""
    asked: int = 3
    """Inputs asked of each drawn task. Source: moskvichev2023, Sec. 3."""
    guesses: int = 3
    """How many answers count for an input. Source: moskvichev2023, Sec. 4."""
    apart: Literal["with", "without", "only"] = "with"
    """Families that were unknown to the authors of the search's operations: with the
    others, without them, or only those. Source: ours."""
    trainings: tuple[str, ...] = ()
    """Training conditions of tasks that a shortcut explains as well as a rule; without any,
    no task has a shortcut. Source: ours, after dasgupta2022, Fig. 2."""
    familiar: int = 1
    """Inputs like those of the demonstrations that are asked of each task with a shortcut,
    besides `asked` ones on which rule and shortcut part. Source: ours, after the `familiar`
    items of `categories`."""

    def __post_init__(self) -> None:
        read_given(self, "concepts")
        one_of("apart", self.apart, APART)
        for name in ("tasks", "guesses"):
            at_least(f"concepts: {name}", getattr(self, name), 1, MAX_TASKS)
        for name in ("demonstrations", "asked"):
            at_least(f"concepts: {name}", getattr(self, name), 1, MAX_PAIRS)
        at_least("concepts: familiar", self.familiar, 0, MAX_PAIRS)
        self._check_trainings()
        if not self.folder:  # which may be gone when a finished run is read
            self._check_concepts()

    def _check_trainings(self) -> None:
        """Refuse what tasks with a shortcut cannot have."""
        for name in self.trainings:
            one_of("training condition", name, TRAININGS)
            if self.trainings.count(name) > 1:
                raise Refusal(f"concepts: trainings have {name!r} more than once")
        if self.trainings and (self.folder or self.minimal):
            raise Refusal(
                "concepts: tasks with a shortcut are drawn, and none of them is minimal; "
                "leave out trainings, or else folder and minimal"
            )

    def _check_concepts(self) -> None:
        for name in self.concepts:
            one_of("concept", name, self._known)

    @cached_property
    def folder_tasks(self) -> tuple[NamedTask, ...]:
        """The tasks of the folder, without those that cannot be read."""
        tasks, faults = read_tasks(self.folder)
        for fault in faults:
            remark(fault)
        asked = tuple(named for named in tasks if self.minimal or not named.minimal)
        if not asked:
            raise Refusal(f"{self.folder} has no task that can be asked")
        return asked

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """The concepts of the folder's tasks, or those of the paper."""
        if self.folder:
            return tuple(sorted({named.concept for named in self.folder_tasks}))
        return tuple(CONCEPTS)

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, for the catalogue."""
        return {
            "conditions": list(CONCEPTS),
            "trainings": list(TRAININGS),
            "shortcuts": list(SHORTCUTS),
            "families": [f"{entry.concept} {entry.name}" for entry in families()],
        }

    def conditions(self) -> tuple[Condition, ...]:
        """One for each concept, or each training condition of tasks with a shortcut."""
        self._check_concepts()
        if self.trainings:
            return tuple(Condition(name) for name in self.trainings)
        return tuple(Condition(name) for name in self.concepts or self._known)

    def lesson(self, condition: Condition, key: Key) -> TaskLesson:
        return items.lesson(self, condition, key)

    def score(
        self, lesson: TaskLesson, solved: Sequence[TaskAnswer]
    ) -> dict[str, np.ndarray]:
        return rows(lesson, solved)

    def trial_items(self, condition: Condition, key: Key) -> tuple[TrialItem, ...]:
        return trial_items(self, condition, key)

    def conversation(self, condition: Condition, key: Key) -> Conversation:
        return words.conversation(self, condition, key)

    def trial(self, item: TrialItem, asking: Asking) -> GridTrial:
        return GridTrial(item, asking)

    def choices(self, condition: Condition) -> tuple[str, ...]:
        """None: an answer is a grid."""
        return ()

    def read_answer(self, condition: Condition, text: str) -> Grid | None:
        return read_grid(text)

    def hand_out(
        self, condition: Condition, lesson: TaskLesson, taught: int
    ) -> Handout:
        return archive.handout(lesson)

    def item_picture(
        self, condition: Condition, lesson: TaskLesson, place: int
    ) -> Figure:
        task = archive.asked_inputs(lesson)[place]
        return show.picture(task, (None,))

    def items(
        self, condition: Condition, lessons: Sequence[TaskLesson]
    ) -> dict[str, Any]:
        return archive.item_arrays(condition, lessons)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        """One task of each of the first four conditions."""
        if self.folder:
            first = [(name, tasks[0]) for name, tasks in archive.asked_tasks(asked)[:4]]
        else:
            first = [
                (condition.name, self.lesson(condition, key).known[0])
                for condition in self.conditions()[:4]
            ]
        return [(name, show.picture(task.task, task.answers)) for name, task in first]

    def items_page(self, responses: Responses) -> str:
        """Every task, with all guesses at it."""
        from metamer.paradigms.concepts.gallery import gallery  # and its templates

        return gallery(responses)

    def describe_asked(self, asked: dict[str, Any]) -> list[dict[str, str]]:
        """The concepts of a run, one row each; the folder of its tasks is not needed."""
        if not self.folder:
            return self.description()
        return [
            {"concept": name, "tasks": str(len(tasks))}
            for name, tasks in archive.asked_tasks(asked)
        ]

    def description(self) -> list[dict[str, str]]:
        """The conditions, one row each."""
        if self.trainings:
            return [
                {"condition": name, "demonstrations": TRAININGS[name]}
                for name in self.trainings
            ]
        names = [condition.name for condition in self.conditions()]
        if self.folder:
            concepts = [named.concept for named in self.folder_tasks]
            return [
                {"concept": name, "tasks": str(concepts.count(name))} for name in names
            ]
        return [
            {
                "concept": name,
                "families": ", ".join(
                    entry.name for entry in families_of(name, self.apart)
                ),
            }
            for name in names
        ]
