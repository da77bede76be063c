"""A learner that remembers everything and has no rule at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float


class StoredExemplars(NamedTuple):
    """Every item that was taught, its class, and how far apart items are."""

    exemplars: Any
    labels: Any
    distance: Any


@learner.add("exemplars")
@dataclass(frozen=True)
class Exemplars:
    """The generalised context model: a class is as likely as its exemplars are similar.

    Similarity falls exponentially with distance, summed over all exemplars of a class.
    Distance is Euclidean and counted in mean distances between the two classes, so one
    sensitivity serves points and pictures alike.

    Source: Nosofsky 1986, Eqs. 1 to 3, with equal attention to all dimensions; the
    exemplar end of the scale on which dasgupta2022 places learners.
    Unstated: the sensitivity. At 30 a neighbour counts and a stranger does not.
    """

    compiled: ClassVar[bool] = True
    max_labels: ClassVar[int] = 2

    sensitivity: float = 30.0

    def __post_init__(self) -> None:
        if not self.sensitivity > 0:
            raise Refusal(
                f"exemplars: sensitivity must be above 0, not {self.sensitivity}"
            )

    @property
    def name(self) -> str:
        return "exemplars" if self == Exemplars() else f"exemplars:{self.sensitivity:g}"

    def fit(self, items: Items, key: Any) -> StoredExemplars:
        import jax.numpy as jnp

        rows = _rows(items.inputs)
        between = items.labels[:, None] != items.labels[None, :]
        distance = jnp.mean(_distances(rows, rows), where=between)
        return StoredExemplars(rows, items.labels, distance)

    def answer(self, fitted: StoredExemplars, items: Items) -> Float[Array, "item 2"]:
        import jax

        away = _distances(_rows(items.inputs), fitted.exemplars) / fitted.distance
        classes = jax.nn.one_hot(fitted.labels, 2)
        # In logarithms: far from all exemplars every similarity would be 0 / 0.
        similarity = jax.scipy.special.logsumexp(
            -self.sensitivity * away[:, :, None], axis=1, b=classes
        )
        return jax.nn.softmax(similarity, axis=1)


def _rows(inputs: Any) -> Float[Array, "item dimension"]:
    import jax.numpy as jnp

    return jnp.reshape(inputs, (inputs.shape[0], -1)).astype(jnp.float32)


def _distances(
    some: Float[Array, "some dimension"], others: Float[Array, "others dimension"]
) -> Float[Array, "some others"]:
    import jax.numpy as jnp

    squares = (some**2).sum(1)[:, None] + (others**2).sum(1)[None, :]
    return jnp.sqrt(jnp.maximum(squares - 2 * some @ others.T, 0.0))
