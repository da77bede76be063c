"""Whether one answer is right, and if not, in what way it is wrong."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.items import Lesson
from metamer.paradigms.pointers.rules.rule import AGGREGATES, PointerRule

Labels = Bool[np.ndarray, "item label"]

KINDS = ("position", "rule", "digit")
"""Kinds of errors: the answer that another pointer asks for; another use of the right
window; neither. Source: ours."""


def score(
    rule: PointerRule, lesson: Lesson, choices: Int[np.ndarray, " item"]
) -> dict[str, np.ndarray]:
    """Each answer as text, whether it is right, and if not, its kind of error.

    Columns `chance_*` are the shares of each kind among the wrong labels of an item: how
    often a random error is of this kind.

    Source: zhang2021, Sec. 3 (what is right); kinds of errors are ours.
    """
    right = np.asarray(lesson.asked.labels)
    digits = np.asarray(lesson.asked.features).astype(int)
    kinds = errors(rule, digits[:, 0], digits[:, 1:], right)
    names = np.select(
        [
            choices == right,
            choices < 0,
            *(_has(kinds[kind], choices) for kind in KINDS),
        ],
        ["", "none", *KINDS],
        # A learner may have more labels than there are digits.
        "digit",
    )
    return {
        "answer": np.where(choices < 0, "none", choices.astype(str)).astype(object),
        "correct": choices == right,
        "error": names.astype(object),
        **{
            f"chance_{kind}": (kinds[kind].sum(axis=1) / (rule.alphabet - 1)).astype(
                np.float32
            )
            for kind in KINDS
        },
    }


def errors(
    rule: PointerRule,
    pointer: Int[np.ndarray, " item"],
    values: Int[np.ndarray, "item value"],
    right: Int[np.ndarray, " item"],
) -> dict[str, Labels]:
    """Which labels are errors of which kind; each wrong label is of one kind.

    `rule` takes precedence over `position`: an error that the window itself explains
    needs no other place.

    Source: ours.
    """
    wrong = np.arange(rule.alphabet) != right[:, None]
    misused = _window_labels(rule, pointer, values) & wrong
    elsewhere = _pointer_labels(rule, values) & wrong & ~misused
    return {
        "position": elsewhere,
        "rule": misused,
        "digit": wrong & ~misused & ~elsewhere,
    }


def _window_labels(
    rule: PointerRule,
    pointer: Int[np.ndarray, " item"],
    values: Int[np.ndarray, "item value"],
) -> Labels:
    """The digits of the window, and its labels under all aggregates."""
    window, inside = rule.window(pointer, values)
    # A place that is cut off counts as the first digit, which never is.
    found = [*np.where(inside, window, window[:, :1]).T]
    found += [combine(window, inside, rule.alphabet) for combine in AGGREGATES.values()]
    return _mark(rule, found)


def _pointer_labels(rule: PointerRule, values: Int[np.ndarray, "item value"]) -> Labels:
    """The labels that all pointers ask for."""
    pointers = np.arange(rule.pointers)
    found = [rule.label(np.full(len(values), pointer), values) for pointer in pointers]
    return _mark(rule, found)


def _mark(rule: PointerRule, found: list[np.ndarray]) -> Labels:
    """Which labels were found for each item."""
    marks = np.zeros((len(found[0]), rule.alphabet), bool)
    for labels in found:
        marks[np.arange(len(labels)), labels] = True
    return marks


def _has(marks: Labels, choices: Int[np.ndarray, " item"]) -> Bool[np.ndarray, " item"]:
    """Whether each choice is marked."""
    known = (choices >= 0) & (choices < marks.shape[1])
    return known & marks[np.arange(len(choices)), choices * known]
