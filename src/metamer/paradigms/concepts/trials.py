"""A test input of a task while it is put to somebody, attempt by attempt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.solve import Guess
from metamer.core.study import Condition
from metamer.core.trial import (
    Feedback,
    Json,
    TrialItem,
    View,
    check_open,
    check_timed,
    timed_out,
)
from metamer.paradigms.concepts.files import parse_grid
from metamer.paradigms.concepts.items import item_ids, lesson
from metamer.paradigms.concepts.practice import practice_tasks
from metamer.paradigms.concepts.score import as_columns, follows, judge
from metamer.paradigms.concepts.tasks import LARGEST, Grid, NamedTask, as_grid, same

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts


def trial_items(
    paradigm: Concepts, condition: Condition, key: Key
) -> tuple[TrialItem, ...]:
    """An item for each test input: `practice`, `minimal` and `scored` ones.

    Those of one task are a group, since nobody is put two of them; tasks of one kind of
    practice are, too. An input without a known answer is not put: nobody could be told
    whether an attempt is right.

    Source: moskvichev2023, Sec. 5.1.
    """
    known: tuple[NamedTask, ...] = lesson(paradigm, condition, key).known
    practice = practice_tasks(condition.name, key.stream("practice", condition.name))
    return (
        *(
            item
            for kind, named in practice
            for item in _items(named, "practice", f"practice-{kind}")
        ),
        *(
            item
            for named in known
            for item in _items(
                named, "minimal" if named.minimal else "scored", named.name
            )
        ),
    )


def _items(named: NamedTask, pool: str, group: str) -> Iterator[TrialItem]:
    """The test inputs of a task that have an answer, as plain JSON."""
    demonstrations = [
        {"input": pair.input.tolist(), "output": pair.output.tolist()}
        for pair in named.task.demonstrations
    ]
    asked = zip(item_ids(named), named.task.inputs, named.answers, strict=True)
    for place, (name, given, answer) in enumerate(asked):
        if answer is not None:
            shortcut = named.shortcut(place)
            content = {
                "demonstrations": demonstrations,
                "input": given.tolist(),
                "output": answer.tolist(),
                "shortcut": None if shortcut is None else shortcut.tolist(),
            }
            yield TrialItem(name, pool, content, _notes(named, place), group)


def _notes(named: NamedTask, place: int) -> dict[str, Any]:
    """Columns of the table that depend on the test input alone."""
    return {
        "task": named.name,
        "test_index": place,
        "minimal": named.minimal,
        "family": named.family,
        "apart": named.apart,
        "part": named.part(place),
    }


@dataclass
class GridTrial:
    """One test input and the attempts at it; the first right one is the last."""

    source: TrialItem
    asking: Asking
    answers: list[Grid | None] = field(default_factory=list)

    @property
    def item(self) -> str:
        return self.source.id

    @property
    def right(self) -> Grid:
        return as_grid(self.source.content["output"])

    @property
    def part(self) -> str:
        """Which part of a task with a shortcut it is in; earlier versions noted none."""
        return str(self.source.notes.get("part", ""))

    @property
    def over(self) -> bool:
        if not self.answers:
            return False
        spent = 0 < self.asking.attempts <= len(self.answers)
        right = same(self.answers[-1], self.right)
        return spent or right or timed_out(self)

    def _follows(self, grid: Grid | None) -> str:
        """Whose answer an attempt is; empty in a task without a shortcut."""
        said = self.source.content.get("shortcut")
        shortcut = None if said is None else as_grid(said)
        return follows(grid, self.right, shortcut) if self.part else ""

    def view(self) -> View:
        content = self.source.content
        left = self.asking.attempts - len(self.answers)
        return {
            "demonstrations": content["demonstrations"],
            "input": content["input"],
            "attempts": left if self.asking.attempts else None,
            "max_side": LARGEST,
        }

    def respond(self, answer: Json) -> Feedback:
        check_open(self)
        if answer is None:
            check_timed(self.asking)
            self.answers.append(None)
        else:
            self.answers.append(parse_grid(answer, "the answer"))
        if not self.asking.feedback:
            return {}
        return {"correct": same(self.answers[-1], self.right)}

    def rows(self) -> Columns:
        """A row for each attempt, or one without a guess if the time was up before.

        Whoever may pass has a row for each attempt without a guess, too.
        """
        guesses = [grid for grid in self.answers if grid is not None]
        passed = self.asking.may_pass
        given = as_grid(self.source.content["input"])
        found = [
            {
                **judge(None if grid is None else Guess(grid), given, self.right),
                **self.source.notes,
                "part": self.part,
                "item": self.item,
                "step": step,
                "seconds": np.nan,
                "follows": self._follows(grid),
            }
            for step, grid in enumerate(
                self.answers if passed else guesses or self.answers[:1]
            )
        ]
        mode = "interactive" if self.asking.feedback else "ranked"
        return {**as_columns(found), "mode": np.full(len(found), mode, object)}
