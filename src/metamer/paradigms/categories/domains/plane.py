"""Points in the plane, drawn around four corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.categories.domains.domain import Pool, domain, even_features

if TYPE_CHECKING:
    from jaxtyping import Float
    from matplotlib.axes import Axes

EDGE = 6.0
"""Pictures and decision maps show the plane from -EDGE to EDGE. Source: ours."""


@domain.add("plane")
@dataclass(frozen=True)
class Plane:
    """Points around (+-alpha, +-alpha) with unit normal noise.

    Source: dasgupta2022, Sec. 4, Eq. 4 (alpha = 3).
    Unclear: whether a point's features are those of its corner, as the text says, or the
    signs of its coordinates, as in Fig. 7 and the authors' code; `labels` chooses, and
    the default follows the text.
    """

    alpha: float = 3.0
    """How far the corners are from the axes, in standard deviations."""
    rotation: float = 0.0
    """Degrees by which points, but not features, are rotated; 45 is "misaligned"."""
    labels: Literal["latent", "sign"] = "latent"

    def __post_init__(self) -> None:
        one_of("labels", self.labels, ("latent", "sign"))
        if not (np.isfinite(self.alpha) and self.alpha > 0):
            raise Refusal(f"alpha must be above 0, not {self.alpha}")
        if not np.isfinite(self.rotation):
            raise Refusal(f"rotation must be a number of degrees, not {self.rotation}")

    @property
    def name(self) -> str:
        angles = {0.0: "", 45.0: "-rotated"}
        angle = angles.get(self.rotation, f"-rotated-{self.rotation:g}")
        return "plane" + angle + ("-sign" if self.labels == "sign" else "")

    @property
    def features(self) -> tuple[str, str]:
        return ("horizontal", "vertical")

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """New points, `per_quadrant` of each quadrant.

        With `labels="sign"` each quadrant holds the part of an even mixture of all four
        corners that lies in it. That mixture is symmetric, so the absolute value of a
        coordinate does not depend on its sign: the absolute value is drawn, and the
        quadrant gives the sign.
        """
        features = even_features(per_quadrant)
        corners = 2.0 * features - 1
        noise = generator.standard_normal(features.shape)
        if self.labels == "sign":
            return Pool(self._rotate(corners * abs(self.alpha + noise)), features)
        return Pool(self._rotate(self.alpha * corners + noise), features)

    def grid(self, side: int) -> Pool:
        """A grid over the picture, with the signs of the coordinates as features.

        For decision maps: `inputs.reshape(side, side, 2)` has rows from the bottom up.
        Points on a rotated axis count as 0.

        Source: ours.
        """
        if side < 2 or side % 2:
            raise Refusal(
                f"side must be an even number of at least 2, not {side}: no point may "
                "lie on an axis"
            )
        ticks = np.linspace(-EDGE, EDGE, side)
        points = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
        upright = (points @ self._rotation_matrix).round(9)
        return Pool(points, (upright > 0).astype(np.uint8))

    def picture(self, axes: Axes, item: Float[np.ndarray, 2]) -> None:
        """Draw the point between the axes of the plane."""
        axes.axhline(0, color="0.8", linewidth=0.8)
        axes.axvline(0, color="0.8", linewidth=0.8)
        axes.plot(item[0], item[1], "o", color="black")
        axes.set(xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE), aspect="equal")
        axes.set(xticks=[], yticks=[])

    def text(self, item: Float[np.ndarray, 2]) -> str:
        """The point's coordinates."""
        return f"({item[0]:+.2f}, {item[1]:+.2f})"

    @property
    def _rotation_matrix(self) -> Float[np.ndarray, "2 2"]:
        angle = np.deg2rad(self.rotation)
        return np.array(
            [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        )

    def _rotate(
        self, points: Float[np.ndarray, "item 2"]
    ) -> Float[np.ndarray, "item 2"]:
        return points @ self._rotation_matrix.T
