"""This machine: compiled learners in this process, all others in worker processes."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from metamer.core.checkpoints import Place, unheard
from metamer.core.errors import Refusal
from metamer.core.jobs import Job, compiled
from metamer.core.registry import engine
from metamer.core.store import Run
from metamer.engines.interrupts import heard
from metamer.engines.perform import perform

Hear = Callable[[Job, float], None]
"""Hears which share of a job is done."""


def perform_and_keep(
    job: Job, folder: Path, tell: Callable[[float], None] = unheard
) -> None:
    """Do one job unless another process has done it meanwhile, and write its part."""
    run = Run(folder)
    if not run.has(job):
        place = Place(folder, job.id, job.units.start, job.about, tell)
        run.keep(job, *perform(job, place))
        place.clear()


@engine.add("local")
@dataclass(frozen=True)
class Local:
    """All cores of this machine, and its GPU where there is one."""

    def run(self, jobs: Sequence[Job], folder: Path, hear: Hear) -> None:
        """Do all `jobs`; `hear` is told how far each one is."""
        here = [job for job in jobs if compiled(job.learner)]
        elsewhere = [job for job in jobs if not compiled(job.learner)]
        with _workers(elsewhere, folder, hear) as waiting:
            if here:
                _do_here(here, folder, hear)
            for future in waiting:
                future.result()


def _do_here(jobs: Sequence[Job], folder: Path, hear: Hear) -> None:
    with _one_thread(), heard():
        for job in jobs:
            perform_and_keep(job, folder, functools.partial(hear, job))
            hear(job, 1.0)


@contextmanager
def _workers(jobs: Sequence[Job], folder: Path, hear: Hear) -> Iterator[list[Future]]:
    """Worker processes busy with `jobs`; an error or Ctrl-C ends them at once."""
    if not jobs:
        yield []
        return
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    executor = get_reusable_executor(timeout=60, initializer=_prepare_worker)
    lock = Lock()

    def finished(future: Future, job: Job) -> None:
        if not future.cancelled() and future.exception() is None:
            with lock:
                hear(job, 1.0)

    futures = []
    for job in jobs:
        future = executor.submit(perform_and_keep, job, folder)
        future.add_done_callback(lambda future, job=job: finished(future, job))
        futures.append(future)
    try:
        yield futures
    except TerminatedWorkerError as error:
        raise Refusal(
            "a worker process was killed, perhaps for want of memory; what was finished is "
            "kept: start the same command again to go on"
        ) from error
    except BaseException:
        _end(executor)
        raise


def _end(executor: Any) -> None:
    """Kill all workers.

    `shutdown(kill_workers=True)` is meant for this, but while jobs are still waiting its
    thread dies of a KeyError and prints it (loky 3.5).
    """
    from joblib.externals.loky.backend.utils import kill_process_tree

    for worker in list(executor._processes.values()):
        with suppress(ProcessLookupError):
            kill_process_tree(worker)


def _prepare_worker() -> None:
    """One thread of linear algebra, and an end when the process that waits is gone.

    Where lessons are drawn on a GPU, workers take of its memory only what they need: the
    process that waits has most of it.
    """
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    _one_thread()
    Thread(target=_end_with_parent, args=[os.getppid()], daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """Go when `parent` was killed: nobody waits for these units any more."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _one_thread() -> Any:
    """Jobs fill the cores already: linear algebra below them stays on one thread.

    Two JAX devices whose factorisations each start a thread per core get in each other's
    way: a Gaussian process took twenty times as long.
    """
    import scipy.linalg  # noqa: F401 (brings the library that JAX calls, too)
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1, user_api="blas")
