"""A plain convolutional network that sees all panels of a matrix as one image."""

from typing import Any

import equinox as eqx
import jax
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, dropout, uniform_layers
from metamer.paradigms.matrices.nets.panels import (
    CANDIDATES,
    CONTEXT,
    DROPOUT,
    PanelEncoder,
    as_channels,
)


class CnnMlpNetwork(eqx.Module):
    """The 16 panels as channels, four convolutions, one hidden layer, eight logits.

    Source: barrett2018, App. B, "CNN-MLP": 64 kernels, 1500 units, dropout
    0.5 in the penultimate layer.
    """

    encoder: PanelEncoder
    hidden: Dense
    readout: Dense

    def __init__(
        self,
        pixels: int = 80,
        kernels: int = 64,
        hidden: int = 1500,
        *,
        key: PRNGKeyArray,
    ):
        seeing, reading = jax.random.split(key)
        self.encoder = PanelEncoder(CONTEXT + CANDIDATES, kernels, key=seeing)
        shapes = [
            (PanelEncoder.features(pixels, kernels), hidden),
            (hidden, CANDIDATES),
        ]
        self.hidden, self.readout = uniform_layers(shapes, reading)

    def start(self) -> Any:
        """The running statistics of each convolution."""
        return self.encoder.start()

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], None, Any]:
        """A logit for each candidate, no meta-target, and the state after."""
        features, state = self.encoder(as_channels(pixels), state, training)
        hidden = dropout(jax.nn.relu(self.hidden(features)), DROPOUT, key)
        return self.readout(hidden).astype(float), None, state
