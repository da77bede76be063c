"""Answers that were given elsewhere: by another program, by a robot, in a laboratory."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from metamer.core.answers import FORM, GivenAnswers
from metamer.core.csv_rows import KINDS
from metamer.core.errors import Refusal
from metamer.core.registry import learner

DIGITS = 16
"""How much of a file's SHA-256 is written down."""


@learner.add("answers")
@dataclass(frozen=True)
class Answers:
    """Gives the answers of a csv or parquet file, which has a row for each of them.

    The columns are `item` and `answer`; besides, `step` (where an item takes several),
    `probability` and `seconds`, and `condition` and `unit`, without which an answer holds
    wherever its item is asked. `metamer make study` writes the items.

    Source: ours.
    """

    path: str = ""
    """The file. Source: ours."""
    label: str = ""
    """Whose answers these are, in the table. Source: ours."""
    digest: str = ""
    """A hash of the file's content, which is filled in. Source: ours."""
    innate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Note what the file says: that is a setting, and where it lies is not.

        A finished run is read without its file, which may be gone or another one.
        """
        if not self.digest and self.path and Path(self.path).is_file():
            object.__setattr__(self, "digest", _digest(Path(self.path)))

    @property
    def name(self) -> str:
        return self.label or "answers"

    @property
    def neutral(self) -> tuple[str, ...]:
        """Settings that change no answer."""
        return ("path",)

    def check_files(self, paradigm: Any) -> None:
        """Refuse a file that is not there, is no table, or is another one than it was."""
        if not self.path:
            raise Refusal(f"{self.name} needs the path of a file with the {FORM}")
        if Path(self.path).suffix == ".json":
            raise Refusal(
                f"{self.path} is no table ({' or '.join(KINDS)}); guesses at tasks as JSON "
                "are for the learner answers-from-file"
            )
        self.given()

    def given(self) -> GivenAnswers:
        """All answers of the file, which is read once in each process."""
        return _read(Path(self.path), self.digest)


@lru_cache(maxsize=8)
def _read(file: Path, digest: str) -> GivenAnswers:
    if not file.is_file():
        raise Refusal(f"there is no file {file} with answers")
    found = _digest(file)
    if found != digest:
        raise Refusal(
            f"{file} has changed: it was {digest} and is {found}; leave out digest to run "
            "with the new answers"
        )
    return GivenAnswers(file)


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:DIGITS]
    except OSError as error:
        raise Refusal(f"cannot read {file}: {error.strerror}") from None
