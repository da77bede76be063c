"""Digits as pictures in a row: the first points at the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from metamer.paradigms.pointers.generator.distribution import Distribution
from metamer.paradigms.pointers.rules.rule import Boundary, PointerRule
from metamer.paradigms.pointers.styles import cells
from metamer.paradigms.pointers.styles.digit_images import DIGITS, check
from metamer.paradigms.pointers.styles.style import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metamer.paradigms.pointers.generator.pictures import Pictures


@style.add("sequence")
@dataclass(frozen=True)
class Sequence:
    """A row of eleven images: pointer p points at value p of the ten that follow it.

    Source: zhang2021, Sec. 3.1, Fig. 2.
    """

    images: str = "embedded"
    """Where images come from: `embedded`, `mnist`, `mnist_half`, `fashion_mnist`,
    `cifar10`, or a folder with subfolders 0 to 9. Source: zhang2021, Fig. 2, for `mnist`;
    the others are ours."""
    holdout: ClassVar[Literal["windows", "digits"]] = "digits"
    grid: ClassVar[cells.Grid] = (1, 1 + DIGITS)

    def __post_init__(self) -> None:
        check(self.images)

    @property
    def name(self) -> str:
        return f"sequence:{cells.source_name(self.images)}"

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> PointerRule:
        return cells.rule(DIGITS, complexity, aggregate, boundary)

    def source(
        self, distribution: Distribution, rule: PointerRule, split: str
    ) -> Pictures:
        return cells.source((self.images,) * 2, self.grid, distribution, rule, split)

    def picture(self, axes: Axes, item: cells.Picture) -> None:
        """Draw the row."""
        cells.picture(axes, item, self.grid)

    def text(self, item: cells.Picture) -> str:
        """The row in characters."""
        return cells.text(item, self.grid)
