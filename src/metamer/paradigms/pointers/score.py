"""Whether one answer is right, and in what way it is wrong."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.items import Lesson
from metamer.paradigms.pointers.rules import AGGREGATES, Rule

Labels = Bool[np.ndarray, "item label"]

KINDS = ("position", "rule", "digit")
"""Ways to be wrong: the wrong place was looked at; the right place was looked at and not
understood; neither. Source: ours."""


def score(
    rule: Rule, lesson: Lesson, choices: Int[np.ndarray, " item"]
) -> dict[str, np.ndarray]:
    """Each answer as text, whether it is right, and else its kind of error.

    Columns `chance_*` are the shares of each kind among the wrong labels of an item: how
    often somebody would make such an error who guesses.

    Source: zhang2021, Sec. 2 (what is right); kinds of errors are ours.
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
        # No digit at all: a learner with more labels than there are digits.
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
    rule: Rule,
    pointer: Int[np.ndarray, " item"],
    values: Int[np.ndarray, "item value"],
    right: Int[np.ndarray, " item"],
) -> dict[str, Labels]:
    """Which labels are errors of which kind; each wrong label is of one kind.

    `rule` goes before `position`: what the window itself suggests needs no other place.

    Source: ours.
    """
    wrong = np.arange(rule.alphabet) != right[:, None]
    misread = _misread(rule, pointer, values) & wrong
    elsewhere = _elsewhere(rule, values) & wrong & ~misread
    return {
        "position": elsewhere,
        "rule": misread,
        "digit": wrong & ~misread & ~elsewhere,
    }


def _misread(
    rule: Rule, pointer: Int[np.ndarray, " item"], values: Int[np.ndarray, "item value"]
) -> Labels:
    """Digits of the window, and what it makes under any aggregate."""
    window, inside = rule.window(pointer, values)
    # What is not inside counts as the first digit, which always is.
    found = [*np.where(inside, window, window[:, :1]).T]
    found += [combine(window, inside, rule.alphabet) for combine in AGGREGATES.values()]
    return _marked(rule, found)


def _elsewhere(rule: Rule, values: Int[np.ndarray, "item value"]) -> Labels:
    """What any pointer would ask for."""
    pointers = np.arange(rule.pointers)
    found = [rule.label(np.full(len(values), pointer), values) for pointer in pointers]
    return _marked(rule, found)


def _marked(rule: Rule, found: list[np.ndarray]) -> Labels:
    """Which labels were found for each item."""
    marks = np.zeros((len(found[0]), rule.alphabet), bool)
    for labels in found:
        marks[np.arange(len(labels)), labels] = True
    return marks


def _has(marks: Labels, choices: Int[np.ndarray, " item"]) -> Bool[np.ndarray, " item"]:
    """Whether each choice is marked."""
    known = (choices >= 0) & (choices < marks.shape[1])
    return known & marks[np.arange(len(choices)), choices * known]
