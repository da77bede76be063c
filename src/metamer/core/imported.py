"""Learners and paradigms of answers that were collected elsewhere."""

from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from metamer.core.errors import Refusal
from metamer.core.study import Condition


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


class AskedElsewhere:
    """A paradigm whose items were asked elsewhere: nothing can be asked again."""

    demo: ClassVar[tuple[str, ...]] = ()

    def lesson(self, *_: Any) -> NoReturn:
        raise Refusal(
            "imported answers cannot be run again; see `metamer people import`"
        )

    score = lesson

    def items(self, *_: Any) -> dict[str, Any]:
        return {}

    def pictures(self, *_: Any) -> list[tuple[str, Any]]:
        return []


@dataclass(frozen=True)
class ChosenElsewhere(AskedElsewhere):
    """Items of a paradigm to which people chose answers elsewhere.

    Source: ours.
    """

    shape: ClassVar[str] = "classify"

    of: str
    """The paradigm whose items they are."""
    cells: tuple[str, ...]
    """The conditions in words."""

    @property
    def command(self) -> str:
        """The command that makes such a run, for its report."""
        return f"metamer people import {self.of} CHOICES.csv"

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": []}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(Condition(cell) for cell in self.cells)

    def description(self) -> list[dict[str, str]]:
        return [{"condition": cell} for cell in self.cells]
