"""The file beside `--out` that holds finished tasks until all are finished."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from metamer.core.errors import Refusal, one_of
from metamer.core.files import write_text, writing
from metamer.core.settings import to_plain
from metamer.core.solve import Guess
from metamer.paradigms.concepts.files import parse_grid
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.search.budget import ENDS


class Solution(NamedTuple):
    """The guesses at one task."""

    name: str
    task: str
    """The digest of the task, which tells it from another one of this name."""
    ended: str
    """Which limit cut the search short, or that it finished: one of `ENDS`."""
    guesses: list[list[Guess]]
    """For each asked input, the best one first."""
    seconds: float
    """How long it took, without compiling."""
    gigabytes: float
    """The most memory that its process had had by then."""


@dataclass(frozen=True)
class PartFile:
    """Where finished tasks are recorded, one line each; without a path, nowhere."""

    path: Path | None = None
    recorded: dict[str, Solution] = field(default_factory=dict)
    """What an earlier, interrupted command has solved, by the names of tasks."""

    def add(self, solution: Solution) -> None:
        """Record one task."""
        if self.path is not None:
            line = json.dumps(_to_plain(solution)) + "\n"
            with self.kept(), writing(self.path.parent), self.path.open("a") as file:
                file.write(line)

    def remove(self) -> None:
        """Delete the file, once everything is written elsewhere."""
        if self.path is not None:
            with writing(self.path.parent):
                self.path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Add to a refusal that what was solved is not lost."""
        try:
            yield
        except Refusal as refusal:
            raise Refusal(
                f"{refusal}; what was solved is kept in {self.path}: give the same "
                "command again to go on"
            ) from refusal


def open_part(out: Path | None, learner: ProgramSearch, guesses: int) -> PartFile:
    """The part file of a command that will write `out`, begun or gone on with.

    Refuses an `out` that cannot be written, a broken file, and one of other settings.
    """
    if out is None:
        return PartFile()
    path = out.with_name(f"{out.name}.part")
    with writing(out.parent):
        begun = path.exists()
        if out.exists() and not out.is_file():
            what = "a folder" if out.is_dir() else "not a plain file"
            raise Refusal(f"--out {out} is {what}; give the name of a json file")
    settings = {"guesses": guesses, **to_plain(learner)}
    if begun:
        return PartFile(path, _read(path, settings))
    write_text(path, json.dumps(settings) + "\n")
    return PartFile(path)


def _read(path: Path, settings: dict[str, Any]) -> dict[str, Solution]:
    """The solutions in a part file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Refusal(f"cannot read {path}: {error.strerror}") from error
    # The last line has no end if the machine stopped, or the disk was full, while it was
    # written. The first line is written whole.
    header, *lines = content.split(b"\n")
    if _decode(header, path, 1) != settings:
        raise Refusal(
            f"{path} was begun with other settings; delete it to start again, "
            "or use those settings to go on"
        )
    if not lines:
        raise _broken(path, 1, "it has no end")
    torn = lines.pop()
    solutions = [
        _from_plain(_decode(line, path, number), path, number)
        for number, line in enumerate(lines, 2)
    ]
    if torn:
        with writing(path.parent):
            os.truncate(path, len(content) - len(torn))
    return {solution.name: solution for solution in solutions}


def _broken(path: Path, number: int, reason: object) -> Refusal:
    what = (
        "the line to solve its task again" if number > 1 else "the file to start again"
    )
    return Refusal(f"{path}, line {number} is broken ({reason}); delete {what}")


def _decode(line: bytes, path: Path, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _broken(path, number, error) from error


def _to_plain(solution: Solution) -> dict[str, Any]:
    guesses = [
        [[guess.answer.tolist(), guess.reason] for guess in each]
        for each in solution.guesses
    ]
    return {**solution._asdict(), "guesses": guesses}


def _from_plain(plain: object, path: Path, number: int) -> Solution:
    """The solution of one line; refuses a line that no command has written."""
    try:
        if not isinstance(plain, dict) or set(plain) != set(Solution._fields):
            raise Refusal(f"it must have {', '.join(Solution._fields)}")
        if not isinstance(plain["name"], str) or not isinstance(plain["task"], str):
            raise Refusal("name and task must be texts")
        one_of("end", plain["ended"], ENDS)
        measured = [_number(plain[name]) for name in ("seconds", "gigabytes")]
        guesses = [
            [_guess(one) for one in _list(each)] for each in _list(plain["guesses"])
        ]
    except Refusal as refusal:
        raise _broken(path, number, refusal) from refusal
    return Solution(plain["name"], plain["task"], plain["ended"], guesses, *measured)


def _number(plain: object) -> float:
    if isinstance(plain, bool) or not isinstance(plain, int | float) or not plain >= 0:
        raise Refusal("seconds and gigabytes must be numbers, 0 or more")
    return float(plain)


def _guess(plain: object) -> Guess:
    rows, reason = (
        plain if isinstance(plain, list) and len(plain) == 2 else (None, None)
    )
    if not isinstance(reason, str):
        raise Refusal("a guess must be a grid and a text")
    return Guess(parse_grid(rows, "a guess"), reason)


def _list(plain: object) -> list:
    if not isinstance(plain, list):
        raise Refusal("guesses must be lists, one for each test input")
    return plain
