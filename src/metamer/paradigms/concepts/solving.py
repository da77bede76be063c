"""Many tasks solved on all cores, and kept one by one so that a stop loses none."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.keys import root
from metamer.core.settings import to_plain
from metamer.core.solve import Guess, Shown
from metamer.paradigms.concepts.corpus import NamedTask
from metamer.paradigms.concepts.search import ProgramSearch
from metamer.programs.task import Grid, same


class Found(NamedTuple):
    """What was found for one task."""

    name: str
    guesses: list[list[Guess]]
    """For each asked input."""


class Notebook:
    """The file beside `--out` in which finished tasks are kept until all are."""

    def __init__(self, out: Path | None, learner: ProgramSearch, guesses: int):
        self.path = None if out is None else out.with_name(f"{out.name}.part")
        self.about = {"guesses": guesses, **to_plain(learner)}

    def read(self) -> dict[str, Found]:
        """What an earlier, stopped command kept; refuses what was found otherwise."""
        if self.path is None or not self.path.exists():
            return {}
        # The last line may be cut off where the machine stopped: it goes.
        lines = self.path.read_text().split("\n")[:-1]
        write_text(self.path, "".join(f"{line}\n" for line in lines))
        if not lines or json.loads(lines[0]) != self.about:
            raise Refusal(
                f"{self.path} was begun with other settings; delete it to begin anew, or "
                "use those settings to go on"
            )
        found = [_from_plain(json.loads(line)) for line in lines[1:]]
        return {it.name: it for it in found}

    def add(self, found: Found) -> None:
        """Keep one task."""
        if self.path is None:
            return
        begun = self.path.exists()
        with self.path.open("a") as file:
            if not begun:
                file.write(json.dumps(self.about) + "\n")
            file.write(json.dumps(_to_plain(found)) + "\n")

    def close(self) -> None:
        """All is done and written elsewhere."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def solve_tasks(
    tasks: Sequence[NamedTask],
    learner: ProgramSearch,
    guesses: int,
    notebook: Notebook,
    cores: int,
) -> Iterator[tuple[NamedTask, Found]]:
    """Each task with what was found, as soon as it is; those kept earlier first."""
    import joblib

    kept = notebook.read()
    named = {task.name: task for task in tasks}
    for name, found in kept.items():
        if name in named:
            yield named[name], found
    left = [task for task in tasks if task.name not in kept]
    work = joblib.Parallel(n_jobs=cores, return_as="generator_unordered")
    for found in work(joblib.delayed(_solved)(task, learner, guesses) for task in left):
        notebook.add(found)
        yield named[found.name], found


def _solved(task: NamedTask, learner: ProgramSearch, guesses: int) -> Found:
    said = learner.solve(Shown(task.task), guesses, root(0))
    return Found(task.name, [list(each) for each in said])


def right_inputs(task: NamedTask, found: Found) -> list[bool | None]:
    """Whether each asked input is solved; None where its answer is not known."""
    return [
        None if answer is None else any(same(it.answer, answer) for it in guesses)
        for answer, guesses in zip(task.answers, found.guesses, strict=True)
    ]


def grids(found: Found) -> list[list[Grid]]:
    """The guesses alone."""
    return [[it.answer for it in each] for each in found.guesses]


def _to_plain(found: Found) -> dict[str, Any]:
    guesses = [
        [[it.answer.tolist(), it.reason] for it in each] for each in found.guesses
    ]
    return {"name": found.name, "guesses": guesses}


def _from_plain(plain: dict[str, Any]) -> Found:
    guesses = [
        [Guess(np.array(rows, np.uint8), why) for rows, why in each]
        for each in plain["guesses"]
    ]
    return Found(plain["name"], guesses)
