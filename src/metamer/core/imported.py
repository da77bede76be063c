"""Learners whose answers were collected elsewhere."""

from dataclasses import dataclass
from typing import Any, NoReturn

from metamer.core.errors import Refusal


@dataclass(frozen=True)
class Imported:
    """Someone who answered elsewhere: there are responses, but nobody to ask again."""

    label: str
    about: str = ""
    source: str = ""
    """The file that the responses come from."""
    digest: str = ""
    """The beginning of the file's SHA-256."""

    @property
    def name(self) -> str:
        return self.label

    def fit(self, *_: Any) -> NoReturn:
        raise Refusal(
            f"{self.name} cannot be asked: there are only imported answers; "
            "see `metamer people import`"
        )

    answer = start = act = solve = fit
