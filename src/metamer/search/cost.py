"""What a search would have cost, one trial after the other."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from metamer.core.jobs import unit_key
from metamer.search.ledger import Ledger
from metamer.search.outcome import SearchOutcome
from metamer.search.plan import Search
from metamer.search.space import Values
from metamer.training.networks import policy_builder
from metamer.training.slots import Slots

SECONDS = 2.0
"""For how long one trial is timed by itself."""

PACE = "pace alone"
"""The attribute of a study that keeps what was timed."""


@dataclass(frozen=True)
class Cost:
    """Seconds of a search as it was, and as it would have been."""

    taken: float
    alone: float
    """One trial after the other, each ended where it was."""
    unpruned: float
    """One after the other, each to its end."""
    clicks: int
    pace: float
    """Clicks a second of one trial by itself, with the best settings."""


def cost(outcome: SearchOutcome) -> Cost | None:
    """The cost of a search for players; None if its trials were never side by side."""
    if not outcome.search.plays:
        return None
    pace = _pace(outcome)
    table = outcome.table()
    clicks = table["clicks"].fillna(0)
    whole = clicks[table["state"] == "complete"].mean()
    return Cost(
        outcome.seconds,
        float(clicks.sum() / pace),
        float(whole * len(table) / pace),
        int(clicks.sum()),
        pace,
    )


def _pace(outcome: SearchOutcome) -> float:
    """Clicks a second of a trial by itself, timed once for all processes."""
    cell, ledger = next(iter(outcome.ledgers.items()))
    kept = ledger.study.user_attrs.get(PACE)
    if kept is None:
        kept = time_alone(outcome.search, ledger, outcome.found[cell].values)
        ledger.study.set_user_attr(PACE, kept)
    return float(kept)


def time_alone(search: Search, ledger: Ledger, values: Values) -> float:
    """Clicks a second of a trial with these settings, after its program is compiled."""
    condition: Any = search.conditions[ledger.cell]
    lesson: Any = search.study.paradigm.lesson(
        condition, unit_key(search.study.seed, 0)
    )
    learner = search.trial(values)
    game, training = lesson.taught.game, learner.training
    slots = Slots(policy_builder(learner, game.actions), game, training, 1)
    slots.put(0, training, search.key.jax)
    clicks = training.games * training.steps
    slots.advance(1)
    begun, updates, seconds = time.perf_counter(), 0, 0.0
    while seconds < SECONDS:
        more = max(round(updates * SECONDS / max(seconds, 0.1)) - updates, 5)
        slots.advance(more)
        updates, seconds = updates + more, time.perf_counter() - begun
    return clicks * updates / seconds


def words(seconds: float) -> str:
    """A length of time: `12 s`, `3.4 minutes`, `2.1 hours`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return (
        f"{seconds / 60:.1f} minutes"
        if seconds < 6000
        else f"{seconds / 3600:.1f} hours"
    )
