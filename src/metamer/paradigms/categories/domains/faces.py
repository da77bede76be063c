"""Faces with attributes, of which any two can be the features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.categories.domains.domain import (
    Pool,
    domain,
    draw_rows,
    even_features,
)
from metamer.paradigms.categories.domains.face_drawing import ATTRIBUTES, draw
from metamer.reports.shades import shade_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxtyping import UInt8
    from matplotlib.axes import Axes

CELEBA_NAMES = {
    "mouth_open": "Mouth_Slightly_Open",
    "male": "Male",
    "lipstick": "Wearing_Lipstick",
    "high_cheekbones": "High_Cheekbones",
    "blond": "Blond_Hair",
    "arched_eyebrows": "Arched_Eyebrows",
}
"""CelebA's names of the attributes. Source: dasgupta2022, App. D.2, for which they are."""
CELEBA_SIZE = 64
MIN_SIZE, MAX_SIZE = 16, 256
"""Sizes of drawn faces: in smaller ones attributes cannot be seen. Source: ours."""


@domain.add("faces")
@dataclass(frozen=True)
class Faces:
    """Faces of which one attribute is the discriminant and another the distractor.

    `embedded` faces are drawn by metamer; their other attributes, and everything else
    about them, are independent of these two. `celeba` faces are photographs, from all
    three parts of CelebA: the paradigm itself holds out what it asks.

    Source: dasgupta2022, Sec. 6 and App. D.2 ("mouth open" and "male" are its first pair).
    Differs: the paper has photographs only, whose other attributes are correlated with
    these two.
    """

    discriminant: str = "mouth_open"
    distractor: str = "male"
    source: Literal["embedded", "celeba"] = "embedded"
    size: int = 32
    """Rows and columns of an image."""

    def __post_init__(self) -> None:
        one_of("source", self.source, ("embedded", "celeba"))
        one_of("discriminant", self.discriminant, ATTRIBUTES)
        one_of("distractor", self.distractor, ATTRIBUTES)
        if self.discriminant == self.distractor:
            raise Refusal(
                f"discriminant and distractor are both {self.discriminant!r}; "
                "they must be two attributes"
            )
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise Refusal(
                f"size must be from {MIN_SIZE} to {MAX_SIZE} pixels, not {self.size}"
            )
        if self.source == "celeba" and CELEBA_SIZE % self.size:
            raise Refusal(f"size must be 16, 32 or 64 for celeba, not {self.size}")

    @property
    def name(self) -> str:
        source = "faces" if self.source == "embedded" else self.source
        return f"{source}:{self.discriminant}:{self.distractor}"

    @property
    def features(self) -> tuple[str, str]:
        return (self.discriminant, self.distractor)

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """New drawn faces, or photographs drawn from CelebA."""
        if self.source == "celeba":
            return self._photographs(per_quadrant, generator)
        features = even_features(per_quadrant)
        shape = (len(features), len(ATTRIBUTES))
        attributes = generator.integers(0, 2, shape, dtype=np.uint8)
        attributes[:, [ATTRIBUTES.index(name) for name in self.features]] = features
        return Pool(draw(attributes, self.size, generator), features)

    def picture(self, axes: Axes, item: UInt8[np.ndarray, "row col 3"]) -> None:
        """Draw the face."""
        axes.imshow(item)
        axes.set_axis_off()

    def text(self, item: UInt8[np.ndarray, "row col 3"]) -> str:
        """The face in characters."""
        return shade_text(item.mean(axis=2) / 255)

    def _photographs(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        celeba = _celeba()
        known = [str(name) for name in celeba["attribute_names"]]
        columns = [known.index(CELEBA_NAMES[name]) for name in self.features]
        features = (celeba["attributes"][:, columns] > 0).astype(np.uint8)
        rows = draw_rows(np.arange(len(features)), features, per_quadrant, generator)
        return Pool(_shrink(celeba["images"][rows.inputs], self.size), rows.features)


def _shrink(
    images: UInt8[np.ndarray, "item row col 3"], size: int
) -> UInt8[np.ndarray, "item size size 3"]:
    """Smaller images, each pixel the average of a square of pixels."""
    step = images.shape[1] // size
    squares = images.reshape(len(images), size, step, size, step, 3)
    return squares.mean(axis=(2, 4), dtype=np.float32).round().astype(np.uint8)


@cache
def _celeba() -> Mapping[str, Any]:
    from metamer.data import load

    return load("celeba")
