"""The workers of a cluster, as the process that sends them jobs sees them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from metamer.core.capabilities import is_compiled
from metamer.core.jobs import Job
from metamer.engines.ray.cluster import Needs, slots
from metamer.engines.ray.news import Files, Message, News
from metamer.engines.ray.parcel import pack
from metamer.engines.ray.tasks import Errand, do_errand
from metamer.engines.workers import ONE_THREAD

FETCHING = 60.0
"""Seconds that messages may take to arrive here."""


class Crew:
    """Sends jobs to workers, and fetches what they have to say."""

    def __init__(self, needs: Needs, jobs: Sequence[Job], shared: Path | None):
        import ray

        parcel = pack(jobs)
        self._folder = str(shared.absolute()) if shared else ""
        self._parcel = ray.put(parcel)
        self._news = _news()
        kinds = {is_compiled(job.learner) for job in jobs}
        self._needs = {kind: needs.of(kind) for kind in kinds}
        self._tasks = {
            kind: ray.remote(do_errand).options(
                **self._needs[kind],
                max_retries=0,  # what is sent again takes its last checkpoint along
                runtime_env={"env_vars": _environment(kind, parcel.code_digest)},
            )
            for kind in kinds
        }

    def send(self, number: int, job: Job, files: Files) -> Any:
        """Have a job done; what it gives can be waited for."""
        errand = Errand(number, job.units, files, self._folder)
        task = self._tasks[is_compiled(job.learner)]
        return task.remote(self._parcel, errand, self._news)

    def messages(self) -> dict[str, Message]:
        """The latest of each job since the last time."""
        import ray

        with suppress(ray.exceptions.RayError):  # an actor that died begins anew
            return ray.get(self._news.take.remote(), timeout=FETCHING)
        return {}

    @property
    def writes_itself(self) -> bool:
        """Whether workers see the run's folder."""
        return bool(self._folder)

    @property
    def slots(self) -> int:
        """How many jobs the cluster can do at a time now."""
        return min((slots(needs) for needs in self._needs.values()), default=1)

    def dismiss(self, under_way: Iterable[Any]) -> None:
        """End whatever is still being done."""
        import ray

        for ref in under_way:
            ray.cancel(ref, force=True)
        ray.kill(self._news)


def _news() -> Any:
    """An actor for messages, on the machine of this process."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(
        ray.get_runtime_context().get_node_id(), soft=False
    )
    actor = ray.remote(News)
    return actor.options(num_cpus=0, max_restarts=-1, scheduling_strategy=here).remote()


def _environment(compiled: bool, code: str) -> dict[str, str]:
    """What a worker's numbers depend on, as it is in this process.

    Ray keeps workers with other variables apart. Compiled learners have as many devices as
    here, whatever the machine: a checkpoint is divided over them.
    """
    set_here = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(("JAX_", "XLA_")) and name != "JAX_COMPILATION_CACHE_DIR"
    }
    own = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **set_here, **ONE_THREAD}
    if compiled:
        own["JAX_NUM_CPU_DEVICES"] = str(_devices())
    return {**own, "METAMER_CODE": code}


def _devices() -> int:
    """Processors that JAX divides units over in this process."""
    import jax

    return len(jax.devices("cpu"))
