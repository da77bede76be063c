"""A residual network that scores one candidate at a time."""

from typing import Any

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.paradigms.matrices.nets.panels import CANDIDATES, CONTEXT, as_channels
from metamer.paradigms.matrices.nets.resnet50 import Depth, PanelResNet


class WildResNetNetwork(eqx.Module):
    """The context and one candidate are nine channels, and make one score.

    Source: barrett2018, Sec. 3, "Wild-ResNet".
    Unstated: its depth. It is 50, as that of the network with 16 channels.
    """

    trunk: PanelResNet

    def __init__(self, depth: Depth = 50, width: int = 64, *, key: PRNGKeyArray):
        self.trunk = PanelResNet(CONTEXT + 1, 1, depth, width, key=key)

    def start(self) -> Any:
        """The running statistics."""
        return self.trunk.start()

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], None, Any]:
        """A logit for each candidate, no meta-target, and the state after."""
        scores, state = self.trunk(as_channels(complete(pixels)), state, training)
        return scores.reshape(-1, CANDIDATES), None, state


def complete(
    pixels: Float[Array, "item panel *axes"],
) -> Float[Array, "question nine *axes"]:
    """The matrix with each candidate in turn: eight of nine panels for each item."""
    context, candidates = jnp.split(pixels, [CONTEXT], axis=1)
    shape = (len(pixels), CANDIDATES, *context.shape[1:])
    context = jnp.broadcast_to(context[:, None], shape)
    whole = jnp.concatenate([context, candidates[:, :, None]], axis=2)
    return whole.reshape(-1, *whole.shape[2:])
