"""Names for things that can be added."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from metamer.core.errors import Refusal

T = TypeVar("T")
Entry = TypeVar("Entry")

ENTRY_POINTS = "metamer"
"""Another package announces modules that add things under this entry point group."""


class Registry(Generic[T]):
    """What some packages offer, found by importing those packages on first use."""

    def __init__(self, kind: str, *packages: str):
        self.kind = kind
        self.packages = packages
        self._entries: dict[str, T] = {}
        self._loaded = False

    def add(self, name: str) -> Callable[[Entry], Entry]:
        """Keep what stands below this decorator under `name`."""

        def keep(entry: Entry) -> Entry:
            if name in self._entries:
                raise ValueError(f"there is already a {self.kind} {name!r}")
            self._entries[name] = entry  # type: ignore[assignment]
            return entry

        return keep

    def __call__(self, name: str) -> T:
        self._load()
        if name not in self._entries:
            known = ", ".join(self)
            raise Refusal(f"no {self.kind} {name!r}; there is: {known}")
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._entries))

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._entries

    def name_of(self, entry: object) -> str | None:
        """The name under which `entry` was added, if it was."""
        self._load()
        return next(
            (name for name, kept in self._entries.items() if kept is entry), None
        )

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        for name in self.packages:
            package = importlib.import_module(name)
            for module in pkgutil.walk_packages(package.__path__, f"{name}."):
                importlib.import_module(module.name)
        for point in entry_points(group=ENTRY_POINTS):
            point.load()


paradigm: Registry = Registry("paradigm", "metamer.paradigms")
learner: Registry = Registry("learner", "metamer.learners", "metamer.paradigms")
measure: Registry = Registry("measure", "metamer.measures")
study: Registry = Registry("study", "metamer.studies")
engine: Registry = Registry("engine", "metamer.engines")
test: Registry = Registry("test", "metamer.statistics")
figure: Registry = Registry("figure", "metamer.reports")
