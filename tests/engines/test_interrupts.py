"""Ctrl-C, even where it is swallowed."""

import signal
import sys
import time

import pytest

from metamer.engines.interrupts import resend_interrupts


class Swallows:
    """Python cannot raise what happens while an object is deleted."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0)


def test_a_swallowed_interrupt_comes_again(capsys):
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), resend_interrupts():
        thing = Swallows()
        del thing
        time.sleep(1)
    assert sys.unraisablehook is before
    assert capsys.readouterr().err == ""


def test_other_faults_are_still_told(monkeypatch):
    class Faulty:
        def __del__(self):
            raise RuntimeError("told")

    told = []
    monkeypatch.setattr(
        sys, "unraisablehook", lambda it: told.append(str(it.exc_value))
    )
    with resend_interrupts():
        thing = Faulty()
        del thing
    assert told == ["told"]
