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


def test_it_says_which_limit_stopped_it():
    assert Budget().ended == "finished"
    for limits, ended in (
        ({"steps": 0}, "steps"),
        ({"seconds": -1.0}, "time"),
        ({"gigabytes": -1.0}, "memory"),
    ):
        budget = Budget(**limits)
        with pytest.raises(Spent):
            budget.spend()
        assert budget.ended == ended


def test_a_limit_that_stopped_a_share_cut_the_search_short():
    budget = Budget(steps=100)
    with pytest.raises(Spent):
        budget.share(0.5).share(0.5).spend(26)
    assert budget.ended == "steps"


def test_time_is_named_before_steps_because_it_depends_on_the_machine():
    budget = Budget(steps=1)
    budget.reached |= {"steps", "time"}
    assert budget.ended == "time"


def test_things_are_looked_at_while_there_is_time():
    budget = Budget(seconds=10.0)
    seen = []
    with pytest.raises(Spent):
        for thing in budget.each("abc"):
            seen.append(thing)
            if thing == "b":
                budget.until -= 20.0
    assert seen == ["a", "b"]


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
