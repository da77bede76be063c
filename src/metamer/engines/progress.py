"""What a run is doing: a bar with the stage and the time left, or lines in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from metamer.core.capabilities import is_compiled
from metamer.core.jobs import Job
from metamer.core.progress import Lines, terminal
from metamer.engines.estimates import TimeLeft

if TYPE_CHECKING:
    from rich.progress import Progress, Task

UNKNOWN = "not known yet"
"""What stands for the time left until every learner's pace is known."""


class RunProgress:
    """The stage of a run, and how many units are done, on stderr."""

    def __init__(self, name: str):
        console = terminal()
        self._lines = Lines()
        self._left: TimeLeft | None = None
        self._bar = _bar(console, self._time_left)
        self._shown = console.is_terminal
        self._name = name
        self._task = self._bar.add_task(name, total=None, count="")

    def __enter__(self) -> RunProgress:
        self._bar.start()
        self.begin("starting")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lines.stop()
        self._bar.stop()

    def begin(self, stage: str, note: str = "") -> None:
        """Say which stage begins; a note on it may change meanwhile."""
        words = f"{self._name}: {stage}"
        told = f"{words} ({note})" if note else words
        self._bar.update(self._task, description=told)
        if not self._shown:
            self._lines(words)

    def counter(self, todo: Sequence[Job], total: int) -> Callable[..., None]:
        """What counts units: it is called with a job, the share of it that is done, and
        what else there is to say of it."""
        left = TimeLeft(todo, time.monotonic())
        self._left = left
        before = total - sum(len(job.units) for job in todo)

        def show(note: str = "") -> None:
            done = before + left.done
            count = f"{done:.1f}/{total} units"
            self._bar.update(self._task, total=total, completed=done, count=count)
            if left.current:
                self.begin(_asking(left.current, left), note)

        def count(job: Job, share: float, note: str = "") -> None:
            left.hear(job, share, time.monotonic())
            show(note)

        show()
        return count

    def _time_left(self) -> str:
        """The time that the rest will take, as the bar shows it."""
        if self._left is None:
            return ""
        seconds = self._left.seconds(time.monotonic())
        if seconds is None:
            return f"left: {UNKNOWN}"
        minutes, rest = divmod(round(seconds), 60)
        return f"left: {minutes // 60}:{minutes % 60:02}:{rest:02}"


def _asking(job: Job, left: TimeLeft) -> str:
    """Who is being asked; a learner's first programs must be compiled before."""
    name = job.learner.name
    first = is_compiled(job.learner) and not left.knows(name)
    return f"compiling {name}, then asking it" if first else f"asking {name}"


def _bar(console: Any, time_left: Callable[[], str]) -> Progress:
    """A bar with one line, only in a terminal."""
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.text import Text

    class TimeLeftColumn(ProgressColumn):
        """The time left, or that it is not known yet."""

        def render(self, task: Task) -> Text:
            return Text(time_left())

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(20),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
        TimeLeftColumn(),
        console=console,
        disable=not console.is_terminal,
    )
