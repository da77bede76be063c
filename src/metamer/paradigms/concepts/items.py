"""The tasks of a concept: read from a folder, or drawn from its families."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.solve import TaskLesson, TaskView
from metamer.core.study import Condition
from metamer.paradigms.concepts.controls import misleads, rivals
from metamer.paradigms.concepts.rules import (
    CONCEPTS,
    Family,
    FamilyEntry,
    RuleAndShortcut,
    ShortcutEntry,
    Unfit,
    draw_variant,
    families_of,
    shortcuts_of,
)
from metamer.paradigms.concepts.shortcut_tasks import ShortcutTask, draw_tasks
from metamer.paradigms.concepts.tasks import Grid, NamedTask, Pair, Task, same

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts

MINIMAL_DRAWS = 12
"""Tasks of which the one with the fewest coloured cells is minimal. Source: ours."""

ATTEMPTS = 400
"""How often a task, or one of its inputs, is drawn anew before the family is at fault."""


WithRule = tuple[NamedTask, Family | RuleAndShortcut | None]
"""A task and its rule, if it was generated."""


class TaskOrigin(NamedTuple):
    """What references may look at: the name, and the rule of a generated task."""

    name: str
    rule: Family | RuleAndShortcut | None


def lesson(paradigm: Concepts, condition: Condition, key: Key) -> TaskLesson:
    """The tasks that one unit meets in one concept, or in one training condition."""
    tasks = _tasks(paradigm, condition.name, key)
    return TaskLesson(
        tuple(
            TaskView(named.task, TaskOrigin(named.name, rule)) for named, rule in tasks
        ),
        tuple(named for named, _ in tasks),
        paradigm.guesses,
    )


def _tasks(paradigm: Concepts, name: str, key: Key) -> list[WithRule]:
    if paradigm.folder:
        return _from_folder(paradigm, name)
    if paradigm.trainings:
        return _draw_with_shortcuts(paradigm, name, key.stream("shortcuts"))
    return _draw(paradigm, name, key.stream("tasks", name))


def _from_folder(paradigm: Concepts, concept: str) -> list[WithRule]:
    return [
        (named, None) for named in paradigm.folder_tasks if named.concept == concept
    ]


def _draw(paradigm: Concepts, concept: str, key: Key) -> list[WithRule]:
    """Tasks of a concept's families in turn, so that all are met about equally often."""
    entries = families_of(concept, paradigm.apart)
    tasks = [
        _draw_named(entries[number % len(entries)], paradigm, key.stream(number))
        for number in range(paradigm.tasks)
    ]
    if paradigm.minimal:
        tasks.append(_draw_minimal(concept, paradigm, key.stream("minimal")))
    return tasks


def _draw_with_shortcuts(paradigm: Concepts, training: str, key: Key) -> list[WithRule]:
    """Tasks of all concepts, the same ones in every training condition."""
    return [
        _draw_with_shortcut(entries[number % len(entries)], paradigm, training, own)
        for concept in paradigm.concepts or CONCEPTS
        for entries in [shortcuts_of(concept)]
        for number in range(paradigm.tasks)
        for own in [key.stream(concept, number)]
    ]


def _draw_with_shortcut(
    entry: ShortcutEntry, paradigm: Concepts, training: str, key: Key
) -> WithRule:
    numbers = paradigm.demonstrations, paradigm.asked, paradigm.familiar
    tasks, both = _drawn(entry, key, numbers)
    return with_shortcut(entry, tasks[training]), both


@lru_cache(maxsize=1024)
def _drawn(
    entry: ShortcutEntry, key: Key, numbers: tuple[int, int, int]
) -> tuple[dict[str, ShortcutTask], RuleAndShortcut]:
    """The task of a key in all conditions, kept: every learner meets it in each."""
    return draw_tasks(entry, key.numpy, *numbers)


def with_shortcut(entry: ShortcutEntry, drawn: ShortcutTask) -> NamedTask:
    """A drawn task with its name, its answers, and those of the shortcut.

    The name says neither rule nor shortcut: whoever is handed the task may read it.
    """
    return NamedTask(
        f"{entry.concept}-{digest(drawn.task)}",
        entry.concept,
        False,
        drawn.task,
        tuple(one.answer for one in drawn.asked),
        entry.name,
        shortcuts=tuple(one.shortcut for one in drawn.asked),
        parts=tuple(one.part for one in drawn.asked),
    )


def _draw_minimal(concept: str, paradigm: Concepts, key: Key) -> WithRule:
    """The simplest of some tasks of a concept: the one with the fewest coloured cells.

    Source: ours, in the place of moskvichev2023's minimal tasks, the simplest instances of
    a concept that its authors could think of.
    """
    entries = families_of(concept, "without")
    named, rule = min(
        (
            _draw_named(entries[number % len(entries)], paradigm, key.stream(number))
            for number in range(MINIMAL_DRAWS)
        ),
        key=lambda drawn: _coloured_cells(drawn[0].task),
    )
    return named._replace(name=f"minimal-{named.name}", minimal=True), rule


def _coloured_cells(task: Task) -> int:
    """Cells of all inputs that are not background."""
    return sum(int(np.count_nonzero(grid)) for grid in task.seen)


def _draw_named(entry: FamilyEntry, paradigm: Concepts, key: Key) -> WithRule:
    task, answers, rule = draw_task(
        entry, key.numpy, paradigm.demonstrations, paradigm.asked
    )
    name = f"{entry.name}-{digest(task)}"
    named = NamedTask(
        name, entry.concept, False, task, answers, entry.name, entry.apart
    )
    return named, rule


def digest(task: Task) -> str:
    """A short text that follows from all grids of a task, and differs for other tasks."""
    text = json.dumps(
        [[grid.tolist() for grid in pair] for pair in task.demonstrations]
    )
    text += json.dumps([grid.tolist() for grid in task.inputs])
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def draw_task(
    entry: FamilyEntry,
    rng: np.random.Generator,
    demonstrations: int = 3,
    asked: int = 3,
) -> tuple[Task, tuple[Grid, ...], Family]:
    """A task, its answers, and the rule that made it.

    Drawn until it is unambiguous: no other variant of the rule and no simple wrong rule
    explains the demonstrations and gives another answer to an asked input.
    """
    for _ in range(ATTEMPTS):
        # The variant is drawn anew, too: one that is seldom unambiguous with few
        # demonstrations would otherwise use up all attempts.
        rule = draw_variant(entry.rule, rng)
        pairs = [draw_pair(rule, rng) for _ in range(demonstrations + asked)]
        shown, rest = pairs[:demonstrations], pairs[demonstrations:]
        if _all_different(pairs) and _is_unambiguous(entry, rule, shown, rest):
            task = Task(tuple(shown), tuple(pair.input for pair in rest))
            return task, tuple(pair.output for pair in rest), rule
    raise Refusal(
        f"{entry.concept} {entry.name} gave no unambiguous task in {ATTEMPTS} draws; "
        "this is a fault of the family"
    )


def draw_pair(rule: Family, rng: np.random.Generator) -> Pair:
    """An input and its answer."""
    for _ in range(ATTEMPTS):
        try:
            grid = rule.draw(rng)
            return Pair(grid, rule.answer(grid))
        except Unfit:
            continue
    raise Refusal(
        f"{rule} found no input in {ATTEMPTS} draws; this is a fault of the family"
    )


def _is_unambiguous(
    entry: FamilyEntry, rule: Family, shown: list[Pair], rest: list[Pair]
) -> bool:
    """Whether every demonstration shows a change, and no other rule misleads."""
    return not any(same(*pair) for pair in shown) and not any(
        misleads(rival, shown, rest) for rival in rivals(entry, rule, shown)
    )


def _all_different(pairs: list[Pair]) -> bool:
    inputs = {(pair.input.shape, pair.input.tobytes()) for pair in pairs}
    return len(inputs) == len(pairs)


def item_ids(named: NamedTask) -> list[str]:
    """An id for each asked input of a task."""
    return [f"concepts/{named.name}/{place}" for place in range(len(named.answers))]
