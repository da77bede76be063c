"""Limits of a search."""

import pytest

from metamer.programs.budget import Budget, Spent, memory


def test_it_stops_at_its_steps():
    budget = Budget(steps=10)
    budget.spend(10)
    with pytest.raises(Spent):
        budget.spend(1)


def test_it_stops_when_its_time_is_over():
    with pytest.raises(Spent):
        Budget(seconds=-1.0).spend()


def test_it_stops_when_memory_is_full():
    held = memory()
    Budget(gigabytes=held + 100).spend()
    with pytest.raises(Spent):
        Budget(gigabytes=held / 2).spend()


def test_a_share_is_a_part_of_what_is_left():
    budget = Budget(steps=100)
    budget.spend(20)
    share = budget.share(0.5)
    share.spend(40)
    with pytest.raises(Spent):
        share.spend(1)


def test_memory_is_that_of_a_process_with_numpy():
    assert 0.01 < memory() < 100
