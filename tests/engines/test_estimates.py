"""How long the rest of a run takes: from each learner's own pace, or not at all."""

from dataclasses import dataclass

import pytest

from metamer.core.jobs import Job
from metamer.engines.estimates import TimeLeft
from metamer.paradigms.categories import Categories

PARADIGM = Categories()


@dataclass(frozen=True)
class Someone:
    """A learner that is never asked."""

    name: str

    def fit(self, items, key):
        """Learn nothing."""

    def answer(self, fitted, items):
        """Answer nothing."""


def jobs(*names):
    """Jobs of two units each, of learners by name."""
    first = PARADIGM.conditions()[0]
    return [
        Job(PARADIGM, Someone(name), first, range(2 * place, 2 * place + 2), 0)
        for place, name in enumerate(names)
    ]


def test_nothing_is_said_from_the_job_that_compiles():
    first, second, third = work = jobs("a", "a", "a")
    left = TimeLeft(work, now=0.0)
    assert left.seconds(now=10.0) is None
    left.hear(first, 1.0, now=60.0)
    assert left.seconds(now=60.0) is None
    left.hear(second, 1.0, now=64.0)
    assert left.seconds(now=64.0) == pytest.approx(4.0)
    assert left.seconds(now=65.0) == pytest.approx(3.0)
    left.hear(third, 1.0, now=68.0)
    assert left.seconds(now=68.0) == 0.0


def test_one_learner_says_nothing_about_another():
    quick, again, slow, slower = work = jobs("a", "a", "b", "b")
    left = TimeLeft(work, now=0.0)
    left.hear(quick, 1.0, now=1.0)
    left.hear(again, 1.0, now=2.0)
    assert left.seconds(now=2.0) is None
    left.hear(slow, 0.5, now=100.0)
    assert left.seconds(now=100.0) is None
    left.hear(slow, 1.0, now=110.0)
    assert left.seconds(now=110.0) == pytest.approx(20.0)
    assert left.current is slower


def test_an_estimate_that_was_too_short_is_taken_back():
    first, second, _ = work = jobs("a", "a", "a")
    left = TimeLeft(work, now=0.0)
    left.hear(first, 1.0, now=1.0)
    left.hear(second, 1.0, now=2.0)
    assert left.seconds(now=5.0) is None


def test_shares_of_jobs_are_counted():
    first, second = work = jobs("a", "a")
    left = TimeLeft(work, now=0.0)
    left.hear(first, 0.5, now=1.0)
    assert (left.done, left.current) == (1.0, first)
    left.hear(first, 1.0, now=2.0)
    assert (left.done, left.current) == (2.0, second)
