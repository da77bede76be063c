"""A network for matrices with eyes: symbols become pixels, and what it learns from them."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import optax
from jaxtyping import Array, Float, Int, Num, PRNGKeyArray, UInt8

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.nets.layers import scale_pixels
from metamer.paradigms.matrices.nets.panels import Reasoner

See = Callable[[Int[Array, "item panel slot"]], UInt8[Array, "item panel row col"]]
"""Draws symbols as pixels."""


class Sight(eqx.Module):
    """A network that sees panels, whether they come as symbols or as pixels.

    Its loss is the cross-entropy of the right candidate plus `beta` times that of the
    bits of the meta-target. Scores and losses have 32 bits.

    Source: barrett2018, Sec. 3 and Fig. 3.
    Unclear: whether the loss of the meta-target is the sum or the mean over its 12 bits.
    It is the mean, with which a public re-implementation comes near the paper's figures.
    """

    net: Any
    """A `Reasoner`."""
    see: See = eqx.field(static=True)
    pixels: int = eqx.field(static=True)
    """A side of what the network sees."""
    beta: float = eqx.field(static=True)

    def __init__(self, net: Reasoner, see: See, pixels: int, beta: float = 0.0):
        self.net = net
        self.see = see
        self.pixels = pixels
        self.beta = beta

    def start(self) -> Any:
        """The state of the network."""
        return self.net.start()

    def __call__(
        self, inputs: Num[Array, "item panel *axes"], state: Any, training: bool = False
    ) -> tuple[Float[Array, "item candidate"], Any]:
        """A logit for each candidate, and the state after; without dropout."""
        logits, _, state = self.net.reason(self.seen(inputs), state, training, None)
        return logits, state

    def objective(
        self, items: Items, state: Any, key: PRNGKeyArray
    ) -> tuple[Float[Array, ""], tuple[Float[Array, "item candidate"], Any]]:
        """The loss on a batch, the logits, and the state after; `key` is for dropout."""
        shown = self.seen(items.inputs)
        logits, bits, state = self.net.reason(shown, state, True, key)
        found = optax.softmax_cross_entropy_with_integer_labels(logits, items.labels)
        loss = found.mean()
        if self.beta:
            loss = loss + self.beta * _meta_loss(bits, items.hints)
        return loss, (logits, state)

    @property
    def has_reasons(self) -> bool:
        """Whether it is taught meta-targets."""
        return self.beta > 0

    def reasons(
        self, inputs: Num[Array, "item panel *axes"], state: Any
    ) -> Float[Array, "item bit"]:
        """The probability of each bit of the meta-target."""
        _, bits, _ = self.net.reason(self.seen(inputs), state, False, None)
        return jax.nn.sigmoid(bits)

    def seen(
        self, inputs: Num[Array, "item panel *axes"]
    ) -> Float[Array, "item panel row col"]:
        """Pixels from -1 to 1, of the network's size or of twice that."""
        shown = scale_pixels(self.see(inputs) if inputs.ndim == 3 else inputs)
        return halve(shown) if shown.shape[-1] == 2 * self.pixels else shown


def halve(
    pixels: Float[Array, "item panel row col"],
) -> Float[Array, "item panel half across"]:
    """The mean of each 2x2 pixels."""
    rows, cols = (side // 2 for side in pixels.shape[2:])
    return pixels.reshape(*pixels.shape[:2], rows, 2, cols, 2).mean((3, 5))


def _meta_loss(
    bits: Float[Array, "item bit"], hints: Num[Array, "item bit"] | None
) -> Float[Array, ""]:
    if hints is None:
        raise Refusal(
            "beta above 0 needs taught items with meta-targets; beta 0 does without"
        )
    return optax.sigmoid_binary_cross_entropy(bits, hints.astype(bits.dtype)).mean()
