"""Figures that a person can see: a shape in a colour, of some size, somewhere, turned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.categories.domains.domain import Pool, domain, even_features

if TYPE_CHECKING:
    from jaxtyping import Float32
    from matplotlib.axes import Axes

SHAPES = ("triangle", "square")
COLOURS = ("orange", "blue")
"""As browsers and Matplotlib call them. One is light and the other dark, so that they are
told apart without seeing colours."""

CORNERS = {"triangle": (90, 210, 330), "square": (45, 135, 225, 315)}
"""Where the corners of a shape lie around its centre, in degrees."""

SIZES, PLACES, ANGLES = (0.2, 0.4), (0.3, 0.7), (-40, 40)
"""From where to where sizes and places go, as shares of the field, and angles in degrees.
A figure is always within the field, and a turned square never looks upright again."""


@domain.add("figures")
@dataclass(frozen=True)
class Figures:
    """Triangles and squares, orange and blue; size, place and angle do not matter.

    An input has six numbers from 0 to 1: which of the two colours it has, which of the two
    shapes, and its size, place and angle from the least to the most. The colour decides
    unless the arrangement is `swapped`.

    Source: ours; dasgupta2022, Fig. 1, describes such an experiment, in which the colour
    decides.
    """

    @property
    def name(self) -> str:
        return "figures"

    @property
    def features(self) -> tuple[str, str]:
        return ("colour", "shape")

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """New figures, `per_quadrant` of each quadrant, which differ in all the rest."""
        features = even_features(per_quadrant)
        rest = generator.integers(0, 101, (len(features), 4)) / 100
        return Pool(
            np.concatenate([features, rest], axis=1).astype(np.float32), features
        )

    def figure(self, item: Float32[np.ndarray, 6]) -> dict[str, Any]:
        """What a screen draws.

        The width of the figure's circle and its centre from the left and the top are
        shares of the field; the angle is in degrees, clockwise.
        """
        size, x, y, angle = (
            round(low + (high - low) * float(share), 4)
            for share, (low, high) in zip(
                item[2:], (SIZES, PLACES, PLACES, ANGLES), strict=True
            )
        )
        return {
            "shape": SHAPES[int(item[1])],
            "colour": COLOURS[int(item[0])],
            "size": size,
            "x": x,
            "y": y,
            "angle": angle,
        }

    def picture(self, axes: Axes, item: Float32[np.ndarray, 6]) -> None:
        """Draw the figure in its field."""
        shown = self.figure(item)
        axes.fill(
            *outline(shown).T, facecolor=shown["colour"], edgecolor="black", linewidth=1
        )
        axes.set(xlim=(0, 1), ylim=(1, 0), aspect="equal", xticks=[], yticks=[])

    def text(self, item: Float32[np.ndarray, 6]) -> str:
        """The figure in words."""
        shown = self.figure(item)
        return (
            f"{shown['colour']} {shown['shape']}, size {shown['size']:.2f}, at "
            f"({shown['x']:.2f}, {shown['y']:.2f}), turned {shown['angle']:+.0f} degrees"
        )


def outline(figure: dict[str, Any]) -> np.ndarray:
    """The corners of a figure in its field, from the left and from the top."""
    turned = np.deg2rad(np.array(CORNERS[figure["shape"]]) - figure["angle"])
    around = np.stack([np.cos(turned), -np.sin(turned)], axis=1)
    return np.array([figure["x"], figure["y"]]) + figure["size"] / 2 * around
