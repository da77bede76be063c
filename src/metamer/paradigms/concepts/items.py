"""The tasks of a concept: read from a folder, or drawn from its families."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.handout import Handout
from metamer.core.keys import Key
from metamer.core.solve import TaskLesson, TaskView
from metamer.core.study import Condition
from metamer.paradigms.concepts.controls import misleads, rivals
from metamer.paradigms.concepts.files import as_json, from_json
from metamer.paradigms.concepts.rules import (
    Family,
    FamilyEntry,
    Unfit,
    draw_variant,
    families_of,
)
from metamer.paradigms.concepts.tasks import Grid, NamedTask, Pair, Task, same

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts

MINIMAL_DRAWS = 12
"""Tasks of which the one with the fewest coloured cells is minimal. Source: ours."""

ATTEMPTS = 400
"""How often a task, or one of its inputs, is drawn anew before the family is at fault."""


WithRule = tuple[NamedTask, Family | None]
"""A task and its rule, if it was generated."""


class TaskOrigin(NamedTuple):
    """What references may look at: the name, and the rule of a generated task."""

    name: str
    rule: Family | None


def lesson(paradigm: Concepts, condition: Condition, key: Key) -> TaskLesson:
    """The tasks that one unit meets in one concept."""
    tasks = (
        _from_folder(paradigm, condition.name)
        if paradigm.folder
        else _draw(paradigm, condition.name, key.stream("tasks", condition.name))
    )
    return TaskLesson(
        tuple(
            TaskView(named.task, TaskOrigin(named.name, rule)) for named, rule in tasks
        ),
        tuple(named for named, _ in tasks),
        paradigm.guesses,
    )


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


def item_arrays(condition: Condition, lessons: Sequence[TaskLesson]) -> dict[str, Any]:
    """What was asked, for `items.npz`: ids, and each input with its task as ARC json."""
    found: dict[str, str] = {}
    for one in lessons:
        for named in one.known:
            places = range(len(named.answers))
            texts = [as_json(_only(named, place)) for place in places]
            found |= dict(zip(item_ids(named), texts, strict=True))
    return {
        f"{condition.name}/item": np.array(list(found), dtype=str),
        f"{condition.name}/json": np.array(list(found.values()), dtype=str),
    }


def handout(lesson: TaskLesson) -> Handout:
    """The tasks of a lesson as ARC json without the outputs that are asked.

    Nothing is taught beforehand: the demonstrations are in the tasks.
    """
    asked = [
        (item, f"tasks/{named.name}.json", place)
        for named in lesson.known
        for place, item in enumerate(item_ids(named))
    ]
    ids, files, places = zip(*asked, strict=True)
    arrays = {
        "item": np.array(ids, dtype=str),
        "task": np.array(files, dtype=str),
        "test": np.array(places),
    }
    blind = [
        named._replace(answers=(None,) * len(named.answers)) for named in lesson.known
    ]
    texts = {f"tasks/{named.name}.json": as_json(named) for named in blind}
    return Handout({}, arrays, texts)


def asked_inputs(lesson: TaskLesson) -> list[Task]:
    """Each asked input with its task, in the order of their ids."""
    return [
        _only(named, place).task
        for named in lesson.known
        for place in range(len(named.answers))
    ]


def _only(named: NamedTask, place: int) -> NamedTask:
    """The task with only one of its inputs."""
    task = named.task._replace(inputs=named.task.inputs[place : place + 1])
    return named._replace(task=task, answers=named.answers[place : place + 1])


def asked_tasks(arrays: dict[str, Any]) -> list[tuple[str, list[NamedTask]]]:
    """The tasks of each concept, from what `item_arrays` gave."""
    concepts = [name.removesuffix("/json") for name in arrays if name.endswith("/json")]
    return [
        (
            concept,
            _joined(arrays[f"{concept}/item"], arrays[f"{concept}/json"], concept),
        )
        for concept in concepts
    ]


def _joined(ids: np.ndarray, texts: np.ndarray, concept: str) -> list[NamedTask]:
    """The tasks to which these inputs belong, each with all its inputs."""
    found: dict[str, NamedTask] = {}
    for item, text in zip(ids.tolist(), texts.tolist(), strict=True):
        name = item.removeprefix("concepts/").rpartition("/")[0]
        one = from_json(text, name, concept)
        found[name] = _with_inputs(found[name], one) if name in found else one
    return list(found.values())


def _with_inputs(named: NamedTask, more: NamedTask) -> NamedTask:
    """The task with the inputs of another that has the same demonstrations."""
    inputs = (*named.task.inputs, *more.task.inputs)
    return named._replace(
        task=named.task._replace(inputs=inputs),
        answers=(*named.answers, *more.answers),
    )
