"""Simple wrong rules that every generated task must exclude, and shortcuts on purpose.

A task is only asked if no rival explains its demonstrations and then gives another answer:
a learner that solves it has found the rule, not one that fits by accident. A task with a
shortcut lets this one rival in, in one of three training conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.families.drawing import crop
from metamer.paradigms.concepts.rules import (
    Family,
    FamilyEntry,
    RuleAndShortcut,
    ShortcutEntry,
    Unfit,
    variants,
)
from metamer.paradigms.concepts.tasks import COLOURS, Grid, Pair, same

TRAININGS = {
    "cue_conflict": "rule and shortcut explain all demonstrations",
    "zero_shot": "what the shortcut looks at does not vary in any demonstration",
    "partial_exposure": "the shortcut explains all demonstrations but one",
}
"""What the demonstrations of a task with a shortcut are, in each training condition.

The names are those of dasgupta2022's conditions, with the rule as the discriminant and
the shortcut as the distractor: confounded in all that is taught; a distractor that has one
value only, so that what is asked has a value never seen; and one that some of what is
taught shows not to decide, while the rest goes with it.

Source: ours, after dasgupta2022, Sec. 2 and 3.
Differs: under partial exposure the paper never teaches the combination that it asks (the
distractor occurs with the other class alone). A demonstration in which the shortcut picks
another thing than the rule does shows that combination, once.
"""

HELD_OUT, FAMILIAR = "held_out", "familiar"
"""Parts of what is asked: inputs on which rule and shortcut part, and inputs like most of
the demonstrations. The words are those of `categories`. Source: dasgupta2022, Sec. 3."""


def rivals(
    entry: FamilyEntry, rule: Family, shown: list[Pair]
) -> Iterator[Callable[[Grid], Grid]]:
    """Rules that a task must exclude: the simplest ones, and variants of its own."""
    yield from simple_rivals(shown)
    for other in variants(entry.rule):
        if other != rule:
            yield other.answer


def shortcut_rivals(
    entry: ShortcutEntry, both: RuleAndShortcut, shown: list[Pair]
) -> Iterator[Callable[[Grid], Grid]]:
    """Rules that a task with a shortcut must exclude: the same, and other shortcuts."""
    yield from simple_rivals(shown)
    yield both.shortcut
    yield from both.others()
    for other in variants(entry.rule):
        if other != both:
            yield from (other.answer, other.shortcut)


def simple_rivals(shown: list[Pair]) -> Iterator[Callable[[Grid], Grid]]:
    """The simplest wrong rules."""
    yield lambda grid: grid
    yield lambda grid: shown[0].output
    yield lambda grid: np.full_like(grid, np.bincount(grid.ravel()).argmax())
    yield from (np.fliplr, np.flipud, np.transpose)
    yield from (partial(np.rot90, k=turns) for turns in (1, 2, 3))
    yield crop
    yield recolouring(shown)


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
    return all(explains(rival, pair) for pair in shown) and not all(
        explains(rival, pair) for pair in asked
    )


def explains(rule: Callable[[Grid], Grid], pair: Pair) -> bool:
    """Whether a rule gives the output of a pair."""
    try:
        return same(rule(pair.input), pair.output)
    except Unfit:
        return False
