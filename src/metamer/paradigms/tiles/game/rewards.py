"""What clicks earn."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rewards:
    """What clicks earn.

    Source: kumar2022, Methods; the authors' code for the 4 x 4 boards of its sibling
    (last red 5, again -4).
    Unstated: whether the last red tile earns 10 or 1 + 10. It earns 10, as coded.
    """

    red: float = 1.0
    blue: float = -1.0
    last_red: float = 10.0
    again: float = -2.0
