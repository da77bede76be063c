"""How long the rest of a run will take, from what has been done of it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from metamer.core.jobs import Job

ROUNDING = 1e-6
"""A share of a unit that is left only because sums are rounded."""


class TimeLeft:
    """An estimate from each learner's own pace, or none.

    The first news of a learner says nothing about its pace: programs were compiled and
    items drawn before it. As long as some learner has more to do and no known pace, there
    is no estimate; that of another learner would be a guess.
    """

    def __init__(self, jobs: Sequence[Job], now: float):
        self._jobs = deque(jobs)
        self._shares = dict.fromkeys((job.id for job in jobs), 0.0)
        self._left: dict[str, float] = defaultdict(float)
        for job in jobs:
            self._left[job.learner.name] += len(job.units)
        self._seconds: dict[str, float] = {}
        self._units: dict[str, float] = {}
        self._heard: set[str] = set()
        self._last = now
        self.done = 0.0
        """Units that are done, with shares of those under way."""

    def hear(self, job: Job, share: float, now: float) -> None:
        """Take note that this share of `job` is done."""
        name, gained = job.learner.name, share - self._shares.get(job.id, 0.0)
        self._shares[job.id] = share
        self.done += gained * len(job.units)
        self._left[name] -= gained * len(job.units)
        if gained <= 0:
            return
        if name in self._heard:
            self._units[name] = self._units.get(name, 0.0) + gained * len(job.units)
            self._seconds[name] = self._seconds.get(name, 0.0) + now - self._last
        self._heard.add(name)
        self._last = now

    @property
    def current(self) -> Job | None:
        """A job that is being done: engines begin with the first that is left."""
        while self._jobs and self._shares[self._jobs[0].id] >= 1:
            self._jobs.popleft()
        return self._jobs[0] if self._jobs else None

    def knows(self, name: str) -> bool:
        """Whether anything of this learner has been done."""
        return name in self._heard

    def seconds(self, now: float) -> float | None:
        """Seconds from now to the end; None if that cannot be known."""
        left = {name: units for name, units in self._left.items() if units > ROUNDING}
        if not left:
            return 0.0
        if any(not self._units.get(name) for name in left):
            return None
        paces = {name: self._seconds[name] / self._units[name] for name in left}
        total = sum(units * paces[name] for name, units in left.items())
        rest = total - (now - self._last)
        return rest if rest > 0 else None
