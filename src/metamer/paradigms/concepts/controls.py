"""Simple wrong rules that every generated task must exclude.

A task is only asked if no rival explains its demonstrations and then gives another answer:
a learner that solves it has found the rule, not one that fits by accident.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.families.drawing import crop
from metamer.paradigms.concepts.rules import Family, FamilyEntry, Unfit, variants
from metamer.paradigms.concepts.tasks import COLOURS, Grid, Pair, same


def rivals(
    entry: FamilyEntry, rule: Family, shown: list[Pair]
) -> Iterator[Callable[[Grid], Grid]]:
    """Rules that a task must exclude: the simplest ones, and variants of its own."""
    yield lambda grid: grid
    yield lambda grid: shown[0].output
    yield lambda grid: np.full_like(grid, np.bincount(grid.ravel()).argmax())
    yield from (np.fliplr, np.flipud, np.transpose)
    yield from (partial(np.rot90, k=turns) for turns in (1, 2, 3))
    yield crop
    yield recolouring(shown)
    for other in variants(entry.rule):
        if other != rule:
            yield other.answer


def recolouring(shown: list[Pair]) -> Callable[[Grid], Grid]:
    """The rule that only replaces colours, as far as the demonstrations show it."""
    table = np.arange(COLOURS, dtype=np.uint8)
    for given, output in shown:
        if given.shape == output.shape:
            table[given.ravel()] = output.ravel()
    return lambda grid: table[grid]


def misleads(
    rival: Callable[[Grid], Grid], shown: list[Pair], asked: list[Pair]
) -> bool:
    """Whether a rival explains all demonstrations, and then answers otherwise."""
    return all(_explains(rival, pair) for pair in shown) and not all(
        _explains(rival, pair) for pair in asked
    )


def _explains(rule: Callable[[Grid], Grid], pair: Pair) -> bool:
    try:
        return same(rule(pair.input), pair.output)
    except Unfit:
        return False
