"""What is taught: the rule always holds, and the distractor misleads to a chosen degree."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from metamer.core.errors import Refusal


@dataclass(frozen=True)
class TrainingCondition:
    """How often the distractor is 1 in each class; both classes are equally frequent.

    Source: dasgupta2022, Sec. 3 and App. A.2.
    """

    pi0: float
    """P(distractor = 1 | discriminant = 0)."""
    pi1: float
    """P(distractor = 1 | discriminant = 1): the share of class 1 in the held-out corner."""

    def __post_init__(self) -> None:
        for name, value in (("pi0", self.pi0), ("pi1", self.pi1)):
            if not 0 <= value <= 1:
                raise Refusal(f"{name} must be a probability from 0 to 1, not {value}")

    def counts(self, per_class: int) -> np.ndarray:
        """How many items of each quadrant to teach, in the order of `rules.quadrant`.

        Unstated: how shares become whole numbers. They are rounded, so both classes
        have exactly `per_class` items in every condition.
        Differs: the authors' code tosses a coin per item, so its classes differ in size.
        """
        with_distractor = [round(per_class * share) for share in (self.pi0, self.pi1)]
        return np.array(
            [[per_class - count, count] for count in with_distractor], dtype=int
        ).ravel()

    @property
    def correlation(self) -> float:
        """The correlation of discriminant and distractor in this condition, with its sign.

        Source: dasgupta2022, Sec. 3, Eq. 3.
        Differs: Eq. 3 gives +.577 for partial exposure; Pearson's correlation is -.577
        there, since the distractor goes with class 0. The paper prints the absolute
        value.
        Unstated: zero shot, where Eq. 3 is 0/0. It is 0.
        """
        mean = (self.pi0 + self.pi1) / 2
        spread = sqrt(mean * (1 - mean))
        return (self.pi1 - self.pi0) / (2 * spread) if spread else 0.0


TRAININGS = {
    "cue_conflict": TrainingCondition(1.0, 0.0),
    "zero_shot": TrainingCondition(0.0, 0.0),
    "partial_exposure": TrainingCondition(0.5, 0.0),
    "full_exposure": TrainingCondition(0.5, 0.5),
}
"""The four conditions by name.

Source: dasgupta2022, Fig. 2 and App. A.2; App. C, II, for full exposure.
"""

SHARES = (0.01, 0.1, 0.25)
"""Shares of the missing corner in the interpolations. Source: dasgupta2022, App. C.2."""


def training_condition(name: str) -> TrainingCondition:
    """A condition by name, or by its two probabilities: `0.32/0`."""
    if name in TRAININGS:
        return TRAININGS[name]
    try:
        pi0, pi1 = (float(part) for part in name.split("/"))
    except ValueError:
        known = ", ".join(TRAININGS)
        raise Refusal(
            f"no training condition {name!r}; there is: {known}, or two probabilities "
            "such as 0.32/0 (of the distractor in class 0 and in class 1)"
        ) from None
    return TrainingCondition(pi0, pi1)


def towards_zero_shot(share: float) -> str:
    """Partial exposure with fewer misleading items, and none of the missing corner.

    The correlation is as strong as that of `towards_full(share)`.

    Source: dasgupta2022, App. C, I, and C.1.
    """
    return _name(
        _pi0_with_correlation(abs(TrainingCondition(0.5, share).correlation), 0.0), 0.0
    )


def towards_full(share: float) -> str:
    """Partial exposure, with a `share` of class 1 in the missing corner.

    Source: dasgupta2022, App. C, II, and C.1.
    """
    return _name(0.5, share)


def equal_correlation(share: float) -> str:
    """As correlated as partial exposure, with a `share` of class 1 in the missing corner.

    Source: dasgupta2022, App. C, III, and C.1.
    """
    strength = abs(TRAININGS["partial_exposure"].correlation)
    return _name(_pi0_with_correlation(strength, share), share)


def _pi0_with_correlation(strength: float, pi1: float) -> float:
    """The pi0 above `pi1` at which the correlation has this absolute value.

    Found by root search: the correlation grows steadily with pi0 from `pi1` on.

    Differs: App. C.2 prints the nearest points of a grid (.481, .519, .661, .825); these
    are the exact solutions (.4802, .5194, .6606, .8257).
    """
    from scipy.optimize import brentq

    def excess(pi0: float) -> float:
        return abs(TrainingCondition(pi0, pi1).correlation) - strength

    return float(brentq(excess, pi1, 1.0))


def _name(pi0: float, pi1: float) -> str:
    return f"{pi0:.4g}/{pi1:.4g}"
