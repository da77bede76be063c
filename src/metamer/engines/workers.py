"""Worker processes of this machine: one pool, whoever asks for it."""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, TypeVar

from metamer.core.errors import Refusal

T = TypeVar("T")

IDLE_SECONDS = 60
"""How long a worker without work lives on, so that the next run need not start one."""


_POOLS: dict[int, Any] = {}
"""Pools that nobody uses at present, by their number of workers.

Not loky's `get_reusable_executor`: there is one of that for a whole process, and joblib
fails if it finds a pool there that joblib has not set up.
"""

# Before modules are torn down: after that, loky prints an error for each pool (loky 3.5).
atexit.register(_POOLS.clear)


@contextmanager
def workers(cores: int = -1) -> Iterator[Executor]:
    """Worker processes, as many as `cores` (-1: one for each core).

    An error or Ctrl-C while they are busy ends them at once.
    """
    from joblib.externals.loky import cpu_count
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    many = cpu_count() if cores == -1 else cores
    pool = _POOLS.pop(many, None) or _new_pool(many)
    try:
        yield pool
    except TerminatedWorkerError as error:
        raise Refusal(
            "a worker process was killed, perhaps because memory ran out; what was "
            "finished is kept: give the same command again to go on"
        ) from error
    except BaseException:
        _kill(pool)
        raise
    _POOLS[many] = pool


@contextmanager
def fresh_worker() -> Iterator[Executor]:
    """One worker process that nobody has used before, and that ends with the context."""
    pool = _new_pool(1)
    try:
        yield pool
    finally:
        _kill(pool)


def _new_pool(many: int) -> Any:
    from joblib.externals.loky import ProcessPoolExecutor

    return ProcessPoolExecutor(
        many,
        timeout=IDLE_SECONDS,
        initializer=_prepare_worker,
        initargs=(os.getpid(),),
        env=ONE_THREAD,
    )


ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""There are as many workers as cores: a library that starts a thread for each core in each
of them (scikit-learn's boosted trees, PyTorch) waits for itself most of the time."""


def map_unordered(
    function: Callable[[Any], T], arguments: Sequence[Any], cores: int
) -> Iterator[T]:
    """What `function` gives for each argument, as soon as it is there.

    With one core it runs in this process, otherwise in workers: as many as `cores` (-1:
    one for each core), but no more than there are cores, or arguments.
    """
    from joblib.externals.loky import cpu_count

    if cores == 1 or len(arguments) <= 1:
        yield from map(function, arguments)
        return
    there = min(cpu_count(), len(arguments))
    with workers(there if cores == -1 else min(cores, there)) as pool:
        futures = [pool.submit(function, argument) for argument in arguments]
        for future in as_completed(futures):
            yield future.result()


def one_thread() -> Any:
    """Limit linear algebra to one thread, since jobs already fill the cores.

    Two JAX devices whose factorisations each start a thread per core get in each other's
    way: a Gaussian process took twenty times as long.
    """
    import scipy.linalg  # noqa: F401 (brings the library that JAX calls, too)
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1, user_api="blas")


def _kill(pool: Any) -> None:
    """Kill all workers.

    `shutdown(kill_workers=True)` is meant for this, but while jobs are still waiting its
    thread dies of a KeyError and prints it (loky 3.5).
    """
    from joblib.externals.loky.backend.utils import kill_process_tree

    for worker in list(pool._processes.values()):
        with suppress(ProcessLookupError):
            kill_process_tree(worker)


def _prepare_worker(parent: int) -> None:
    """Set up a worker: no life after its parent, little GPU memory, one thread."""
    # First, and with the number that the parent gave: asked for here, it would be that of
    # whoever adopted this worker if the parent has been killed meanwhile.
    Thread(target=_end_with_parent, args=[parent], daemon=True).start()
    # If lessons are drawn on a GPU, the parent process has most of its memory.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    _keep_memory()
    one_thread()


def _keep_memory() -> None:
    """Let this worker keep what it compiles.

    Where psutil is installed, loky takes 300 MB more after a job than after the first for a
    leak, ends the worker and warns; compiled programs and weights are kept on purpose.
    """
    from joblib.externals.loky import process_executor

    process_executor._USE_PSUTIL = False


def _end_with_parent(parent: int) -> None:
    """Exit once `parent` is gone: nobody waits for these units any more."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)
