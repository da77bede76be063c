"""Ctrl-C, even where it is swallowed."""

import os
import signal
import threading
from contextlib import suppress

import pytest

from metamer.engines.interrupts import remembered


def test_a_swallowed_interrupt_is_raised_again():
    before = signal.getsignal(signal.SIGINT)
    with remembered() as check:
        check()
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check()
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_leave_signals_alone():
    before = signal.getsignal(signal.SIGINT)

    during = []

    def elsewhere():
        with remembered() as check:
            check()
            during.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert during == [before]
