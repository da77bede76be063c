"""The tables in which the parts of programs are declared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Entry(Generic[F]):
    """A function that programs are made of."""

    words: str
    """How a program speaks of it; `{}` stands for what it is applied to."""
    cost: float
    function: F


class Entries(Generic[F]):
    """Functions of one kind, in the order in which they were added.

    They are tried in this order. It decides which of two equal programs is found first,
    and what is left out when the budget is spent, so it is never sorted by name.
    """

    def __init__(self, kind: str):
        self.kind = kind
        self._entries: dict[str, Entry[F]] = {}

    def add(self, words: str, cost: float = 1.0) -> Callable[[F], F]:
        """Declare the function below this decorator under its words."""

        def declare(function: F) -> F:
            if words in self._entries:
                raise ValueError(f"there is already a {self.kind} {words!r}")
            self._entries[words] = Entry(words, cost, function)
            return function

        return declare

    def __iter__(self) -> Iterator[Entry[F]]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, words: str) -> Entry[F]:
        return self._entries[words]

    def entry(self, function: F) -> Entry[F]:
        """The entry of a function."""
        return next(entry for entry in self if entry.function is function)
