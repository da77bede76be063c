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

from metamer.core.capabilities import is_compiled
from metamer.core.checkpoints import Place, ignore
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.registry import engine
from metamer.core.store import Run
from metamer.engines.interrupts import resend_interrupts
from metamer.engines.perform import perform

Count = Callable[[Job, float], None]
"""Is called with a job and the share of it that is done."""


def perform_and_keep(
    job: Job, folder: Path, progress: Callable[[float], None] = ignore
) -> None:
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
        here = [job for job in jobs if is_compiled(job.learner)]
        elsewhere = [job for job in jobs if not is_compiled(job.learner)]
        with _workers(elsewhere, folder, count) as waiting:
            if here:
                _do_here(here, folder, count)
            for future in waiting:
                future.result()


def _do_here(jobs: Sequence[Job], folder: Path, count: Count) -> None:
    with _one_thread(), resend_interrupts():
        for job in jobs:
            perform_and_keep(job, folder, functools.partial(count, job))
            count(job, 1.0)


@contextmanager
def _workers(jobs: Sequence[Job], folder: Path, count: Count) -> Iterator[list[Future]]:
    """Worker processes busy with `jobs`; an error or Ctrl-C ends them at once."""
    if not jobs:
        yield []
        return
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    executor = get_reusable_executor(timeout=60, initializer=_prepare_worker)
    lock = Lock()

    def count_finished(future: Future, job: Job) -> None:
        if not future.cancelled() and future.exception() is None:
            with lock:
                count(job, 1.0)

    futures = []
    for job in jobs:
        future = executor.submit(perform_and_keep, job, folder)
        future.add_done_callback(lambda future, job=job: count_finished(future, job))
        futures.append(future)
    try:
        yield futures
    except TerminatedWorkerError as error:
        raise Refusal(
            "a worker process was killed, perhaps because memory ran out; finished units "
            "are kept: give the same command again to go on"
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
    """Set up a worker: one thread, little GPU memory, and no life after its parent."""
    # If lessons are drawn on a GPU, the parent process has most of its memory.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    _one_thread()
    Thread(target=_end_with_parent, args=[os.getppid()], daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """Exit once `parent` is gone: nobody waits for these units any more."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _one_thread() -> Any:
    """Limit linear algebra to one thread, since jobs already fill the cores.

    Two JAX devices whose factorisations each start a thread per core get in each other's
    way: a Gaussian process took twenty times as long.
    """
    import scipy.linalg  # noqa: F401 (brings the library that JAX calls, too)
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1, user_api="blas")
