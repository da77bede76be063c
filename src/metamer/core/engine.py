"""What decides where the jobs of a study run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from metamer.core.jobs import Job
from metamer.core.reading import structure
from metamer.core.registry import engine
from metamer.core.settings import toml_value

Count = Callable[..., None]
"""Is called with a job, the share of it that is done, and what else there is to say."""


@runtime_checkable
class Engine(Protocol):
    """Has jobs done. Its settings are no part of a study: they change no number."""

    def run(self, jobs: Sequence[Job], folder: Path, count: Count) -> None:
        """Do all `jobs`, write their parts to a run's folder, and count them."""
        ...


@runtime_checkable
class Opens(Protocol):
    """An engine that must be got ready, and given back in the end."""

    def opened(self) -> AbstractContextManager[Any]:
        """Ready as long as the context lasts.

        It is entered before anything is drawn or written, and refuses what is not there.
        """
        ...


def find_engine(name: str, settings: dict[str, str]) -> Engine:
    """The engine of this name, with settings as the command line gives them."""
    kind = engine(name)
    values = {key: toml_value(text) for key, text in settings.items()}
    return structure(kind, values, "--set engine") if values else kind()
