"""The Gaussian process classifiers of dasgupta2022, compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float

    from metamer.training.laplace import Process


@learner.add("gp")
@dataclass(frozen=True)
class GaussianProcess:
    """Gaussian process classification with a squared exponential kernel; two labels.

    The shorter the length scale, the more it goes by exemplars.

    Source: dasgupta2022, Sec. 4.1, GP (scikit-learn, `GaussianProcessClassifier`).
    Unclear: the text gives a fitted length scale of 5.2; fitting gives about 3.
    """

    length_scale: float | Literal["fit"] = "fit"
    """A number above 0, or `fit`: the one under which the labels are most probable."""

    compiled: ClassVar[bool] = True
    max_labels: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if self.length_scale == "fit":
            return
        if isinstance(self.length_scale, str) or not 0 < self.length_scale < 1e5:
            raise Refusal(
                "length_scale must be 'fit' or a number above 0 and below 100000, "
                f"not {self.length_scale!r}"
            )

    @property
    def name(self) -> str:
        scale = self.length_scale
        return f"gp:{scale}" if isinstance(scale, str) else f"gp:{scale:g}"

    def fit(self, items: Items, key: Any) -> Process:
        """Find the most probable latent values; chance plays no part."""
        from metamer.training import laplace

        inputs = _rows(items.inputs)
        if isinstance(self.length_scale, str):
            return laplace.fit_scale(inputs, items.labels)
        return laplace.fit(inputs, items.labels, self.length_scale)

    def answer(self, fitted: Process, items: Items) -> Float[Array, "item 2"]:
        """The probability of each label."""
        from metamer.training import laplace

        return laplace.probabilities(fitted, _rows(items.inputs))


def _rows(inputs: Array) -> Float[Array, "item feature"]:
    import jax.numpy as jnp

    return jnp.asarray(inputs, jnp.float32).reshape(len(inputs), -1)
