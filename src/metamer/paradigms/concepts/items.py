"""The tasks of a concept: read from a folder, or drawn from its families."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.solve import Shown, Sitting
from metamer.core.study import Condition
from metamer.paradigms.concepts.corpus import NamedTask
from metamer.paradigms.concepts.families.family import (
    Entry,
    Family,
    drawn_task,
    families,
)
from metamer.programs.task import Grid, Task

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts


class Known(NamedTuple):
    """What is known of a task beyond what is shown."""

    name: str
    concept: str
    minimal: bool
    family: str
    """Of a generated task; empty for one that was read."""
    apart: bool
    """Whether the family was not seen by those who wrote the search's operations."""
    answers: tuple[Grid | None, ...]


class Features(NamedTuple):
    """What references may look at: the name, and the rule of a generated task."""

    name: str
    rule: Family | None


def sitting(paradigm: Concepts, condition: Condition, key: Key) -> Sitting:
    """The tasks that one unit meets in one concept."""
    found = (
        [_read(it) for it in paradigm.read if it.concept == condition.name]
        if paradigm.folder
        else _drawn(paradigm, condition.name, key.stream("tasks", condition.name))
    )
    return Sitting(
        tuple(shown for shown, _ in found),
        tuple(known for _, known in found),
        paradigm.guesses,
    )


def _read(it: NamedTask) -> tuple[Shown, Known]:
    known = Known(it.name, it.concept, it.minimal, "", False, it.answers)
    return Shown(it.task, Features(it.name, None)), known


def _drawn(paradigm: Concepts, concept: str, key: Key) -> list[tuple[Shown, Known]]:
    """Tasks of a concept's families in turn, so that all are met about equally often."""
    entries = offered(concept, paradigm.apart)
    return [
        _one(entries[number % len(entries)], paradigm, key.stream(number))
        for number in range(paradigm.tasks)
    ]


def offered(concept: str, apart: str) -> list[Entry]:
    """The families of a concept: all, without those apart, or only those."""
    wanted = {"with": (True, False), "without": (False,), "only": (True,)}[apart]
    return [it for it in families() if it.concept == concept and it.apart in wanted]


def _one(entry: Entry, paradigm: Concepts, key: Key) -> tuple[Shown, Known]:
    task, answers, rule = drawn_task(
        entry, key.numpy, paradigm.demonstrations, paradigm.asked
    )
    name = f"{entry.name}-{_digest(task)}"
    known = Known(name, entry.concept, False, entry.name, entry.apart, answers)
    return Shown(task, Features(name, rule)), known


def _digest(task: Task) -> str:
    text = json.dumps([[it.tolist() for it in pair] for pair in task.demonstrations])
    text += json.dumps([it.tolist() for it in task.inputs])
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def item_ids(known: Known) -> list[str]:
    """An id for each asked input of a task."""
    return [f"concepts/{known.name}/{place}" for place in range(len(known.answers))]


def asked(condition: Condition, sittings: Sequence[Sitting]) -> dict[str, Any]:
    """What was asked, for `items.npz`: ids, and each input with its task as ARC json."""
    found: dict[str, str] = {}
    for sitting in sittings:
        for shown, known in zip(sitting.shown, sitting.known, strict=True):
            texts = [
                _as_json(shown.task, known, it) for it in range(len(known.answers))
            ]
            found |= dict(zip(item_ids(known), texts, strict=True))
    return {
        f"{condition.name}/item": np.array(list(found), dtype=str),
        f"{condition.name}/json": np.array(list(found.values()), dtype=str),
    }


def _as_json(task: Task, known: Known, place: int) -> str:
    answer = known.answers[place]
    test = {"input": task.inputs[place].tolist()}
    if answer is not None:
        test["output"] = answer.tolist()
    train = [
        {"input": pair.input.tolist(), "output": pair.output.tolist()}
        for pair in task.demonstrations
    ]
    return json.dumps({"train": train, "test": [test]}, separators=(",", ":"))


def checked_concepts(names: Sequence[str], known: Sequence[str]) -> None:
    """Refuse concepts that there are none of."""
    for name in names:
        if name not in known:
            raise Refusal(f"no concept {name!r}; there is: {', '.join(known)}")
