"""Scorers: what our rows say of a sample, as one number from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inspect_ai.scorer import (
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from metamer.core.conversation import Manner

BOTH = [accuracy(), stderr()]


@scorer(metrics=BOTH)
def first_correct() -> Scorer:
    """Whether the first answer to an item was right."""
    return _scorer(lambda correct: float(correct[0]))


@scorer(metrics=BOTH)
def any_correct() -> Scorer:
    """Whether one of several answers to an item was right.

    Source: moskvichev2023, Sec. 4: one of three guesses.
    """
    return _scorer(lambda correct: float(any(correct)))


@scorer(metrics=BOTH)
def share_correct() -> Scorer:
    """The share of right answers to an item that takes many turns. Source: ours."""
    return _scorer(lambda correct: sum(correct) / len(correct))


def _scorer(number: Callable[[Sequence[bool]], float]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        rows = state.metadata["rows"]
        answers = ", ".join(map(str, rows["answer"]))
        return Score(value=number(rows["correct"]), answer=answers)

    return score


def scorers_of(manner: Manner, turns: bool) -> list[Scorer]:
    """What can be said of the answers to one item."""
    if turns:
        return [share_correct()]
    several = manner.mode != "single" and manner.samples > 1
    return [first_correct(), any_correct()] if several else [first_correct()]


def metrics_of(groups: Sequence[str], units: int) -> list[Any]:
    """Accuracy and its standard error: of all samples, and by each of these groups.

    Units are what was drawn at random, so that errors are of units where there are
    several. Source: ours.
    """
    error = stderr(cluster="unit") if units > 1 else stderr()
    found: list[Any] = [accuracy(), error]
    for key in groups:
        name = f"{key} {{group_name}}"
        found.append(grouped(accuracy(), key, all=False, name_template=name))
        error_name = f"stderr of {name}"
        found.append(grouped(error, key, all=False, name_template=error_name))
    return found
