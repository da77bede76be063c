"""Digits as numbers: a row of a pointer and its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.pointers.laws import Law
from metamer.paradigms.pointers.rules import Boundary, Rule
from metamer.paradigms.pointers.styles.style import style

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

    from metamer.streams.rows import Rows


@style.add("vector")
@dataclass(frozen=True)
class Vectors:
    """A row of numbers: one points at the others.

    Where there are more digits than values, a pointer is one of the first `length` digits;
    where there are fewer, only the first `alphabet` values are pointed at.

    Source: zhang2021, Sec. 3.2, Fig. 2.
    """

    length: int = 10
    """How many values there are. Source: zhang2021, Fig. 2."""
    alphabet: int = 10
    """How many digits there are. Source: zhang2021, Fig. 2."""
    pointer: int = 0
    """Where in the row the pointer stands. Source: zhang2021, Fig. 2: first."""
    holdout: ClassVar[Literal["windows", "digits"]] = "windows"

    def __post_init__(self) -> None:
        at_least("length", self.length, 1)
        if not 2 <= self.alphabet <= 256:
            raise Refusal(
                f"alphabet must be from 2 to 256 different digits, not {self.alphabet}"
            )
        if not 0 <= self.pointer <= self.length:
            raise Refusal(
                f"pointer must be a place from 0 to {self.length} in a row of "
                f"{self.length + 1}, not {self.pointer}"
            )

    @property
    def name(self) -> str:
        return "vector"

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> Rule:
        pointed = tuple(range(min(self.length, self.alphabet)))
        return Rule(
            complexity, aggregate, boundary, self.length, self.alphabet, pointed
        )

    def source(self, law: Law, rule: Rule, split: str) -> Rows:
        return law.rows(rule, self.pointer)

    def joined(self, digits: np.ndarray) -> np.ndarray:
        """Rows as they are seen, from their digits with the pointer first."""
        order = list(range(1, self.length + 1))
        order.insert(self.pointer, 0)
        return digits[:, order]

    def picture(self, axes: Axes, item: np.ndarray) -> None:
        """Draw the row, its pointer in a box."""
        for place, digit in enumerate(item.tolist()):
            box = {"boxstyle": "square", "facecolor": "none"}
            axes.text(
                place,
                0,
                digit,
                ha="center",
                bbox=box if place == self.pointer else None,
            )
        axes.set(xlim=(-1, len(item)), ylim=(-1, 1))
        axes.set_axis_off()

    def text(self, item: np.ndarray) -> str:
        """The row, its pointer in brackets."""
        return " ".join(
            f"[{digit}]" if place == self.pointer else str(digit)
            for place, digit in enumerate(item.tolist())
        )
