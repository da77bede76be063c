"""The ends of the scale: who only copies, who knows the rule, and answers from a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of, remark
from metamer.core.registry import learner
from metamer.core.solve import Guess, Shown
from metamer.paradigms.concepts.score import MODES
from metamer.paradigms.concepts.submissions import read_guesses, read_submission
from metamer.programs.task import Grid

Guesses = tuple[tuple[Guess, ...], ...]

ALL = 1000
"""More guesses than anybody may make: the engine counts the first few."""


@learner.add("copy-input")
@dataclass(frozen=True)
class CopyInput:
    """Gives every input back as it is.

    Source: ours; moskvichev2023 has 13 of 480 test inputs that are their own answer.
    """

    name: ClassVar[str] = "copy-input"

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        return tuple((Guess(grid, "copy the input"),) for grid in shown.task.inputs)


@learner.add("most-common-output")
@dataclass(frozen=True)
class MostCommonOutput:
    """Answers with what the demonstrations show, the most frequent output first.

    Source: ours.
    """

    name: ClassVar[str] = "most-common-output"

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        outputs = [pair.output for pair in shown.task.demonstrations]
        counts = Counter((it.shape, it.tobytes()) for it in outputs)
        told = [
            Guess(
                _grid(*it),
                f"an output that was shown {'once' if many == 1 else f'{many} times'}",
            )
            for it, many in counts.most_common(guesses)
        ]
        return tuple(tuple(told) for _ in shown.task.inputs)


def _grid(shape: tuple[int, ...], cells: bytes) -> Grid:
    return np.frombuffer(cells, np.uint8).reshape(shape)


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

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        rule = shown.features.rule
        return tuple((Guess(rule.answer(it), str(rule)),) for it in shown.task.inputs)


@learner.add("answers-from-file")
@dataclass(frozen=True)
class AnswersFromFile:
    """Says what a file says: the guesses of any other solver, or of a chat model.

    Scored against the tasks that are asked: what the file lacks is a missing guess.

    Source: ours; the layout is that of `metamer solve --out`, or of ARC's submissions.
    """

    path: str = ""
    """The file. Source: ours."""
    label: str = ""
    """Whose answers these are, in the report. Source: ours."""
    mode: Literal["ranked", "samples", "interactive"] = "ranked"
    """What the guesses are to one another. Source: moskvichev2023, Sec. 4: GPT-4 was
    asked three times, people were told whether they were right."""

    def __post_init__(self) -> None:
        one_of("mode", self.mode, MODES)

    @property
    def name(self) -> str:
        return self.label or "answers-from-file"

    def suits(self, paradigm: Any) -> None:
        """Refuse a file that answers no task of a folder; tell what else is wrong."""
        if not self.path:
            raise Refusal(f"{self.name} needs the path of a file with answers")
        if paradigm.folder:
            faults = read_submission(self.path, paradigm.read, paradigm.guesses)[1]
        else:
            faults = read_guesses(self.path, paradigm.guesses)[1]
        for fault in faults:
            remark(fault)

    @cached_property
    def guesses(self) -> dict[str, list[list[Grid]]]:
        """What the file says of each task."""
        return read_guesses(self.path, ALL)[0]

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        said = self.guesses.get(shown.features.name, [])
        return tuple(
            tuple(Guess(grid) for grid in (said[place] if place < len(said) else ()))
            for place in range(len(shown.task.inputs))
        )
