"""What every domain can do, and the registry of domains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from metamer.core.registry import Registry

if TYPE_CHECKING:
    from jaxtyping import Shaped, UInt8
    from matplotlib.axes import Axes

domain: Registry = Registry("domain", "metamer.paradigms.categories.domains")

QUADRANTS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The four combinations of a discriminant and a distractor value.

Source: dasgupta2022, Sec. 3.
"""


class Pool(NamedTuple):
    """Items that could be taught or asked, with the values of their two features."""

    inputs: Any
    """The items: an array whose first axis is the item."""
    features: UInt8[np.ndarray, "item 2"]
    """The discriminant in column 0, the distractor in column 1; values 0 and 1."""


@runtime_checkable
class Domain(Protocol):
    """Items with two features of two values each."""

    @property
    def name(self) -> str:
        """Its name in tables."""
        ...

    @property
    def features(self) -> tuple[str, str]:
        """The names of the discriminant and the distractor."""
        ...

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """Items from all four quadrants, quadrant after quadrant.

        A domain that makes its items gives `per_quadrant` new ones of each quadrant. A
        finite data set gives at most as many as it has, without repeats.
        """
        ...

    def picture(self, axes: Axes, item: Any) -> None:
        """Draw one item."""
        ...

    def __hash__(self) -> int:
        """Equal settings have equal hashes: pools are cached by them."""
        ...

    def text(self, item: Any) -> str:
        """One item for the terminal."""
        ...


@runtime_checkable
class Flat(Protocol):
    """A domain whose items are points in a plane, so that a map of it can be drawn."""

    def grid(self, side: int) -> Pool:
        """Points on a square grid with `side` points along each side."""
        ...


@runtime_checkable
class Visible(Protocol):
    """A domain whose items are figures that a person can be shown."""

    def figure(self, item: Any) -> dict[str, Any]:
        """What a screen draws, as plain JSON: shape, colour, size, x, y and angle."""
        ...


def even_features(per_quadrant: int) -> UInt8[np.ndarray, "item 2"]:
    """Feature values with exactly `per_quadrant` rows of each quadrant."""
    return np.repeat(np.array(QUADRANTS, np.uint8), per_quadrant, axis=0)


def draw_rows(
    inputs: Shaped[np.ndarray, "item ..."],
    features: UInt8[np.ndarray, "item 2"],
    per_quadrant: int,
    generator: np.random.Generator,
) -> Pool:
    """Up to `per_quadrant` rows of each quadrant, none of them twice."""
    chosen = []
    for quadrant in QUADRANTS:
        rows = np.flatnonzero((features == quadrant).all(axis=1))
        chosen.append(generator.permutation(rows)[:per_quadrant])
    order = np.concatenate(chosen)
    return Pool(inputs[order], features[order])
