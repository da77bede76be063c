"""How long a search may go on, and how much it may keep."""

import resource
import sys
import time
from pathlib import Path

STATEMENT = Path("/proc/self/statm")
"""Where Linux says how much memory a process has."""


class Spent(Exception):
    """The budget is used up; what was found so far counts."""


class Budget:
    """Counts steps of a search, and stops it at a limit of steps, seconds or memory.

    A step is one program tried on one grid; memory is what the process fills beyond what
    it did at the beginning. A limit in steps alone gives the same answer
    on every machine; clock and memory, looked at whenever steps are counted, are the
    safety net.
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
        self.until = time.perf_counter() + seconds

    def spend(self, steps: int = 1) -> None:
        """Count some steps, before or after doing them; raise `Spent` at a limit."""
        self.spent += steps
        if self.spent > self.steps or time.perf_counter() > self.until:
            raise Spent
        if self.gigabytes != float("inf") and memory() > self.before + self.gigabytes:
            raise Spent

    def share(self, of: float) -> "Budget":
        """A budget of its own with a part of what is left; what it spends counts here
        once it is given back (`spend(shared.spent)`)."""
        left = self.until - time.perf_counter()
        shared = Budget((self.steps - self.spent) * of, left * of)
        shared.gigabytes, shared.before = self.gigabytes, self.before
        return shared


def memory() -> float:
    """Gigabytes that this process fills now; at its peak where only that is known."""
    if STATEMENT.exists():
        pages = int(STATEMENT.read_text().split()[1])
        return pages * resource.getpagesize() / 1e9
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
