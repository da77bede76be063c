"""What was asked, as arrays and files, and read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from metamer.core.handout import Handout
from metamer.core.solve import TaskLesson
from metamer.core.study import Condition
from metamer.paradigms.concepts.files import as_json, from_json
from metamer.paradigms.concepts.items import item_ids
from metamer.paradigms.concepts.tasks import NamedTask, Task, as_text


def item_arrays(condition: Condition, lessons: Sequence[TaskLesson]) -> dict[str, Any]:
    """What was asked, for `items.npz`: ids, and each input with its task as ARC json.

    Of tasks with a shortcut also what it makes of each input.
    """
    found = {
        item: named.only(place)
        for one in lessons
        for named in one.known
        for place, item in enumerate(item_ids(named))
    }
    columns = {"item": list(found), "json": [as_json(one) for one in found.values()]}
    if any(named.shortcuts for named in found.values()):
        columns["shortcut"] = [as_text(named.shortcut(0)) for named in found.values()]
    return {
        f"{condition.name}/{name}": np.array(texts, dtype=str)
        for name, texts in columns.items()
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
        named.only(place).task
        for named in lesson.known
        for place in range(len(named.answers))
    ]


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
