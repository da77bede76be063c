"""The ends of the scale, a copier and the rule itself; and answers from a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of, remark
from metamer.core.registry import learner
from metamer.core.solve import Guess, TaskView
from metamer.paradigms.concepts.score import MODES
from metamer.paradigms.concepts.shortcut_tasks import shortcut_answer
from metamer.paradigms.concepts.submissions import pad, read_guesses, read_submission
from metamer.paradigms.concepts.tasks import Grid

Guesses = tuple[tuple[Guess, ...], ...]

NO_LIMIT = 1000
"""More guesses than any paradigm counts: the engine counts the first few."""


@learner.add("copy-input")
@dataclass(frozen=True)
class CopyInput:
    """Gives every input back unchanged.

    Source: ours; moskvichev2023 has 13 of 480 test inputs that are their own answer.
    """

    name: ClassVar[str] = "copy-input"

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        return tuple((Guess(grid, "copy the input"),) for grid in shown.task.inputs)


@learner.add("most-common-output")
@dataclass(frozen=True)
class MostCommonOutput:
    """Answers with outputs of the demonstrations, the most frequent one first.

    Source: ours.
    """

    name: ClassVar[str] = "most-common-output"

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        outputs = [pair.output for pair in shown.task.demonstrations]
        counts = Counter((grid.shape, grid.tobytes()) for grid in outputs)
        answers = tuple(
            Guess(
                np.frombuffer(cells, np.uint8).reshape(shape),
                f"an output that was shown {'once' if count == 1 else f'{count} times'}",
            )
            for (shape, cells), count in counts.most_common(guesses)
        )
        return tuple(answers for _ in shown.task.inputs)


@learner.add("generator-rule")
@dataclass(frozen=True)
class GeneratorRule:
    """Knows the rule that a generated task was drawn from: the ceiling.

    Source: ours.
    """

    name: ClassVar[str] = "generator-rule"

    def suits(self, paradigm: Any) -> None:
        """Refuse tasks that were not drawn."""
        if paradigm.folder:
            raise Refusal(
                f"{self.name} knows the rules of generated tasks only; "
                "leave it out where the tasks come from a folder"
            )

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        rule = shown.features.rule
        return tuple(
            (Guess(rule.answer(grid), str(rule)),) for grid in shown.task.inputs
        )


@learner.add("shortcut-rule")
@dataclass(frozen=True)
class ShortcutRule:
    """Follows the shortcut of a task that was drawn with one; it never looks at the rule.

    Where the shortcut says nothing, it does not guess.

    Source: ours.
    """

    name: ClassVar[str] = "shortcut-rule"

    def suits(self, paradigm: Any) -> None:
        """Refuse tasks without a shortcut."""
        if not paradigm.trainings:
            raise Refusal(
                f"{self.name} follows shortcuts, and these tasks have none; set "
                "trainings, or leave it out"
            )

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        both = shown.features.rule
        answers = [shortcut_answer(both, grid) for grid in shown.task.inputs]
        words = f"the shortcut of {both}"
        return tuple(
            () if answer is None else (Guess(answer, words),) for answer in answers
        )


@learner.add("answers-from-file")
@dataclass(frozen=True)
class AnswersFromFile:
    """Gives the answers of a file: the guesses of any other solver, or of a chat model.

    They are scored against the tasks that are asked: what the file lacks is a missing
    guess.

    Source: ours; the layout is that of `metamer solve --out`, or of ARC's submissions.
    """

    path: str = ""
    """The file. Source: ours."""
    label: str = ""
    """Whose answers these are, in the report. Source: ours."""
    mode: Literal["ranked", "samples", "interactive"] = "ranked"
    """How the guesses at one input came about. Source: moskvichev2023, Sec. 7: GPT-4 was
    asked three times; Sec. 5.1: people had three attempts."""

    def __post_init__(self) -> None:
        one_of("mode", self.mode, MODES)

    @property
    def name(self) -> str:
        return self.label or "answers-from-file"

    def suits(self, paradigm: Any) -> None:
        """Refuse to take part without a file."""
        if not self.path:
            raise Refusal(f"{self.name} needs the path of a file with answers")

    def check_files(self, paradigm: Any) -> None:
        """Refuse a file that answers no task of a folder; remark on its other faults."""
        if paradigm.folder:
            tasks = paradigm.folder_tasks
            _, faults = read_submission(self.path, tasks, paradigm.guesses)
        else:
            _, faults = read_guesses(self.path, paradigm.guesses)
        for fault in faults:
            remark(fault)

    @cached_property
    def guesses(self) -> dict[str, list[list[Grid]]]:
        """The guesses of the file at each task."""
        guesses, _ = read_guesses(self.path, NO_LIMIT)
        return guesses

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        given = self.guesses.get(shown.features.name, [])
        answers = pad(given, len(shown.task.inputs))
        return tuple(tuple(Guess(grid) for grid in grids) for grids in answers)
