"""Ctrl-C, even where it is swallowed."""

import signal
import sys
import time

import pytest

from metamer.engines.interrupts import heard


class Swallows:
    """Python cannot raise what happens while an object is deleted."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0)


def test_a_swallowed_interrupt_comes_again(capsys):
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), heard():
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
    with heard():
        thing = Faulty()
        del thing
    assert told == ["told"]
