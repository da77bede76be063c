"""How long a study will take and how much memory, before anybody starts it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from pathlib import Path

from metamer.core.capabilities import is_compiled
from metamer.core.errors import at_least
from metamer.core.jobs import Job, pieces, series
from metamer.core.plans import find_study
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.engines.local import is_answered_here
from metamer.engines.timing import Timing, time_all

WORKERS = 10
"""For how many workers there is an estimate, unless it is said."""


@dataclass(frozen=True)
class Pace:
    """What one learner has left to do, and how long its jobs take."""

    learner: str
    compiled: bool
    jobs: tuple[Job, ...]
    timing: Timing

    @property
    def units(self) -> int:
        return sum(len(job.units) for job in self.jobs)

    def wall(self) -> float:
        """Seconds of all of it in one process of this machine."""
        return self.timing.start + self.units * self.timing.wall

    def work(self) -> float:
        """Seconds of all of it on one core."""
        return self.timing.start + self.units * self.timing.work


@dataclass(frozen=True)
class Cost:
    """Seconds, and bytes of memory of all processes together and of the largest."""

    seconds: float
    memory: int
    each: int


@dataclass(frozen=True)
class Forecast:
    """What is left to do of a study, and how long it will take here and elsewhere."""

    study: Study
    units: int
    """Of all learners in all conditions, done or not."""
    paces: tuple[Pace, ...]
    drawing: float
    """Seconds before the first job, in which the first items are drawn."""
    untimed: tuple[str, ...]
    """Learners that ask elsewhere: that costs money, or nothing."""
    cores: int

    @property
    def known(self) -> bool:
        """Whether the estimates are more than lower bounds."""
        return all(pace.timing.known for pace in self.paces)

    def here(self) -> Cost:
        """On this machine, with the engine `local`.

        Compiled learners go one after the other on all cores, and others beside them in a
        process for each core; both share the cores.
        """
        compiled = [pace for pace in self.paces if pace.compiled]
        others = [pace for pace in self.paces if not pace.compiled]
        first = sum(pace.wall() for pace in compiled)
        second = makespan(others, self.cores)
        shared = sum(pace.work() for pace in self.paces) / self.cores
        many = min(self.cores, sum(len(pace.jobs) for pace in others))
        one, each = _memory(compiled), _memory(others)
        seconds = self.drawing + max(first, second, shared)
        return Cost(seconds, one + many * each, max(one, each))

    def elsewhere(self, workers: int) -> Cost:
        """With this number of workers, each like a core of this machine, or its GPU."""
        at_least("workers", workers, 1)
        seconds = self.drawing + makespan(self.paces, workers)
        each = _memory(self.paces)
        many = min(workers, sum(len(pace.jobs) for pace in self.paces))
        return Cost(seconds, many * each, each)


def forecast(
    study: Study | str | Path,
    out: str | Path = "",
    begin: Callable[[str], None] = lambda words: None,
) -> Forecast:
    """How long the rest of `study` will take, from some seconds of each learner's work.

    What is finished in the run folder `out` is left out; nothing is written there. `begin`
    is told what is being timed.
    """
    if not isinstance(study, Study):
        study = find_study(study)
    left: dict[str, list[Job]] = {}
    for job in _left(study, out):
        left.setdefault(job.learner.name, []).append(job)
    timed = {name: jobs for name, jobs in left.items() if not is_answered_here(jobs[0])}
    drawing, timings = time_all(study, timed, begin)
    paces = tuple(
        Pace(name, is_compiled(jobs[0].learner), tuple(jobs), timings[name])
        for name, jobs in timed.items()
    )
    units = sum(len(whole.units) for whole in series(study))
    untimed = tuple(name for name in left if name not in timed)
    return Forecast(study, units, paces, drawing, untimed, os.cpu_count() or 1)


def _left(study: Study, out: str | Path) -> list[Job]:
    if out:
        return Run(Path(out)).missing_jobs(study)
    return [job for whole in series(study) for job in pieces(whole, [])]


def makespan(paces: Sequence[Pace], workers: int) -> float:
    """Seconds until all jobs are done by workers that each take the next one.

    A worker compiles for each learner that it meets first.
    """
    free = [(0.0, worker) for worker in range(workers)]
    heapify(free)
    met: set[tuple[int, str]] = set()
    for pace in paces:
        for job in pace.jobs:
            now, worker = free[0]
            start = 0.0 if (worker, pace.learner) in met else pace.timing.start
            met.add((worker, pace.learner))
            took = start + len(job.units) * pace.timing.work
            heapreplace(free, (now + took, worker))
    return max(now for now, _ in free)


def _memory(paces: Sequence[Pace]) -> int:
    """The most that a process takes that does the jobs of all these learners."""
    return max((pace.timing.memory for pace in paces), default=0)
