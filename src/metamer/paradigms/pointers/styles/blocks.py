"""Digits as pictures in a grid: one cell points at the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.pointers.generator.distribution import Distribution
from metamer.paradigms.pointers.rules.rule import Boundary, PointerRule
from metamer.paradigms.pointers.styles import cells
from metamer.paradigms.pointers.styles.digit_images import DIGITS, check
from metamer.paradigms.pointers.styles.style import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metamer.paradigms.pointers.generator.pictures import Pictures


@style.add("blocks")
@dataclass(frozen=True)
class Blocks:
    """A grid of images: the upper left one points at one of the others.

    The other cells are the values, row by row.

    Source: zhang2021, Sec. 3.1, Fig. 1: MNIST everywhere (first row), or MNIST as the
    pointer and CIFAR-10 as the values (second row).
    """

    images: str = "embedded"
    """Where images come from: `embedded`, `mnist`, `mnist_half`, `fashion_mnist`,
    `cifar10`, or a folder with subfolders 0 to 9. Source: zhang2021, Fig. 1, for `mnist`;
    the others are ours."""
    rows: int = 2
    """Cells down. Source: zhang2021, Fig. 1."""
    columns: int = 2
    """Cells across. Source: zhang2021, Fig. 1."""
    value_images: str = ""
    """Where images of the values come from, if not from `images`. Source: zhang2021,
    Fig. 1, second row: `cifar10`."""
    holdout: ClassVar[Literal["windows", "digits"]] = "digits"
    later: ClassVar[tuple[str, ...]] = ("value_images",)

    def __post_init__(self) -> None:
        for name in self._sources:
            check(name)
        at_least("rows", self.rows, 1)
        at_least("columns", self.columns, 1)
        if not 1 <= self.values <= DIGITS:
            raise Refusal(
                f"a grid of {self.rows}x{self.columns} has {self.values} cells besides the "
                f"pointer; allowed: 1 to {DIGITS}"
            )

    @property
    def name(self) -> str:
        names = dict.fromkeys(map(cells.source_name, self._sources))
        plain = f"blocks:{'+'.join(names)}"
        return plain if self.grid == (2, 2) else f"{plain}:{self.rows}x{self.columns}"

    @property
    def _sources(self) -> tuple[str, str]:
        """Where images of the pointer and of the values come from."""
        return self.images, self.value_images or self.images

    @property
    def grid(self) -> cells.Grid:
        """Cells down and across."""
        return self.rows, self.columns

    @property
    def values(self) -> int:
        """The number of cells besides the pointer."""
        return self.rows * self.columns - 1

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> PointerRule:
        return cells.rule(self.values, complexity, aggregate, boundary)

    def source(
        self, distribution: Distribution, rule: PointerRule, split: str
    ) -> Pictures:
        return cells.source(self._sources, self.grid, distribution, rule, split)

    def picture(self, axes: Axes, item: cells.Picture) -> None:
        """Draw the grid."""
        cells.picture(axes, item, self.grid)

    def text(self, item: cells.Picture) -> str:
        """The grid in characters."""
        return cells.text(item, self.grid)
