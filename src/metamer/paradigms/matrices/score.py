"""Whether one answer is right, and whether the reasons given for it are."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from metamer.core.items import Lesson
from metamer.paradigms.matrices.rules.vocabulary import CANDIDATES, META_BITS, RELATIONS

LETTERS = np.array([*"ABCDEFGH", "none"], object)
"""How answers are written."""

CHOICES = tuple(str(letter) for letter in LETTERS[:CANDIDATES])

META_COLUMNS = {
    "meta_objects": [META_BITS.index(name) for name in ("shape", "line")],
    "meta_attributes": list(range(2, len(META_BITS) - len(RELATIONS))),
    "meta_relations": [META_BITS.index(name) for name in RELATIONS],
    "meta_right": list(range(len(META_BITS))),
}
"""The bits of a meta-target that each column is about. Source: barrett2018, Sec. 4.6."""


CERTAINTIES = {
    "certainty": META_COLUMNS["meta_right"],
    "certainty_objects": META_COLUMNS["meta_objects"],
    "certainty_attributes": META_COLUMNS["meta_attributes"],
    "certainty_relations": META_COLUMNS["meta_relations"],
}
"""The bits whose certainty each column is. Source: barrett2018, Sec. 4.6."""


def score(lesson: Lesson, choices: Int[np.ndarray, " item"]) -> dict[str, np.ndarray]:
    """The letter of each choice, and whether it is right."""
    return {
        "answer": LETTERS[choices],
        "correct": choices == np.asarray(lesson.asked.labels),
    }


def explained(
    lesson: Lesson, bits: Float[np.ndarray, "item 12"] | None
) -> dict[str, np.ndarray]:
    """Which groups of bits a learner predicts correctly, and how certain it is of them.

    A bit counts as predicted if its probability exceeds a half. The columns are NaN for
    learners that predict no meta-target, and for matrices whose triples are unknown.

    Source: barrett2018, Sec. 4.6.
    """
    unknown = np.full(len(lesson.asked.labels), np.nan, np.float32)
    if bits is None:
        return dict.fromkeys((*META_COLUMNS, *CERTAINTIES), unknown)
    truth = np.asarray(lesson.asked.hints) > 0
    right = (np.asarray(bits) > 0.5) == truth
    known = truth.any(axis=1)
    columns = {
        name: np.where(known, right[:, own].all(axis=1), np.nan).astype(np.float32)
        for name, own in META_COLUMNS.items()
    }
    sure = {
        name: certainty(np.asarray(bits)[:, own]) for name, own in CERTAINTIES.items()
    }
    return {**columns, **sure}


def certainty(
    bits: Float[np.ndarray, "item bit"],
) -> Float[np.ndarray, " item"]:
    """How far predicted bits are from a half: 0 if all are a half, 1 if all are 0 or 1.

    Source: barrett2018, Sec. 4.6 and Fig. 5.
    Differs: there it is the mean distance of the probabilities from a half; here it is
    twice that, so that it runs from 0 to 1, and older runs can be compared.
    """
    return (2 * np.abs(np.asarray(bits) - 0.5)).mean(axis=1).astype(np.float32)
