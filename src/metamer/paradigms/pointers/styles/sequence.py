"""Digits as pictures in a row: the first points at the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from metamer.paradigms.pointers.digits import DIGITS, check
from metamer.paradigms.pointers.laws import Law
from metamer.paradigms.pointers.rules import Boundary, Rule
from metamer.paradigms.pointers.styles import cells
from metamer.paradigms.pointers.styles.style import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metamer.streams.pictures import Pictures


@style.add("sequence")
@dataclass(frozen=True)
class Sequence:
    """A row of eleven images: pointer p asks for value p of the ten that follow it.

    Source: ours: the row of zhang2021, Fig. 2, shown as images like those of Sec. 3.1.
    """

    images: str = "embedded"
    """Whose: `embedded`, `mnist`, `mnist_half`, `fashion_mnist`, `cifar10`, or a folder
    with subfolders 0 to 9. Source: ours; zhang2021, Sec. 3.1, has `mnist`."""
    holdout: ClassVar[Literal["windows", "digits"]] = "digits"
    grid: ClassVar[cells.Grid] = (1, 1 + DIGITS)

    def __post_init__(self) -> None:
        check(self.images)

    @property
    def name(self) -> str:
        return f"sequence:{cells.named(self.images)}"

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> Rule:
        return cells.rule(DIGITS, complexity, aggregate, boundary)

    def source(self, law: Law, rule: Rule, split: str) -> Pictures:
        return cells.source(self.images, self.grid, law, rule, split)

    def picture(self, axes: Axes, item: cells.Picture) -> None:
        """Draw the row."""
        cells.picture(axes, item, self.grid)

    def text(self, item: cells.Picture) -> str:
        """The row in characters."""
        return cells.text(item, self.grid)
