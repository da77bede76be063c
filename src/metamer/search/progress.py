"""How far a search is, on stderr: a bar, or a line now and then in a log."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

from metamer.core.progress import terminal
from metamer.search.ledger import Counts

PAUSE = 30.0
"""Seconds between two lines in a log."""


class SearchProgress:
    """Trials that are done, pruned and in hand, and the best so far."""

    def __init__(self, name: str, trials: int):
        from rich.progress import (
            BarColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        console = terminal()
        self._name, self._trials = name, trials
        self._shown = console.is_terminal
        self._told = time.monotonic()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(20),
            TextColumn("{task.fields[told]}"),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
            console=console,
            disable=not self._shown,
        )
        self._task: Any = self._bar.add_task(name, total=trials, told="compiling")

    def __enter__(self) -> SearchProgress:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, counts: Counts) -> None:
        """Say how far it is."""
        best = "" if counts.best is None else f", best {counts.best:.4g}"
        told = (
            f"{counts.finished} of {self._trials} trials ({counts.pruned} pruned, "
            f"{counts.running} in hand){best}"
        )
        self._bar.update(self._task, completed=counts.finished, told=told)
        if not self._shown and time.monotonic() - self._told > PAUSE:
            print(f"{self._name}: {told}", file=sys.stderr, flush=True)
            self._told = time.monotonic()
