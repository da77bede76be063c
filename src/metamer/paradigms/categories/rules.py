"""Which of the two features decides, and in which corner the learner is asked.

Everything below is said of an item's *discriminant* (the feature that decides its label)
and its *distractor* (the one that does not), each 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import UInt8

HELD_OUT = (1, 1)
"""Discriminant and distractor of the items that are asked and never taught.

Source: dasgupta2022, App. A.2.
Unclear: the captions of Figs. 2 and 7 swap the two symbols; A.2 is followed.
"""


@dataclass(frozen=True)
class Arrangement:
    """Which feature is the discriminant, and which corner is held out."""

    swapped: bool
    """The domain's second feature decides, and its first distracts."""
    mirrored: bool
    """Both features are counted from the other end, so the other corner is held out."""


ARRANGEMENTS = {
    "printed": Arrangement(swapped=False, mirrored=False),
    "mirror": Arrangement(swapped=False, mirrored=True),
    "swapped": Arrangement(swapped=True, mirrored=False),
    "swapped_mirror": Arrangement(swapped=True, mirrored=True),
}
"""The four ways to put the question to one pair of features.

The held-out corner is all of one class, so a learner that favours this class looks as if
it followed the rule; the mirror catches it. A feature that is easy to see looks like a
rule; the swap catches that.

Source: ours.
"""


def roles(
    features: UInt8[np.ndarray, "item 2"], arrangement: str
) -> UInt8[np.ndarray, "item 2"]:
    """Discriminant and distractor of each item, so that `HELD_OUT` is the corner asked."""
    way = ARRANGEMENTS[arrangement]
    turned = features[:, ::-1] if way.swapped else features
    return np.where(way.mirrored, 1 - turned, turned).astype(np.uint8)


def labels(
    features: UInt8[np.ndarray, "item 2"], arrangement: str
) -> UInt8[np.ndarray, " item"]:
    """The right answers: the value of the feature that decides.

    A mirror turns the corners and leaves the labels as they are.

    Source: dasgupta2022, Sec. 3.
    """
    return features[:, 1 if ARRANGEMENTS[arrangement].swapped else 0]


def quadrant(roles: UInt8[np.ndarray, "item 2"]) -> UInt8[np.ndarray, " item"]:
    """The corner of each item as one number: 2 x discriminant + distractor."""
    return (2 * roles[:, 0] + roles[:, 1]).astype(np.uint8)
