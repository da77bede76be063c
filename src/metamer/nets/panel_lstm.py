"""A recurrent network that reads a matrix panel by panel."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, uniform_layers
from metamer.nets.panels import (
    CANDIDATES,
    CONTEXT,
    DROPOUT,
    Eye,
    one_by_one,
    tagged,
)
from metamer.nets.players.transformer import drop

PANELS = CONTEXT + CANDIDATES


class PanelLstm(eqx.Module):
    """Four convolutions see each panel, an LSTM reads all 16 and their places.

    Source: barrett2018, App. B, "LSTM": 8 kernels, a one-hot tag of the
    panel, 96 units, dropout 0.5 on the last hidden state, linear to eight logits.
    Unstated: the initial weights. They are uniform within 1 / sqrt(inputs of the layer),
    and the forget gate's bias begins at 1.
    """

    eye: Eye
    inwards: Dense
    onwards: Float[Array, "unit gate"]
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
        self.eye = Eye(1, kernels, key=seeing)
        gates, seen = 4 * units, Eye.features(pixels, kernels) + PANELS
        shapes = [(seen, gates), (units, gates), (units, CANDIDATES)]
        inwards, onwards, self.readout = uniform_layers(shapes, reading)
        bias = jnp.zeros(gates).at[units : 2 * units].set(1.0)
        self.inwards, self.onwards = Dense(inwards.weight, bias), onwards.weight

    def start(self) -> Any:
        """The running statistics of each convolution."""
        return self.eye.start()

    def reasoned(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], None, Any]:
        """A logit for each candidate, no meta-target, and the state after."""
        features, state = self.eye(one_by_one(pixels), state, training)
        panels = features.reshape(len(pixels), PANELS, -1)
        driven = tagged(self.inwards, panels, jnp.eye(PANELS))
        hidden = drop(self._read(jnp.swapaxes(driven, 0, 1)), DROPOUT, key)
        return self.readout(hidden).astype(float), None, state

    def _read(
        self, driven: Float[Array, "panel item gate"]
    ) -> Float[Array, "item unit"]:
        """The hidden state after the last panel."""

        def step(before: tuple, gates: Array) -> tuple[tuple, None]:
            hidden, cell = before
            kept, forget, new, shown = jnp.split(gates + hidden @ self.onwards, 4, -1)
            cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(kept) * jnp.tanh(new)
            return (jax.nn.sigmoid(shown) * jnp.tanh(cell), cell), None

        still = jnp.zeros_like(driven[0, :, : len(self.onwards)])
        (hidden, _), _ = jax.lax.scan(step, (still, still), driven)
        return hidden
