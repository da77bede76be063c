"""Limits on what one browser can send: how much at once, and how often."""

import time
from collections import OrderedDict
from collections.abc import Callable

from metamer.app.requests import TooMuch

MAX_BODY = 256 * 1024
"""Bytes of a request."""

MAX_BATCH = 100
"""Events in a request."""

BURST, PER_SECOND = 60.0, 20.0
"""Requests of one session: at once, and in the long run."""

MAX_BUCKETS = 20_000


class Floods:
    """Refuses sessions that send more than a person can."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, token: str) -> None:
        """Count a request of the session with this token."""
        now = self._clock()
        left, since = self._buckets.pop(token, (BURST, now))
        left = min(BURST, left + max(now - since, 0.0) * PER_SECOND)
        self._buckets[token] = (max(left - 1, 0.0), now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise TooMuch("too many requests from this session; wait a few seconds")
