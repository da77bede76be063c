"""What is to be learned: where the pointer points, and what the digits there make.

Everything here works on NumPy and on JAX arrays alike, with any leading axes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of

if TYPE_CHECKING:
    from jaxtyping import Bool, Int

Boundary = Literal["wrap", "truncate", "restrict"]
BOUNDARIES = ("wrap", "truncate", "restrict")
"""What a window does at the end of the values: goes on at their start, stops there, or
is never pointed beyond it.

Source: ours.
Unstated: zhang2021 does not say. Its count of 10^(m+2) cases needs a full window at every
pointer, hence `wrap`.
"""


@dataclass(frozen=True)
class Rule:
    """Where a pointer points, and how the digits there become one answer.

    Source: zhang2021, Sec. 2 and 3.2.
    """

    complexity: int = 0
    """How many digits the window has beyond the one pointed at. Source: zhang2021, Sec. 3.2
    (m)."""
    aggregate: str = "mod_sum"
    """How the digits of a window become one. Source: zhang2021, Sec. 3.2."""
    boundary: Boundary = "wrap"
    """What happens at the end of the values. Source: ours; zhang2021 is silent."""
    length: int = 10
    """How many values there are. Source: zhang2021, Fig. 2; Table 1's counts confirm it."""
    alphabet: int = 10
    """How many digits there are. Source: zhang2021, Fig. 2."""
    positions: tuple[int, ...] = tuple(range(10))
    """The value that each pointer digit points at. Source: zhang2021, Fig. 1 and 2."""

    def __post_init__(self) -> None:
        at_least("complexity", self.complexity, 0)
        at_least("alphabet", self.alphabet, 2)
        one_of("aggregate", self.aggregate, AGGREGATES)
        one_of("boundary", self.boundary, BOUNDARIES)
        if self.complexity >= self.length:
            raise Refusal(
                f"a window of {self.complexity + 1} digits (complexity "
                f"{self.complexity}) is longer than the {self.length} values; allowed: "
                f"complexity 0 to {self.length - 1}"
            )

        if not all(0 <= place < self.length for place in self.positions):
            raise Refusal(
                f"positions must be places from 0 to {self.length - 1}, not "
                f"{self.positions}"
            )

    @property
    def pointers(self) -> int:
        """How many pointer digits there are: 0 up to this less one."""
        if self.boundary != "restrict":
            return len(self.positions)
        fits = [place <= self.length - self.size for place in self.positions]
        return fits.index(False) if False in fits else len(fits)

    @property
    def size(self) -> int:
        """Digits of a whole window."""
        return self.complexity + 1

    @property
    def windows(self) -> int:
        """How many different whole windows there are."""
        return self.alphabet**self.size

    def places(self, pointer: Int[Any, "*item"]) -> Int[Any, "*item digit"]:
        """Which values are in the window; beyond the end where it is cut off there."""
        first = _numpy_of(pointer).asarray(self.positions)[pointer]
        places = first[..., None] + np.arange(self.size)
        return places % self.length if self.boundary == "wrap" else places

    def window(
        self, pointer: Int[Any, "*item"], values: Int[Any, "*item value"]
    ) -> tuple[Int[Any, "*item digit"], Bool[Any, "*item digit"]]:
        """The digits of the window, and which of its places are within the values."""
        places = self.places(pointer)
        inside = places < self.length
        whole = _numpy_of(values).take_along_axis(values, places * inside, axis=-1)
        return whole, inside

    def label(
        self, pointer: Int[Any, "*item"], values: Int[Any, "*item value"]
    ) -> Int[Any, "*item"]:
        """The answer that an item asks for. Source: zhang2021, Sec. 2 and 3.2."""
        return self.combine(*self.window(pointer, values))

    def combine(
        self, window: Int[Any, "*item digit"], inside: Bool[Any, "*item digit"]
    ) -> Int[Any, "*item"]:
        """What the digits of a window make."""
        return AGGREGATES[self.aggregate](window, inside, self.alphabet)

    def code(self, window: Int[Any, "*item digit"]) -> Int[Any, "*item"]:
        """A number for each whole window: its digits, the first one most."""
        return (window * self.alphabet ** np.arange(self.size)[::-1]).sum(-1)


def mod_sum(window: Any, inside: Any, alphabet: int) -> Any:
    """The sum of the digits, modulo how many digits there are.

    Source: zhang2021, Sec. 3.2.
    """
    return (window * inside).sum(-1) % alphabet


def least(window: Any, inside: Any, alphabet: int) -> Any:
    """The smallest digit. Source: zhang2021, Sec. 3.2."""
    return _numpy_of(window).where(inside, window, alphabet).min(-1)


def greatest(window: Any, inside: Any, alphabet: int) -> Any:
    """The largest digit. Source: zhang2021, Sec. 3.2."""
    return _numpy_of(window).where(inside, window, -1).max(-1)


def median(window: Any, inside: Any, alphabet: int) -> Any:
    """The middle digit.

    Source: zhang2021, Sec. 3.2.
    Unstated: what an even number of digits does. It is the lower of the two middle ones.
    """
    return _ranked(window, inside, alphabet, (inside.sum(-1) - 1) // 2)


def floor_median(window: Any, inside: Any, alphabet: int) -> Any:
    """The middle digit; of two middle ones the whole part of their mean.

    Source: ours, the other reading of zhang2021, Sec. 3.2.
    """
    many = inside.sum(-1)
    middles = [_ranked(window, inside, alphabet, (many - 1) // 2)]
    middles.append(_ranked(window, inside, alphabet, many // 2))
    return (middles[0] + middles[1]) // 2


def majority(window: Any, inside: Any, alphabet: int) -> Any:
    """The most frequent digit.

    Source: zhang2021, Sec. 3.2.
    Unstated: what happens when two are equally frequent. The smallest of them counts.
    """
    each = (window[..., None] == np.arange(alphabet)) & inside[..., None]
    return each.sum(-2).argmax(-1)


AGGREGATES: dict[str, Callable[[Any, Any, int], Any]] = {
    "mod_sum": mod_sum,
    "median": median,
    "floor_median": floor_median,
    "majority": majority,
    "min": least,
    "max": greatest,
}
"""How the digits of a window become one answer. Source: zhang2021, Sec. 3.2."""


def _ranked(window: Any, inside: Any, alphabet: int, rank: Any) -> Any:
    """The digit with `rank` smaller ones before it."""
    numpy = _numpy_of(window)
    inner = numpy.sort(numpy.where(inside, window, alphabet), axis=-1)
    return numpy.take_along_axis(inner, rank[..., None], axis=-1)[..., 0]


def _numpy_of(array: Any) -> Any:
    """NumPy, or what JAX has of it: whatever `array` belongs to."""
    return array.__array_namespace__()
