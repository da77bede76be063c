"""Digits as numbers: a row of a pointer and its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.pointers.generator.distribution import Distribution
from metamer.paradigms.pointers.rules.rule import Boundary, PointerRule
from metamer.paradigms.pointers.styles.style import style

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

    from metamer.paradigms.pointers.generator.rows import Rows


@style.add("vector")
@dataclass(frozen=True)
class Vectors:
    """A row of numbers: one of them points at another.

    If there are more digits than values, a pointer is one of the first `length` digits; if
    there are fewer, pointers point only at the first `alphabet` values.

    Source: zhang2021, Sec. 3.2, Fig. 3.
    """

    length: int = 10
    """How many values there are. Source: zhang2021, Fig. 2; Table 1 confirms it."""
    alphabet: int = 10
    """How many digits there are. Source: zhang2021, Fig. 2."""
    pointer: int = 0
    """The place of the pointer in the row. Source: zhang2021, Sec. 3.2: first."""
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
                f"{self.length + 1} digits, not {self.pointer}"
            )

    @property
    def name(self) -> str:
        return "vector"

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> PointerRule:
        positions = tuple(range(min(self.length, self.alphabet)))
        return PointerRule(
            complexity, aggregate, boundary, self.length, self.alphabet, positions
        )

    def source(self, distribution: Distribution, rule: PointerRule, split: str) -> Rows:
        return distribution.rows(rule, self.pointer)

    def join(self, digits: np.ndarray) -> np.ndarray:
        """Rows as learners see them, from their digits with the pointer first."""
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
