"""Run a study: the missing jobs, a progress bar, and the table at the end."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from metamer.core.jobs import Job, compiled, series, unit_key
from metamer.core.registry import engine as engines
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.engines.device import use_all_cores


def run(study: Study, out: str | Path = "", engine: str = "local") -> Responses:
    """Do `study`, going on where an earlier run in the folder `out` stopped.

    Without `out` the run goes to a new temporary folder.
    """
    started = time.monotonic()
    where = engines(engine)()
    folder = Path(out or tempfile.mkdtemp(prefix="metamer-"))
    if any(compiled(learner) for learner in study.learners):
        # Before anything is drawn: some paradigms draw with JAX.
        use_all_cores()
    for condition in study.paradigm.conditions():
        # What cannot be drawn is refused before anything is written.
        study.paradigm.lesson(condition, unit_key(study.seed, 0))
    home = Run(folder)
    home.begin(study)
    todo = home.missing(study)
    with _progress(study, todo) as hear:
        where.run(todo, folder, hear)
    return home.finish(study, time.monotonic() - started)


@contextmanager
def _progress(
    study: Study, todo: Sequence[Job]
) -> Iterator[Callable[[Job, float], None]]:
    """A bar on stderr that counts units and says how long the rest will take."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(file=sys.stderr)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.1f}/{task.total} units"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(elapsed_when_finished=False),
    )
    quiet = not console.is_terminal
    with Progress(*columns, console=console, disable=quiet) as bar:
        total = sum(len(whole.units) for whole in series(study))
        task = bar.add_task(study.name, total=total)
        before = total - sum(len(job.units) for job in todo)
        shares: dict[str, float] = {}

        def hear(job: Job, share: float) -> None:
            shares[job.id] = share * len(job.units)
            bar.update(task, completed=before + sum(shares.values()))

        bar.update(task, completed=before)
        yield hear
