"""How long a search may run, and how much memory it may fill."""

import resource
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn, TypeVar

from metamer.paradigms.concepts.search.operations.compilation import STOPWATCH

T = TypeVar("T")

MEMORY_FILE = Path("/proc/self/statm")
"""Where Linux says how much memory a process has."""

FINISHED = "finished"
"""How a search ended that no limit cut short."""

ENDS = ("time", "memory", "steps", FINISHED)
"""How a search can end. Of several limits the first of these is named: with a limit in
steps alone the answers are the same on every machine."""


class Spent(Exception):
    """The budget is used up; what was found so far counts."""


class Budget:
    """Counts steps of a search, and stops it at a limit of steps, seconds or memory.

    A step is one program tried on one grid; memory is what the process fills beyond what
    it filled at the beginning. A limit in steps alone gives the same answers on every
    machine; clock and memory, read whenever steps are counted, are the safety net. The
    clock is also read while a finder works out what it looks at (`each`).
    """

    def __init__(
        self,
        steps: float = float("inf"),
        seconds: float = float("inf"),
        gigabytes: float = float("inf"),
    ):
        self.steps = steps
        self.gigabytes = gigabytes
        self.before = 0.0 if gigabytes == float("inf") else memory()
        self.spent = 0
        self.until = clock() + seconds
        self.reached: set[str] = set()
        """The limits that stopped this search or one of its parts."""

    @property
    def ended(self) -> str:
        """Which limit cut the search short, one of `ENDS`."""
        return next((limit for limit in ENDS if limit in self.reached), FINISHED)

    def spend(self, steps: int = 1) -> None:
        """Count some steps, before or after doing them; raise `Spent` at a limit."""
        self.spent += steps
        if self.spent > self.steps:
            self._stop("steps")
        self.check_time()
        if self.gigabytes != float("inf") and memory() > self.before + self.gigabytes:
            self._stop("memory")

    def check_time(self) -> None:
        """Raise `Spent` if the time is over."""
        if clock() > self.until:
            self._stop("time")

    def each(self, things: Iterable[T]) -> Iterator[T]:
        """The things one by one, as long as there is time for the next."""
        for thing in things:
            self.check_time()
            yield thing

    def _stop(self, limit: str) -> NoReturn:
        self.reached.add(limit)
        raise Spent

    def share(self, part: float) -> "Budget":
        """A budget of its own with a part of what is left.

        What it spends counts here once it is reported: `spend(shared.spent)`.
        """
        left = self.until - clock()
        shared = Budget((self.steps - self.spent) * part, left * part)
        # Memory is that of the whole process, so the limit is not divided.
        shared.gigabytes, shared.before = self.gigabytes, self.before
        shared.reached = self.reached
        return shared


def clock() -> float:
    """Seconds, without those in which functions were compiled for the first time."""
    return time.perf_counter() - STOPWATCH.seconds


def memory() -> float:
    """Gigabytes that this process fills now; at its peak where only that is known."""
    if MEMORY_FILE.exists():
        pages = int(MEMORY_FILE.read_text().split()[1])
        return pages * resource.getpagesize() / 1e9
    return largest_memory()


def largest_memory() -> float:
    """Gigabytes that this process filled at its peak."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
