"""The rule: where the pointer points, and how the digits there are combined.

Everything here works on NumPy and on JAX arrays, with any leading axes.
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
"""What happens to a window at the end of the values: it continues at their start, it is cut
off, or no pointer asks for it.

Source: ours.
Unstated: zhang2021 does not say. The 10^(m+2) cases that it counts (Sec. 7) need a whole
window at every pointer, hence `wrap`.
"""


@dataclass(frozen=True)
class PointerRule:
    """Where a pointer points, and how the digits there become one answer.

    Source: zhang2021, Sec. 3 and 3.4.
    """

    complexity: int = 0
    """How many digits the window has beyond the one pointed at. Source: zhang2021, Sec. 3.4
    and 7 (m)."""
    aggregate: str = "mod_sum"
    """How the digits of a window are combined. Source: zhang2021, Sec. 3.4."""
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
        """The number of pointer digits; they are 0, 1, 2 ..."""
        if self.boundary != "restrict":
            return len(self.positions)
        fits = [place <= self.length - self.size for place in self.positions]
        return fits.index(False) if False in fits else len(fits)

    @property
    def size(self) -> int:
        """The number of digits of a whole window."""
        return self.complexity + 1

    @property
    def windows(self) -> int:
        """The number of different whole windows."""
        return self.alphabet**self.size

    def places(self, pointer: Int[Any, "*item"]) -> Int[Any, "*item digit"]:
        """The places of the window; those at or beyond `length` are cut off."""
        first = _numpy_of(pointer).asarray(self.positions)[pointer]
        places = first[..., None] + np.arange(self.size)
        return places % self.length if self.boundary == "wrap" else places

    def window(
        self, pointer: Int[Any, "*item"], values: Int[Any, "*item value"]
    ) -> tuple[Int[Any, "*item digit"], Bool[Any, "*item digit"]]:
        """The digits of the window, and which of its places lie within the values."""
        places = self.places(pointer)
        inside = places < self.length
        whole = _numpy_of(values).take_along_axis(values, places * inside, axis=-1)
        return whole, inside

    def label(
        self, pointer: Int[Any, "*item"], values: Int[Any, "*item value"]
    ) -> Int[Any, "*item"]:
        """The right answer to an item. Source: zhang2021, Sec. 3 and 3.4."""
        return self.combine(*self.window(pointer, values))

    def combine(
        self, window: Int[Any, "*item digit"], inside: Bool[Any, "*item digit"]
    ) -> Int[Any, "*item"]:
        """The digits of a window combined into one answer."""
        return AGGREGATES[self.aggregate](window, inside, self.alphabet)

    def code(self, window: Int[Any, "*item digit"]) -> Int[Any, "*item"]:
        """A number for each whole window: its digits in base `alphabet`."""
        return (window * self.alphabet ** np.arange(self.size)[::-1]).sum(-1)


def mod_sum(window: Any, inside: Any, alphabet: int) -> Any:
    """The sum of the digits, modulo the number of digits.

    Source: zhang2021, Sec. 3.4.
    """
    return (window * inside).sum(-1) % alphabet


def smallest(window: Any, inside: Any, alphabet: int) -> Any:
    """The smallest digit. Source: zhang2021, Sec. 3.4."""
    return _numpy_of(window).where(inside, window, alphabet).min(-1)


def largest(window: Any, inside: Any, alphabet: int) -> Any:
    """The largest digit. Source: zhang2021, Sec. 3.4."""
    return _numpy_of(window).where(inside, window, -1).max(-1)


def median(window: Any, inside: Any, alphabet: int) -> Any:
    """The middle digit.

    Source: zhang2021, Sec. 3.4.
    Unstated: the median of an even number of digits. It is the lower of the middle two.
    """
    return _nth_smallest(window, inside, alphabet, (inside.sum(-1) - 1) // 2)


def floor_median(window: Any, inside: Any, alphabet: int) -> Any:
    """The middle digit, or the mean of the middle two, rounded down.

    Source: ours, the other reading of zhang2021, Sec. 3.4.
    """
    count = inside.sum(-1)
    lower = _nth_smallest(window, inside, alphabet, (count - 1) // 2)
    upper = _nth_smallest(window, inside, alphabet, count // 2)
    return (lower + upper) // 2


def majority(window: Any, inside: Any, alphabet: int) -> Any:
    """The most frequent digit.

    Source: zhang2021, Sec. 3.4.
    Unstated: what happens in a tie. The smallest of the most frequent digits wins.
    """
    votes = (window[..., None] == np.arange(alphabet)) & inside[..., None]
    return votes.sum(-2).argmax(-1)


AGGREGATES: dict[str, Callable[[Any, Any, int], Any]] = {
    "mod_sum": mod_sum,
    "median": median,
    "floor_median": floor_median,
    "majority": majority,
    "min": smallest,
    "max": largest,
}
"""How the digits of a window become one answer. Source: zhang2021, Sec. 3.4."""


def _nth_smallest(window: Any, inside: Any, alphabet: int, rank: Any) -> Any:
    """The digit at index `rank` of the sorted window."""
    numpy = _numpy_of(window)
    inner = numpy.sort(numpy.where(inside, window, alphabet), axis=-1)
    return numpy.take_along_axis(inner, rank[..., None], axis=-1)[..., 0]


def _numpy_of(array: Any) -> Any:
    """NumPy, or JAX's version of it: the namespace that `array` belongs to."""
    return array.__array_namespace__()
