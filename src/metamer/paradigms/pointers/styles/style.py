"""What every style can do, and the registry of styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, runtime_checkable

from metamer.core.registry import Registry
from metamer.paradigms.pointers.laws import Law
from metamer.paradigms.pointers.rules import Boundary, Rule

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

style: Registry = Registry("style", "metamer.paradigms.pointers.styles")

SPLITS = ("train", "validation", "test")
"""Parts of the images; no image is in two of them."""


@runtime_checkable
class Style(Protocol):
    """How a pointer and its values are shown."""

    holdout: ClassVar[Literal["windows", "digits"]]
    """What the paper leaves out in this style: windows, or digits at single places."""

    @property
    def name(self) -> str:
        """What tables call it."""
        ...

    def rule(self, complexity: int, aggregate: str, boundary: Boundary) -> Rule:
        """The rule, with as many values and pointers as this style has."""
        ...

    def source(self, law: Law, rule: Rule, split: str) -> Any:
        """What draws items under `law`, with images of one of `SPLITS` where it has any."""
        ...

    def picture(self, axes: Axes, item: np.ndarray) -> None:
        """Draw one item."""
        ...

    def text(self, item: np.ndarray) -> str:
        """One item in characters."""
        ...
