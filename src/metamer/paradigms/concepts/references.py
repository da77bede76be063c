"""The ends of the scale: who only copies, who knows the rule, and answers from a file."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.core.registry import learner
from metamer.core.solve import Guess, Shown
from metamer.paradigms.concepts.score import MODES
from metamer.paradigms.concepts.submissions import read_guesses
from metamer.programs.task import Grid

Guesses = tuple[tuple[Guess, ...], ...]


@learner.add("copy-input")
@dataclass(frozen=True)
class CopyInput:
    """Gives every input back as it is.

    Source: ours; moskvichev2023 has 13 of 480 test inputs that are their own answer.
    """

    name: str = "copy-input"
    """Source: ours."""

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        return tuple((Guess(grid, "copy the input"),) for grid in shown.task.inputs)


@learner.add("most-common-output")
@dataclass(frozen=True)
class MostCommonOutput:
    """Answers with what the demonstrations show, the most frequent output first.

    Source: ours.
    """

    name: str = "most-common-output"
    """Source: ours."""

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        outputs = [pair.output for pair in shown.task.demonstrations]
        counts = Counter((it.shape, it.tobytes()) for it in outputs)
        told = [
            Guess(_grid(*it), f"the output of {many} demonstrations")
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

    name: str = "generator-rule"
    """Source: ours."""

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
    name: str = "answers-from-file"
    """What these answers are called in the report. Source: ours."""
    mode: Literal["ranked", "samples", "interactive"] = "ranked"
    """What the guesses are to one another. Source: moskvichev2023, Sec. 4: GPT-4 was
    asked three times, people were told whether they were right."""

    def __post_init__(self) -> None:
        one_of("mode", self.mode, MODES)

    def suits(self, paradigm: Any) -> None:
        """Refuse a file in which no task of a folder is answered."""
        if paradigm.folder and not any(it.name in self.guesses for it in paradigm.read):
            raise Refusal(
                f"{self.path} answers none of the tasks in {paradigm.folder}; it has: "
                f"{', '.join(sorted(self.guesses)[:5])}"
            )

    @cached_property
    def guesses(self) -> dict[str, list[list[Grid]]]:
        """What the file says of each task; its faults are told once."""
        if not self.path:
            raise Refusal(f"{self.name} needs the path of a file with answers")
        found, faults = read_guesses(self.path)
        for fault in faults:
            print(f"metamer: {fault}", file=sys.stderr)
        return found

    def solve(self, shown: Shown, guesses: int, key: Any) -> Guesses:
        said = self.guesses.get(shown.features.name, [])
        return tuple(
            tuple(Guess(grid) for grid in (said[place] if place < len(said) else ()))
            for place in range(len(shown.task.inputs))
        )
