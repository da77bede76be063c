"""Run a study: the missing jobs, a progress bar, and the table at the end."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.capabilities import NeedsFiles, is_compiled
from metamer.core.compiled import keep_compiled
from metamer.core.jobs import Job, series, unit_key
from metamer.core.plans import find_study
from metamer.core.registry import engine as engines
from metamer.core.responses import Responses
from metamer.core.settings import to_plain
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.engines.device import use_all_cores

if TYPE_CHECKING:
    from rich.progress import Progress


def run(
    study: Study | str | Path, out: str | Path = "", engine: str = "local"
) -> Responses:
    """Do `study`, going on where an earlier run in the folder `out` stopped.

    A built-in study may be given by its name, another one by its TOML file. Without `out`
    the run goes to a new temporary folder.
    """
    started = time.monotonic()
    if not isinstance(study, Study):
        study = find_study(study)
    to_plain(study)  # refuses what cannot be identified before anything is trained
    for entry in study.learners:
        if isinstance(entry, NeedsFiles):
            entry.check_files(study.paradigm)
    keep_compiled()
    where = engines(engine)()
    home = Run(Path(out or tempfile.mkdtemp(prefix="metamer-")))
    if any(is_compiled(learner) for learner in study.learners):
        # Before anything is drawn: some paradigms draw with JAX.
        use_all_cores()
    with _progress() as progress:
        _draw_first_lessons(study, progress)
        home.begin(study)
        todo = home.missing_jobs(study)
        where.run(todo, home.folder, _counter(study, todo, progress))
    return home.finish(study, time.monotonic() - started)


def _draw_first_lessons(study: Study, progress: Progress) -> None:
    """Refuse what cannot be drawn before anything is written.

    This can take minutes: a paradigm may train networks to make its items, which are then
    there for all units.
    """
    conditions = study.paradigm.conditions()
    task = progress.add_task("drawing items", total=len(conditions), what="conditions")
    for condition in conditions:
        progress.update(task, description=f"drawing items: {condition}")
        study.paradigm.lesson(condition, unit_key(study.seed, 0))
        progress.advance(task)
    progress.remove_task(task)


def _counter(
    study: Study, todo: Sequence[Job], progress: Progress
) -> Callable[[Job, float], None]:
    """A bar that counts units: call it with a job and the share of it that is done."""
    total = sum(len(whole.units) for whole in series(study))
    before = total - sum(len(job.units) for job in todo)
    task = progress.add_task(study.name, total=total, completed=before, what="units")
    shares: dict[str, float] = {}

    def count(job: Job, share: float) -> None:
        shares[job.id] = share * len(job.units)
        progress.update(task, completed=before + sum(shares.values()))

    return count


def _progress() -> Progress:
    """Bars on stderr that say how long the rest will take; only in a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(file=sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.1f}/{task.total} {task.fields[what]}"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(elapsed_when_finished=False),
        console=console,
        disable=not console.is_terminal,
    )
