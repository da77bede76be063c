"""Answers as files: those of `metamer solve`, of Kaggle, of any solver or chat model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from metamer.core.errors import Refusal, at_least
from metamer.core.files import write_text
from metamer.core.trial import NO_ANSWER
from metamer.paradigms.concepts.files import parse_grid, read_by_task
from metamer.paradigms.concepts.score import GUESSES
from metamer.paradigms.concepts.tasks import Grid, NamedTask, from_text

ATTEMPT = re.compile(r"attempt_(\d+)")
"""What Kaggle calls a guess. Source: the files of ARC's competitions."""

Guesses = list[list[Grid]]
"""For each test input of a task, the guesses at it, the best one first."""


def read_submission(
    path: Path | str, tasks: Sequence[NamedTask], guesses: int = GUESSES
) -> tuple[dict[str, Guesses], list[str]]:
    """The guesses of a file at these tasks, and a sentence about each of its faults.

    The tasks decide what is asked, not the file: every test input of every task is there,
    without a guess if the file has none, so that nobody gains by leaving out what is hard.

    Source: ours.
    """
    given, faults = read_guesses(path, guesses)
    asked = {named.name: len(named.task.inputs) for named in tasks}
    file = Path(path).name
    if not set(given) & set(asked):
        raise Refusal(
            f"{file}: none of its {len(given)} tasks is among the {len(asked)} "
            f"that are asked ({', '.join(list(asked)[:3])} ...)"
        )
    for task, answers in given.items():
        if task not in asked:
            faults.append(f"{file}: {task} is not among the tasks that are asked")
        elif len(answers) > asked[task]:
            faults.append(
                f"{file}: {task} has {len(answers)} answers but {asked[task]} are "
                f"asked; the first {asked[task]} count"
            )
    complete = {task: pad(given.get(task, []), count) for task, count in asked.items()}
    return complete, faults


def pad(answers: Guesses, count: int) -> Guesses:
    """The first `count` answers; where there are fewer, the rest has no guesses."""
    missing: Guesses = [[] for _ in range(count - len(answers))]
    return [*answers[:count], *missing]


def read_guesses(
    path: Path | str, guesses: int = GUESSES
) -> tuple[dict[str, Guesses], list[str]]:
    """All guesses of a file by task, and a sentence about each of its faults.

    Only the first guesses at an input count. A faulty one among them is left out, and no
    further one takes its place.
    """
    at_least("guesses", guesses, 1)
    file = Path(path).name
    found: dict[str, Guesses] = {}
    faults: list[str] = []
    for name, answers in read_by_task(Path(path)).items():
        task, where = name.removesuffix(".json"), f"{file}: {name}"
        if task in found:
            faults.append(f"{where} is there twice; the first one counts")
            continue
        found[task], more = _parse_answers(answers, where, guesses)
        faults += more
    return found, faults


def read_grid(text: str) -> Grid | None:
    """A guess as JSON, or as the table writes it; None for no guess."""
    if text in ("", NO_ANSWER):
        return None
    if not text.startswith("["):
        return from_text(text)
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"is no JSON ({error}): {text:.60}") from None
    return parse_grid(rows, "the grid")


def write_submission(guesses: Mapping[str, Sequence[Sequence]], path: Path) -> None:
    """Write the guesses at each test input of each task to a file."""
    plain = {
        task: [[grid.tolist() for grid in tried] for tried in answers]
        for task, answers in guesses.items()
    }
    write_text(path, json.dumps(plain, separators=(",", ":")))


def _parse_answers(
    answers: object, where: str, guesses: int
) -> tuple[Guesses, list[str]]:
    """The guesses at each input of a task, and what is wrong with some of them."""
    if not isinstance(answers, list):
        return [], [f"{where} is not a list of answers, one for each test input"]
    found, faults = [], []
    for number, answer in enumerate(answers, 1):
        grids, more = _parse_guesses(answer, f"{where}, test input {number}", guesses)
        found.append(grids)
        faults += more
    return found, faults


def _parse_guesses(
    answer: object, where: str, guesses: int
) -> tuple[list[Grid], list[str]]:
    """The guesses at one input, and what is wrong with some of them."""
    attempts = _attempts(answer)
    if attempts is None:
        return [], [
            f"{where} is neither a list of guesses nor has attempt_1, attempt_2 ..."
        ]
    found, faults = [], []
    if len(attempts) > guesses:
        faults.append(f"{where} has {len(attempts)} guesses; the first {guesses} count")
    for number, rows in enumerate(attempts[:guesses], 1):
        try:
            found.append(parse_grid(rows, f"{where}, guess {number}"))
        except Refusal as refusal:
            faults.append(str(refusal))
    return found, faults


def _attempts(answer: object) -> list | None:
    """The guesses at one input as the file has them, without null; None without any."""
    if isinstance(answer, dict):
        matches = filter(None, map(ATTEMPT.fullmatch, answer))
        names = sorted(matches, key=lambda match: int(match[1]))
        answer = [answer[match[0]] for match in names] or None
    if not isinstance(answer, list):
        return None
    return [rows for rows in answer if rows is not None]
