"""Limits of a search."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.budget import Budget, Spent, memory
from metamer.paradigms.concepts.search.operations.compilation import STOPWATCH


def test_it_stops_at_its_steps():
    budget = Budget(steps=10)
    budget.spend(10)
    with pytest.raises(Spent):
        budget.spend(1)


def test_it_stops_when_its_time_is_over():
    with pytest.raises(Spent):
        Budget(seconds=-1.0).spend()


def test_it_stops_when_more_memory_is_filled_than_allowed():
    budget = Budget(gigabytes=0.05)
    share = budget.share(0.5)
    budget.spend()
    held = np.ones(20_000_000)
    for it in (budget, share):
        with pytest.raises(Spent):
            it.spend()
    assert held.nbytes == 160_000_000
    Budget(gigabytes=0.05).spend()


def test_a_share_is_a_part_of_what_is_left():
    budget = Budget(steps=100)
    budget.spend(20)
    share = budget.share(0.5)
    share.spend(40)
    with pytest.raises(Spent):
        share.spend(1)


def test_memory_is_that_of_a_process_with_numpy():
    assert 0.01 < memory() < 100


def test_the_clock_stands_still_while_functions_are_compiled(monkeypatch):
    monkeypatch.setattr(STOPWATCH, "seconds", 0.0)
    budget = Budget(seconds=10.0)
    monkeypatch.setattr("time.perf_counter", lambda: budget.until + 5.0)
    with pytest.raises(Spent):
        budget.spend()
    monkeypatch.setattr(STOPWATCH, "seconds", 6.0)
    budget.spend()
