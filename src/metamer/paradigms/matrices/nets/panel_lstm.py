"""A recurrent network that reads a matrix panel by panel."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, dropout, uniform_layers
from metamer.paradigms.matrices.nets.panels import (
    CANDIDATES,
    CONTEXT,
    DROPOUT,
    PanelEncoder,
    as_images,
    tagged_dense,
)

PANELS = CONTEXT + CANDIDATES


class PanelLstmNetwork(eqx.Module):
    """Four convolutions see each panel, an LSTM reads all 16 and their places.

    Source: barrett2018, App. B, "LSTM": 8 kernels, a one-hot tag of the
    panel, 96 units, dropout 0.5 on the last hidden state, linear to eight logits.
    Unstated: the initial weights. They are uniform within 1 / sqrt(inputs of the layer),
    and the forget gate's bias begins at 1.
    """

    encoder: PanelEncoder
    enter: Dense
    recurrent_weights: Float[Array, "unit gate"]
    readout: Dense

    def __init__(
        self,
        pixels: int = 80,
        kernels: int = 8,
        units: int = 96,
        *,
        key: PRNGKeyArray,
    ):
        seeing, reading = jax.random.split(key)
        self.encoder = PanelEncoder(1, kernels, key=seeing)
        gates, seen = 4 * units, PanelEncoder.features(pixels, kernels) + PANELS
        shapes = [(seen, gates), (units, gates), (units, CANDIDATES)]
        enter, recur, self.readout = uniform_layers(shapes, reading)
        bias = jnp.zeros(gates).at[units : 2 * units].set(1.0)
        self.enter, self.recurrent_weights = Dense(enter.weight, bias), recur.weight

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
        features, state = self.encoder(as_images(pixels), state, training)
        panels = features.reshape(len(pixels), PANELS, -1)
        gate_inputs = tagged_dense(self.enter, panels, jnp.eye(PANELS))
        hidden = dropout(self._read(jnp.swapaxes(gate_inputs, 0, 1)), DROPOUT, key)
        return self.readout(hidden).astype(float), None, state

    def _read(
        self, gate_inputs: Float[Array, "panel item gate"]
    ) -> Float[Array, "item unit"]:
        """The hidden state after the last panel."""

        def step(before: tuple, gates: Array) -> tuple[tuple, None]:
            hidden, cell = before
            gates = gates + hidden @ self.recurrent_weights
            enter, forget, candidate, output = jnp.split(gates, 4, -1)
            cell = jax.nn.sigmoid(forget) * cell
            cell = cell + jax.nn.sigmoid(enter) * jnp.tanh(candidate)
            return (jax.nn.sigmoid(output) * jnp.tanh(cell), cell), None

        zeros = jnp.zeros_like(gate_inputs[0, :, : len(self.recurrent_weights)])
        (hidden, _), _ = jax.lax.scan(step, (zeros, zeros), gate_inputs)
        return hidden
