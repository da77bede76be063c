"""Many machines: the same jobs as tasks of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock

from metamer.core.engine import Count
from metamer.core.errors import Refusal, at_least
from metamer.core.jobs import Job
from metamer.core.registry import engine
from metamer.engines.local import do_here, is_answered_here
from metamer.engines.ray.cluster import Needs, check_needs, joined
from metamer.engines.ray.crew import Crew
from metamer.engines.ray.following import Following


@engine.add("ray")
@dataclass(frozen=True)
class Ray:
    """All machines of a Ray cluster, or this one as if it were a cluster.

    No disk need be shared: rows, curves and checkpoints come back to this process, which
    writes them. A job whose worker or machine dies is tried again from its last
    checkpoint.
    """

    address: str = ""
    """Where the cluster is, as `10.0.0.1:6379`, or `auto` for the one that runs on this
    machine; else that of `RAY_ADDRESS`, or else one is started here for this run."""
    cpus: float = 1.0
    """Processor cores that each job asks for."""
    gpus: float = -1.0
    """GPUs that a compiled job asks for, such as 0.25; -1: one if the cluster has any."""
    shared: bool = False
    """Whether all machines see the run folder at the same path: workers then write it."""

    def __post_init__(self) -> None:
        at_least("engine.cpus", self.cpus, 0.01)
        if self.gpus != -1:
            at_least("engine.gpus", self.gpus, 0)
        for name, asked in (("cpus", self.cpus), ("gpus", self.gpus)):
            if asked > 1 and asked != int(asked):
                raise Refusal(
                    f"engine.{name} must be a whole number or below 1, not {asked}"
                )

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Connected to a cluster that has what jobs ask for."""
        with joined(self.address):
            check_needs(self.needs)
            yield

    @property
    def needs(self) -> Needs:
        """What a job asks for."""
        return Needs(self.cpus, self.gpus)

    def run(self, jobs: Sequence[Job], folder: Path, count: Count) -> None:
        """Do all `jobs`, and `count` how far each one is.

        What this process must do itself, it does while the cluster is at work.
        """
        here = [job for job in jobs if is_answered_here(job)]
        elsewhere = [job for job in jobs if not is_answered_here(job)]
        stop, lock = Event(), Lock()

        def count_one(job: Job, share: float, note: str = "") -> None:
            with lock:
                count(job, share, note)

        with self.opened(), ThreadPoolExecutor(1) as pool:
            crew = Crew(self.needs, elsewhere, folder if self.shared else None)
            following = Following(elsewhere, folder, crew, count_one)
            try:
                done = pool.submit(following.follow, stop)
                do_here(here, folder, count_one)
                done.result()
            finally:
                stop.set()
                pool.shutdown()
                crew.dismiss(following.under_way)
