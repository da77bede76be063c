"""What is to be learned: what a rule is, and where rules are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from metamer.core.errors import one_of
from metamer.core.registry import Registry
from metamer.paradigms.tiles.shapes.bitboard import Board, Outcomes

READINGS = ("as_coded", "as_described")
"""The authors' code, or the words of kumar2022, Table S1, where the two differ."""

FAMILY = (
    "copy",
    "symmetry",
    "rectangle",
    "connected",
    "tree",
    "pyramid",
    "cross",
    "zigzag",
)
"""The rules of the paper; the others are its predecessor's.

Source: kumar2022, Table S1.
"""

MIN_REDS, MAX_REDS = 3, 39
"""Red tiles of a board that is not rejected. Source: kumar2022, the authors' code.

Unstated: in the paper. The limits hold for boards of rules and for metamers.
"""


@dataclass(frozen=True)
class Rule:
    """A rule in one reading: three functions that know nothing of each other."""

    sample: Callable[..., Board | None]
    """One run of the random procedure, from a generator; None if it must run again."""
    outcomes: Callable[..., Outcomes]
    """Everything that the procedure can end in, with probabilities."""
    holds: Callable[..., bool]
    """Whether a board follows the rule."""

    def given(self, **settings: object) -> Rule:
        """The same rule with some further arguments of its functions filled in."""
        return Rule(
            partial(self.sample, **settings),
            partial(self.outcomes, **settings),
            partial(self.holds, **settings),
        )


rule: Registry[Callable[[str], Rule]] = Registry(
    "rule", "metamer.paradigms.tiles.shapes", first=FAMILY
)
"""A file in `shapes/` adds a function from a reading to a `Rule`."""


def find(name: str, reading: str = "as_coded") -> Rule:
    """A rule by name, in one reading."""
    one_of("reading", reading, READINGS)
    return rule(name)(reading)


def are_playable(boards: np.ndarray) -> np.ndarray:
    """Whether each board, square or flat, has 3 to 39 red tiles.

    Source: kumar2022, the authors' code.
    """
    reds = boards.reshape(len(boards), -1).sum(axis=1)
    return (reds >= MIN_REDS) & (reds <= MAX_REDS)
