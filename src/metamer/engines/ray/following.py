"""Jobs on a cluster: sent, heard of, written down, and sent again if they were lost."""

from __future__ import annotations

import functools
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from metamer.core.checkpoints import Place
from metamer.core.counting import count as counted
from metamer.core.engine import Count
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.store import Run
from metamer.engines.ray.crew import Crew
from metamer.engines.ray.news import PAUSE, Files, checkpoints, write_files
from metamer.engines.ray.tasks import Delivery

LOOK = 0.1
"""Seconds between two looks at what is done."""

TRIES = 3
"""How often a job is tried again after its worker or machine died."""

AGAIN = 1.0
"""Seconds before a lost job is tried again; each time twice as long."""

AHEAD = 2
"""Jobs that are sent for each that can be done at a time: nobody waits for this process."""

LEAST_AHEAD = 64
"""The least number of jobs that are sent at once; a cluster that grows sees them wait."""

WRITERS = 16
"""Files that are written at a time."""

GRACE = 120.0
"""Seconds without any machine that could do a job, after which a run ends."""

NAMED = 3
"""Failures that the error names."""


@dataclass
class Sent:
    """A job, or some units of one, and how often it was lost."""

    number: int
    """Its place among all jobs of the run."""
    job: Job
    lost: int = 0
    not_before: float = 0.0


class Following:
    """What is left to do of a run, what is under way or lost, and what failed."""

    def __init__(self, jobs: Sequence[Job], folder: Path, crew: Crew, count: Count):
        self.jobs, self.run, self.crew, self._count = jobs, Run(folder), crew, count
        self.todo = [Sent(number, job) for number, job in enumerate(jobs)][::-1]
        self.lost: list[Sent] = []
        self.under_way: dict[Any, Sent] = {}
        self.failures: list[str] = []
        self._units_done: dict[int, int] = defaultdict(int)
        self.window = LEAST_AHEAD
        self._heard = self._last_seen = 0.0

    def follow(self, stop: Event) -> None:
        """Have all jobs done; those that fail are named in one error at the end."""
        import ray

        with ThreadPoolExecutor(WRITERS) as pool:
            while (self.todo or self.lost or self.under_way) and not stop.is_set():
                self.send_some()
                if time.monotonic() - self._heard > PAUSE:
                    self._hear(pool)
                refs = list(self.under_way)
                if not refs:  # what is left was lost, and waits a little
                    stop.wait(LOOK)
                    continue
                ready, _ = ray.wait(refs, num_returns=len(refs), timeout=LOOK)
                self.receive(ready, pool)
        if self.failures:
            raise self._complaint()

    def send_some(self) -> None:
        """Send jobs until enough are under way."""
        self._take_up_lost()
        while self.todo and len(self.under_way) < self.window:
            sent = self.todo.pop()
            if self.run.has(sent.job):  # another process has done it meanwhile
                self._note_done(sent)
                continue
            begun = {} if self.crew.writes_itself else self._checkpoints(sent)
            self.under_way[self.crew.send(sent.number, sent.job, begun)] = sent

    def _take_up_lost(self) -> None:
        """Let lost jobs be sent again, each once it has waited long enough."""
        now = time.monotonic()
        self.todo += [sent for sent in self.lost if sent.not_before <= now]
        self.lost = [sent for sent in self.lost if sent.not_before > now]

    def _checkpoints(self, sent: Sent) -> Files:
        return checkpoints(self.run.folder, sent.job.id)

    def _hear(self, pool: Executor) -> None:
        """Show how far jobs are, and write down the checkpoints that they sent."""
        under_way = {sent.job.id: sent for sent in self.under_way.values()}
        messages = self.crew.messages()
        came = [
            (under_way[name], messages[name]) for name in messages.keys() & under_way
        ]
        write = functools.partial(write_files, self.run.folder)
        list(pool.map(write, [message.files for _, message in came]))
        for sent, message in came:
            self._show(sent, message.share, message.note)
        slots = self.crew.slots
        self.window = max(LEAST_AHEAD, AHEAD * slots)
        self._heard = time.monotonic()
        if slots or not self._last_seen:
            self._last_seen = self._heard
        elif self._heard - self._last_seen > GRACE:
            raise Refusal(
                "no machine of the cluster is left that could do a job; what was finished "
                "is kept: give the same command again to go on"
            )

    def receive(self, refs: Sequence[Any], pool: Executor) -> None:
        """Take what became of some jobs.

        Files are written side by side: each waits for the disk.
        """
        came = [(self.under_way.pop(ref), _outcome(ref)) for ref in refs]
        list(pool.map(self._keep, came))
        for sent, outcome in came:
            self._take(sent, outcome)

    def _keep(self, came: tuple[Sent, Delivery | Exception]) -> None:
        """Write what a job has given, if it is done."""
        sent, outcome = came
        if isinstance(outcome, Delivery) and outcome.kind == "done":
            write_files(self.run.folder, outcome.files or {})
            Place(self.run.folder, sent.job.id).clear()

    def _take(self, sent: Sent, outcome: Delivery | Exception) -> None:
        if isinstance(outcome, Exception):
            self._send_again(sent, outcome)
        elif outcome.kind == "unfit":
            raise Refusal(outcome.complaint)
        elif outcome.kind == "too large" and len(sent.job.units) > 1:
            self._halve(sent)
        elif outcome.kind != "done":
            self.failures.append(outcome.complaint)
        else:
            self._note_done(sent)

    def _halve(self, sent: Sent) -> None:
        """Do the units of a job in two halves: all together do not fit into a device."""
        units = sent.job.units
        for half in (units[len(units) // 2 :], units[: len(units) // 2]):
            self.todo.append(Sent(sent.number, sent.job.of(half)))

    def _send_again(self, sent: Sent, error: Exception) -> None:
        """Try a lost job again, with the last checkpoint that came from it."""
        sent.lost += 1
        if sent.lost > TRIES:
            self.failures.append(f"failed: {sent.job}: {_why(error)}")
            return
        sent.not_before = time.monotonic() + AGAIN * 2 ** (sent.lost - 1)
        self._heard = 0.0
        self.lost.append(sent)

    def _note_done(self, sent: Sent) -> None:
        self._units_done[sent.number] += len(sent.job.units)
        self._show(sent, 0.0)

    def _show(self, sent: Sent, share: float, note: str = "") -> None:
        """Count a share of a job, which may be part of one that was too large."""
        whole = self.jobs[sent.number]
        done = self._units_done[sent.number] + share * len(sent.job.units)
        self._count(whole, done / len(whole.units), note)

    def _complaint(self) -> Refusal:
        first = "; ".join(self.failures[:NAMED])
        more = len(self.failures) - NAMED
        others = f"; and {counted(more, 'further job')}" if more > 0 else ""
        return Refusal(
            f"{first}{others} (all other jobs are done and kept: give the same command "
            "again to go on)"
        )


def _outcome(ref: Any) -> Delivery | Exception:
    """What became of a job, or how it was lost."""
    import ray

    try:
        return ray.get(ref)
    except ray.exceptions.RayTaskError as error:
        raise Refusal(f"a worker cannot begin: {_first_line(error.cause)}") from error
    except ray.exceptions.RayError as error:
        return error


def _why(error: Exception) -> str:
    """Why a job was lost, in our own words where Ray takes a page."""
    from ray.exceptions import NodeDiedError, OutOfMemoryError, WorkerCrashedError

    again = f"{TRIES + 1} times"
    if isinstance(error, OutOfMemoryError):
        return (
            f"memory ran out {again}; a higher engine.cpus has fewer jobs side by side"
        )
    if isinstance(error, NodeDiedError):
        return f"its machine died {again}"
    if isinstance(error, WorkerCrashedError):
        return f"its worker process died {again}"
    return f"{_first_line(error)} ({again})"


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return f"{type(error).__name__}: {lines[0]}"
