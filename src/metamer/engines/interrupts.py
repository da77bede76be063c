"""Ctrl-C is never lost."""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PAUSE = 0.05
"""Seconds after which a swallowed interrupt is sent again."""


@contextmanager
def resend_interrupts() -> Iterator[None]:
    """Send Ctrl-C again if Python had to swallow it.

    An interrupt that arrives in a callback of the garbage collector (JAX has one) cannot
    be raised there: Python prints it, and the work goes on.
    """
    before = sys.unraisablehook

    def hook(fault: Any) -> None:
        if not isinstance(fault.exc_value, KeyboardInterrupt):
            before(fault)
            return
        again = threading.Timer(PAUSE, _thread.interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
