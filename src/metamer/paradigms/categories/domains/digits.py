"""Handwritten digits: which of two digits, and how slanted or how heavy it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.categories.domains.domain import Pool, domain, draw_rows
from metamer.reports.shades import shade_text

if TYPE_CHECKING:
    from jaxtyping import Float, Int, UInt8
    from matplotlib.axes import Axes

    Images = Float[np.ndarray, "item row col"]


@domain.add("digits")
@dataclass(frozen=True)
class Digits:
    """Real digits: which of two is the discriminant, slant or ink the distractor.

    `embedded` are the 1,797 digits of 8x8 pixels that come with scikit-learn; `mnist`
    are the 60,000 of MNIST's training part, averaged to 14x14. Pixels range from 0 to 1.
    A distractor of 1 means slanted to the right, or much ink, for its class.

    Source: ours; a counterpart to dasgupta2022, Sec. 6, with images that need no download.
    """

    pair: tuple[int, int] = (3, 8)
    """The digit with discriminant 0, and the one with discriminant 1."""
    distractor: Literal["slant", "ink"] = "slant"
    source: Literal["embedded", "mnist"] = "embedded"

    def __post_init__(self) -> None:
        one_of("distractor", self.distractor, DISTRACTORS)
        one_of("source", self.source, SOURCES)
        if len(set(self.pair)) != 2 or not set(self.pair) <= set(range(10)):
            raise Refusal(
                f"pair must be two different digits from 0 to 9, not {self.pair}"
            )

    @property
    def name(self) -> str:
        source = "digits" if self.source == "embedded" else self.source
        return f"{source}:{self.pair[0]}-{self.pair[1]}:{self.distractor}"

    @property
    def features(self) -> tuple[str, str]:
        return (f"{self.pair[0]} or {self.pair[1]}", self.distractor)

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """Up to `per_quadrant` digits of each quadrant."""
        images, features = _with_features(self.pair, self.distractor, self.source)
        return draw_rows(images, features, per_quadrant, generator)

    def picture(self, axes: Axes, item: Float[np.ndarray, "row col"]) -> None:
        """Draw the digit, dark on light."""
        axes.imshow(item, cmap="gray_r", vmin=0, vmax=1)
        axes.set_axis_off()

    def text(self, item: Float[np.ndarray, "row col"]) -> str:
        """The digit in characters."""
        return shade_text(item)


def slant(images: Images) -> Float[np.ndarray, " item"]:
    """How far each digit leans to the right: columns to the right for each row up.

    Source: ours (second moments of the ink: minus mu11 / mu02, with rows counted down).
    """
    ink = images.sum(axis=(1, 2))
    rows, columns = np.indices(images.shape[1:])
    down = rows - (images * rows).sum(axis=(1, 2), keepdims=True) / ink[:, None, None]
    right = columns - (images * columns).sum((1, 2), keepdims=True) / ink[:, None, None]
    return -(images * down * right).sum(axis=(1, 2)) / (images * down**2).sum(
        axis=(1, 2)
    )


def ink_mass(images: Images) -> Float[np.ndarray, " item"]:
    """How much ink each digit has. Source: ours (zeroth moment)."""
    return images.sum(axis=(1, 2))


DISTRACTORS = {"slant": slant, "ink": ink_mass}
"""The distractor of a digit, by name."""


def outer_terciles(values: Float[np.ndarray, " item"]) -> Int[np.ndarray, " item"]:
    """0 for the lowest third of `values`, 1 for the highest, -1 for those between.

    Source: ours.
    """
    low, high = np.quantile(values, [1 / 3, 2 / 3])
    return np.select([values <= low, values >= high], [0, 1], default=-1)


@cache
def _with_features(
    pair: tuple[int, int], distractor: str, source: str
) -> tuple[Images, UInt8[np.ndarray, "item 2"]]:
    """The images of both digits in the outer terciles of their class, with features.

    Terciles are taken within each class, so that slant or ink does not depend on the digit.
    """
    images, labels = SOURCES[source]()
    kept, features = [], []
    for discriminant, digit in enumerate(pair):
        own = images[labels == digit]
        values = outer_terciles(DISTRACTORS[distractor](own))
        kept.append(own[values >= 0])
        values = values[values >= 0]
        features.append(np.column_stack([np.full_like(values, discriminant), values]))
    return np.concatenate(kept), np.concatenate(features).astype(np.uint8)


@cache
def _embedded() -> tuple[Images, Int[np.ndarray, " item"]]:
    from sklearn.datasets import load_digits

    digits = load_digits()
    return (digits.images / 16).astype(np.float32), digits.target


@cache
def _mnist() -> tuple[Images, Int[np.ndarray, " item"]]:
    from metamer.data import load

    mnist = load("mnist")
    training = mnist["split"] == "train"
    images = mnist["images"][training].astype(np.float32) / 255
    small = images.reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4))
    return small, mnist["labels"][training]


SOURCES = {"embedded": _embedded, "mnist": _mnist}
"""Where digits come from."""
