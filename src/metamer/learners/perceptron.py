"""The multilayer perceptrons of dasgupta2022, compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from metamer.core.errors import at_least
from metamer.core.items import Items
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float

    from metamer.training.perceptron import PerceptronState

EPOCHS = 2000
"""Source: dasgupta2022's code, `max_iter`.
Unclear: the paper says "default parameters", which would be 200."""


@learner.add("nn")
@dataclass(frozen=True)
class Perceptron:
    """Relu layers trained with Adam until the loss no longer falls; two labels.

    Source: dasgupta2022, Sec. 4.1, NN:<width>h<depth>d (scikit-learn, `MLPClassifier`).
    """

    width: int = 16
    depth: int = 1
    epochs: int = EPOCHS
    """The most epochs; part of the name unless it is the default."""

    compiled: ClassVar[bool] = True
    max_labels: ClassVar[int] = 2

    def __post_init__(self) -> None:
        at_least("width", self.width, 1)
        at_least("depth", self.depth, 1)
        at_least("epochs", self.epochs, 1)

    @property
    def name(self) -> str:
        name = f"nn:{self.width}h{self.depth}d"
        return name if self.epochs == EPOCHS else f"{name}:{self.epochs}"

    def fit(self, items: Items, key: Any) -> PerceptronState:
        """Draw a network and train it."""
        import jax

        from metamer.training import perceptron

        items = Items(_rows(items.inputs), items.labels)
        draw_key, order_key = jax.random.split(key)
        sizes = (items.inputs.shape[1], *[self.width] * self.depth, 1)
        net = perceptron.draw(sizes, draw_key)
        return perceptron.fit(net, items, self.epochs, order_key)

    def answer(self, fitted: PerceptronState, items: Items) -> Float[Array, "item 2"]:
        """The probability of each label."""
        import jax
        import jax.numpy as jnp

        logits = fitted.net(_rows(items.inputs))
        return jnp.stack([jax.nn.sigmoid(-logits), jax.nn.sigmoid(logits)], axis=1)


def _rows(inputs: Array) -> Float[Array, "item feature"]:
    import jax.numpy as jnp

    return jnp.asarray(inputs, jnp.float32).reshape(len(inputs), -1)
