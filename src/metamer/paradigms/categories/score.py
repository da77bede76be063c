"""Whether one answer is right."""

from __future__ import annotations

import numpy as np
from jaxtyping import Int

from metamer.core.items import Lesson

ANSWERS = ("0", "1")
"""How the two classes are written."""


def score(lesson: Lesson, choices: Int[np.ndarray, " item"]) -> dict[str, np.ndarray]:
    """Each answer as text, and whether it is the label, which the discriminant decides.

    Source: dasgupta2022, Sec. 3.
    """
    return {
        "answer": np.where(choices < 0, "none", choices.astype(str)).astype(object),
        "correct": choices == lesson.asked.labels,
    }
