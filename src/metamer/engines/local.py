"""This machine: compiled learners in this process, all others in worker processes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from metamer.core.answers import AnswersById
from metamer.core.capabilities import is_compiled
from metamer.core.checkpoints import Place, Progress, ignore
from metamer.core.conversation import Respondent
from metamer.core.engine import Count
from metamer.core.jobs import Job
from metamer.core.registry import engine
from metamer.core.store import Run
from metamer.engines import shares
from metamer.engines.interrupts import resend_interrupts
from metamer.engines.perform import perform
from metamer.engines.shares import ShareFile
from metamer.engines.workers import one_thread, workers


def perform_and_keep(job: Job, folder: Path, progress: Progress = ignore) -> None:
    """Do one job unless another process has done it meanwhile, and write its part."""
    run = Run(folder)
    if not run.has(job):
        place = Place(folder, job.id, job.units.start, job.about, progress)
        run.keep(job, *perform(job, place))
        place.clear()


@engine.add("local")
@dataclass(frozen=True)
class Local:
    """All cores of this machine, and its GPU where there is one."""

    def run(self, jobs: Sequence[Job], folder: Path, count: Count) -> None:
        """Do all `jobs`, and `count` how far each one is."""
        here = [job for job in jobs if _is_here(job)]
        elsewhere = [job for job in jobs if not _is_here(job)]
        with _elsewhere(elsewhere, folder, count) as follow:
            if here:
                do_here(here, folder, count)
            follow()


def _is_here(job: Job) -> bool:
    """Whether this process does it: compiled programs use all cores by themselves."""
    return is_compiled(job.learner) or is_answered_here(job)


def is_answered_here(job: Job) -> bool:
    """Whether it must be done in this process on any engine: asking a chat model is
    waiting, with one budget for all that is asked, and a file of answers is read once."""
    return isinstance(job.learner, Respondent | AnswersById)


def do_here(jobs: Sequence[Job], folder: Path, count: Count) -> None:
    """Do jobs in this process, one after the other."""
    with one_thread(), resend_interrupts():
        for job in jobs:
            perform_and_keep(job, folder, functools.partial(count, job))
            count(job, 1.0)


@contextmanager
def _elsewhere(
    jobs: Sequence[Job], folder: Path, count: Count
) -> Iterator[Callable[[], None]]:
    """Worker processes busy with `jobs`, and a function that waits for them.

    An error or Ctrl-C ends them at once.
    """
    if not jobs:
        yield lambda: None
        return
    lock = Lock()

    def count_finished(job: Job, future: Future) -> None:
        if not future.cancelled() and future.exception() is None:
            with lock:
                count(job, 1.0)

    with workers() as pool:
        futures = {}
        for job in jobs:
            progress = ShareFile.of(folder, job.id)
            future = pool.submit(perform_and_keep, job, folder, progress)
            future.add_done_callback(functools.partial(count_finished, job))
            futures[future] = job
        yield functools.partial(_follow, futures, folder, count, lock)


def _follow(futures: dict[Future, Job], folder: Path, count: Count, lock: Any) -> None:
    """Wait until all are done, and count what those under way have noted meanwhile."""
    for awaited in futures:
        while not awaited.done():
            wait([awaited], timeout=shares.PAUSE)
            for future, job in futures.items():
                share = ShareFile.of(folder, job.id).read()
                with lock:  # what is done is counted by its callback, and stays so
                    if share and not future.done():
                        count(job, share)
        awaited.result()
