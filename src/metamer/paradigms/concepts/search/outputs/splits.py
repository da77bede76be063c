"""The ways to cut a grid into panels, in words."""

from dataclasses import dataclass

from metamer.paradigms.concepts.search.panels import (
    Cut,
    along_longer_side,
    at_dividers,
    at_gaps,
    columns,
    equal_parts,
    rows,
    squares,
)
from metamer.paradigms.concepts.search.ways import Kind


@dataclass(frozen=True)
class Split:
    """A way to cut a grid into panels, and what they are called."""

    singular: str
    plural: str
    cost: float
    cut: Cut
    can_be_joined: bool = False
    """Whether programs put the panels together without what was between them."""

    @property
    def kind(self) -> Kind:
        """What the panels are called, and what they cost."""
        return Kind(self.singular, self.plural, self.cost, panels=True)

    @property
    def own_background(self) -> Kind:
        """The same if the background of each panel is its own most common colour."""
        singular = f"{self.singular} with a background of its own"
        plural = f"{self.plural} with backgrounds of their own"
        return Kind(singular, plural, self.cost + 0.3, panels=True)

    @property
    def content(self) -> Kind:
        """The same for what each panel shows."""
        singular = f"content of {self.kind.indefinite}"
        plural = f"contents of {self.plural}"
        return Kind(singular, plural, self.cost + 0.4)


SPLITS = (
    Split("panel between lines", "panels between lines", 0.0, at_dividers, True),
    Split("panel between gaps", "panels between gaps", 0.4, at_gaps, True),
    Split("upper or lower half", "upper and lower halves", 0.6, equal_parts(2, 1)),
    Split("left or right half", "left and right halves", 0.6, equal_parts(1, 2)),
    Split(
        "half of the longer side",
        "halves of the longer side",
        0.6,
        along_longer_side(2),
    ),
    Split(
        "third of the longer side",
        "thirds of the longer side",
        0.8,
        along_longer_side(3),
    ),
    Split(
        "half beside the middle line",
        "halves beside the middle line",
        0.7,
        along_longer_side(2, 1),
    ),
    Split(
        "third of the longer side between lines",
        "thirds of the longer side between lines",
        0.9,
        along_longer_side(3, 1),
        True,
    ),
    Split("quarter", "quarters", 0.8, equal_parts(2, 2)),
    Split("square", "squares", 0.7, squares),
    Split("ninth", "ninths", 1.0, equal_parts(3, 3)),
)
"""Ways to cut a grid."""

LINES = (
    Split("row", "rows", 0.8, rows),
    Split("column", "columns", 0.8, columns),
)
"""The finest cuts, for sorting."""
