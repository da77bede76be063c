"""Whether one answer is right, and whether the reasons given for it are."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from metamer.core.items import Lesson
from metamer.streams.matrices.vocabulary import META, RELATIONS

LETTERS = np.array([*"ABCDEFGH", "none"], object)

GROUPS = {
    "meta_objects": [META.index(it) for it in ("shape", "line")],
    "meta_attributes": list(range(2, len(META) - len(RELATIONS))),
    "meta_relations": [META.index(it) for it in RELATIONS],
    "meta_right": list(range(len(META))),
}
"""Which bits of a meta-target each column is about. Source: barrett2018, Sec. 4.6."""


def score(lesson: Lesson, choices: Int[np.ndarray, " item"]) -> dict[str, np.ndarray]:
    """The letter of each choice, and whether it is right."""
    return {
        "answer": LETTERS[choices],
        "correct": choices == np.asarray(lesson.asked.labels),
    }


def explained(
    lesson: Lesson, bits: Float[np.ndarray, "item 12"] | None
) -> dict[str, np.ndarray]:
    """Which groups of bits a learner has right, and how certain of them it is.

    A bit is predicted that is more probable than not. NaN for learners that do not
    explain themselves, and for matrices whose triples nobody knows.

    Source: barrett2018, Sec. 4.6. Unstated: its certainty; here it is the mean distance
    of the probabilities from a half, times two.
    """
    many = len(lesson.asked.labels)
    unknown = np.full(many, np.nan, np.float32)
    if bits is None:
        return {**dict.fromkeys(GROUPS, unknown), "certainty": unknown}
    truth = np.asarray(lesson.asked.hints) > 0
    right = (np.asarray(bits) > 0.5) == truth
    known = truth.any(axis=1)
    columns = {
        name: np.where(known, right[:, places].all(axis=1), np.nan).astype(np.float32)
        for name, places in GROUPS.items()
    }
    certainty = (2 * np.abs(np.asarray(bits) - 0.5)).mean(axis=1).astype(np.float32)
    return {**columns, "certainty": certainty}
