"""How long a search may go on."""

import time


class Spent(Exception):
    """The budget is used up; what was found so far counts."""


class Budget:
    """Counts steps of a search, and stops it at a number of steps or after some seconds.

    A step is one program tried on one grid. A limit in steps alone gives the same answer
    on every machine; the clock, looked at every so many steps, is the safety net.
    """

    def __init__(self, steps: float = float("inf"), seconds: float = float("inf")):
        self.steps = steps
        self.spent = 0
        self.until = time.perf_counter() + seconds

    def spend(self, steps: int = 1) -> None:
        """Count some steps, before or after doing them; raise `Spent` at the limit."""
        self.spent += steps
        if self.spent > self.steps or time.perf_counter() > self.until:
            raise Spent

    def share(self, of: float) -> "Budget":
        """A budget of its own with a part of what is left; what it spends counts here
        once it is given back (`spend(shared.spent)`)."""
        shared = Budget((self.steps - self.spent) * of)
        shared.until = min(
            self.until, time.perf_counter() + (self.until - time.perf_counter()) * of
        )
        return shared
