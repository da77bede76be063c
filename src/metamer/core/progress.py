"""What a command is doing, on stderr: a bar, and the names of its stages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 1.0
"""Seconds that a stage may take without a word where there is no terminal."""

Begin = Callable[[str], None]
"""Is called with the name of the stage that begins."""


def terminal() -> Console:
    """Stderr, which may be a terminal."""
    from rich.console import Console

    return Console(file=sys.stderr)


@contextmanager
def stages(first: str = "") -> Iterator[Begin]:
    """Name what is being done, stage by stage; yields what names the next one.

    A terminal shows the stage until it is over. Elsewhere, as in a log, a stage that takes
    more than a second is a line, so that quick commands stay silent.
    """
    console = terminal()
    if console.is_terminal:
        with console.status(first) as status:
            yield lambda words: status.update(f"{words} ...")
        return
    lines = Lines()
    try:
        if first:
            lines(first)
        yield lines
    finally:
        lines.stop()


class Lines:
    """Stages as lines on stderr: each once, and only if it takes a while."""

    def __init__(self) -> None:
        self._last = ""
        self._timer = Timer(0, print)

    def __call__(self, words: str) -> None:
        """Begin a stage, which ends the one before."""
        if words == self._last:
            return
        self.stop()
        self._last = words
        self._timer = Timer(PATIENCE, _say, [words])
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """End the last stage."""
        self._timer.cancel()


def _say(words: str) -> None:
    print(f"{words} ...", file=sys.stderr, flush=True)


@contextmanager
def bar(description: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that counts to `total` and estimates the time left; yields what advances it.

    Where stderr is no terminal there is no bar, but a line if it takes a while.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = terminal()
    if not console.is_terminal:
        with stages(description):
            yield lambda steps: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(description, total=total)
        yield lambda steps: progress.advance(task, steps)
