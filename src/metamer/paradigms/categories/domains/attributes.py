"""Many attributes, of which some decide together and the others distract together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.categories.domains.domain import Pool, domain, even_features

if TYPE_CHECKING:
    from jaxtyping import Bool, Float
    from matplotlib.axes import Axes

MAX_ATTRIBUTES = 20
"""Attributes of one kind: more are hardly ever all active. Source: ours."""


@domain.add("attributes")
@dataclass(frozen=True)
class Attributes:
    """Points around the corners of a cube, with an axis for each binary attribute.

    The discriminant is 1 if all deciding attributes are active, the distractor if all
    distracting ones are. An item in which it is 0 has any other combination of them, all
    equally often.

    Source: dasgupta2022, App. A.1, for the two conjunctions.
    Unstated: what items look like, as A.1 reports no experiment. They are as in Sec. 4: an
    attribute is a number around alpha or -alpha, with unit normal noise.
    """

    deciding: int = 2
    """Attributes that decide the class together. Source: dasgupta2022, App. A.1."""
    distracting: int = 2
    """Attributes that distract together. Source: dasgupta2022, App. A.1."""
    alpha: float = 3.0
    """How far active and inactive are from 0. Source: dasgupta2022, Sec. 4."""

    def __post_init__(self) -> None:
        for name in ("deciding", "distracting"):
            at_least(name, getattr(self, name), 1, MAX_ATTRIBUTES)
        if not (np.isfinite(self.alpha) and self.alpha > 0):
            raise Refusal(f"alpha must be above 0, not {self.alpha}")

    @property
    def name(self) -> str:
        return f"attributes:{self.deciding}:{self.distracting}"

    @property
    def features(self) -> tuple[str, str]:
        return ("all deciding", "all distracting")

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """New points, `per_quadrant` of each quadrant."""
        features = even_features(per_quadrant)
        active = np.concatenate(
            [
                _attributes(features[:, 0] > 0, self.deciding, generator),
                _attributes(features[:, 1] > 0, self.distracting, generator),
            ],
            axis=1,
        )
        noise = generator.standard_normal(active.shape)
        return Pool(self.alpha * (2.0 * active - 1) + noise, features)

    def picture(self, axes: Axes, item: Float[np.ndarray, " attribute"]) -> None:
        """Draw a bar for each attribute, those that decide in black."""
        colours = ["black"] * self.deciding + ["0.7"] * self.distracting
        axes.bar(range(len(item)), item, color=colours)
        axes.axhline(0, color="0.8", linewidth=0.8)
        axes.set(xticks=[], yticks=[], ylim=(-self.alpha - 3, self.alpha + 3))

    def text(self, item: Float[np.ndarray, " attribute"]) -> str:
        """The numbers of those that decide, then of the others."""
        numbers = [f"{value:+.2f}" for value in item]
        parts = numbers[: self.deciding], numbers[self.deciding :]
        return " | ".join(" ".join(part) for part in parts)


def _attributes(
    every: Bool[np.ndarray, " item"], count: int, generator: np.random.Generator
) -> Bool[np.ndarray, "item attribute"]:
    """Which of `count` attributes are active: all of them, or any other combination."""
    # Read as a binary number, the only combination that is left out is the largest.
    codes = np.where(
        every, 2**count - 1, generator.integers(0, 2**count - 1, len(every))
    )
    return (codes[:, None] >> np.arange(count)) & 1 > 0
