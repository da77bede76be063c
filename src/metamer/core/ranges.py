"""What values a measure can have, and which of them are better."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Literal, Protocol, TypeVar, runtime_checkable

from metamer.core.registry import measure

Function = TypeVar("Function", bound=Callable[..., object])


@dataclass(frozen=True)
class Range:
    """The values that a measure can have."""

    low: float = -inf
    high: float = inf
    better: Literal["higher", "lower", "neither"] = "neither"
    unit: str = ""
    """What its numbers count, if they are no shares: `SD`, `tiles`."""


@runtime_checkable
class HasRange(Protocol):
    """A measure that says what values it can have."""

    @property
    def range(self) -> Range: ...


def ranges(
    low: float = -inf,
    high: float = inf,
    better: Literal["higher", "lower", "neither"] = "higher",
    unit: str = "",
) -> Callable[[Function], Function]:
    """Say what values the measure below this decorator can have.

    It stands below `measure.add`. A measure without it can have any value.
    """

    def keep(function: Function) -> Function:
        vars(function)["range"] = Range(low, high, better, unit)
        return function

    return keep


share = ranges(0.0, 1.0)
"""A measure that is a share of all items, and higher is better."""


def range_of(name: str) -> Range:
    """What values the measure of this name can have."""
    found = measure(name) if name in measure else None
    return found.range if isinstance(found, HasRange) else Range()
