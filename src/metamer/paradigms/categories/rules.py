"""Which of the two features decides, and which corner is held out.

An item has a *discriminant*, the feature that decides its label, and a *distractor*, the
one that does not; each is 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import UInt8

HELD_OUT = (1, 1)
"""Discriminant and distractor of the items that are asked and never taught.

Source: dasgupta2022, Sec. 3 and App. A.2.
Unclear: the caption of Fig. 2 prints one of the two symbols twice, and that of Fig. 7
swaps them; A.2 is followed.
"""


@dataclass(frozen=True)
class Arrangement:
    """Which feature is the discriminant, and which corner is held out."""

    swapped: bool
    """The domain's second feature decides, and its first is the distractor."""
    mirrored: bool
    """The values of both features are exchanged, so the opposite corner is held out."""


ARRANGEMENTS = {
    "printed": Arrangement(swapped=False, mirrored=False),
    "mirror": Arrangement(swapped=False, mirrored=True),
    "swapped": Arrangement(swapped=True, mirrored=False),
    "swapped_mirror": Arrangement(swapped=True, mirrored=True),
}
"""The four ways to use one pair of features.

All items of the held-out corner belong to one class, so a learner that favours this class
looks as if it followed the rule; the mirror reveals it. A feature that is easy to see
looks like a rule; the swap reveals that.

Source: ours.
"""


def roles(
    features: UInt8[np.ndarray, "item 2"], arrangement: str
) -> UInt8[np.ndarray, "item 2"]:
    """Discriminant and distractor of each item, so that `HELD_OUT` is the asked corner."""
    way = ARRANGEMENTS[arrangement]
    ordered = features[:, ::-1] if way.swapped else features
    return np.where(way.mirrored, 1 - ordered, ordered).astype(np.uint8)


def labels(
    features: UInt8[np.ndarray, "item 2"], arrangement: str
) -> UInt8[np.ndarray, " item"]:
    """The right answers: the value of the feature that decides.

    A mirror exchanges the corners and leaves the labels as they are.

    Source: dasgupta2022, Sec. 3.
    """
    return features[:, 1 if ARRANGEMENTS[arrangement].swapped else 0]


def quadrant(roles: UInt8[np.ndarray, "item 2"]) -> UInt8[np.ndarray, " item"]:
    """The corner of each item as one number: 2 x discriminant + distractor."""
    return (2 * roles[:, 0] + roles[:, 1]).astype(np.uint8)
