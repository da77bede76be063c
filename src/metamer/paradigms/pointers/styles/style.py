"""What every style does, and the registry of styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, runtime_checkable

from metamer.core.registry import Registry
from metamer.paradigms.pointers.generator.distribution import Distribution
from metamer.paradigms.pointers.rules.rule import Boundary, PointerRule

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

style: Registry = Registry("style", "metamer.paradigms.pointers.styles")

SPLITS = ("train", "validation", "test")
"""Splits of the images; no image is in two of them."""


@runtime_checkable
class Style(Protocol):
    """How a pointer and its values are shown."""

    holdout: ClassVar[Literal["windows", "digits"]]
    """What the paper leaves out in this style: windows, or digits at some values."""

    @property
    def name(self) -> str:
        """Its name in tables."""
        ...

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> PointerRule:
        """The rule for the values and pointers of this style."""
        ...

    def source(self, distribution: Distribution, rule: PointerRule, split: str) -> Any:
        """The source of items, with images of one of `SPLITS` if it has any."""
        ...

    def picture(self, axes: Axes, item: np.ndarray) -> None:
        """Draw one item."""
        ...

    def text(self, item: np.ndarray) -> str:
        """One item in characters."""
        ...


@runtime_checkable
class OnGrid(Protocol):
    """A style whose digits are the cells of a picture."""

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of cells from top to bottom, and from left to right."""
        ...


@runtime_checkable
class PlacesPointer(Protocol):
    """A style whose pointer may have another place than before the values."""

    @property
    def pointer(self) -> int:
        """The number of values before the pointer."""
        ...
