"""A recurrent network that reads tokens one by one."""

from typing import Literal

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from metamer.nets.layers import dense

PADDING, UNKNOWN = 0, 1
"""Tokens with a meaning of their own; the words of a vocabulary follow."""

Readout = Literal["last", "all"]


class LstmNetwork(eqx.Module):
    """Embed each token, run an LSTM along them, then a linear readout.

    The readout sees the hidden state after the last word (`last`), or those of all
    steps side by side (`all`). Padding changes nothing: the state waits there, and the
    readout of all steps sees zeros.

    Source: dasgupta2022, Sec. 5, for 20 units; the authors' code for embedding 10, 200
    tokens and the readout of all steps.
    Unclear: the number of units. The paper says 20, the code 40; it is 20.
    Unstated: the initial weights, and what padding does. Weights are
    uniform within 1 / sqrt(units), embeddings standard normal, the forget gate's bias
    begins at 1 as in Haiku, with which the authors' code is written.
    """

    embed: Float[Array, "token embedding"]
    input_weights: Float[Array, "embedding gate"]
    recurrent_weights: Float[Array, "unit gate"]
    bias: Float[Array, " gate"]
    readout: eqx.nn.Linear
    reading: Readout = eqx.field(static=True)

    def __init__(
        self,
        tokens: int,
        length: int = 200,
        units: int = 20,
        embedding: int = 10,
        labels: int = 2,
        reading: Readout = "all",
        *,
        key: PRNGKeyArray,
    ):
        embed, enter, recur, readout = jax.random.split(key, 4)
        bound = units**-0.5
        gates = 4 * units
        self.embed = jax.random.normal(embed, (tokens, embedding))
        self.input_weights = jax.random.uniform(
            enter, (embedding, gates), float, -bound, bound
        )
        self.recurrent_weights = jax.random.uniform(
            recur, (units, gates), float, -bound, bound
        )
        self.bias = jnp.zeros(gates).at[units : 2 * units].set(1.0)
        steps = length if reading == "all" else 1
        self.readout = eqx.nn.Linear(steps * units, labels, key=readout)
        self.reading = reading

    def start(self) -> tuple[()]:
        """Nothing: memory lasts for one text only."""
        return ()

    def __call__(
        self,
        inputs: Int[Array, "item position"],
        state: tuple[()],
        training: bool = False,
    ) -> tuple[Float[Array, "item label"], tuple[()]]:
        """One logit for each label."""
        word = inputs != PADDING
        gate_inputs = self.embed[inputs] @ self.input_weights + self.bias
        last, hidden = self._run(jnp.swapaxes(gate_inputs, 0, 1), word.T)
        if self.reading == "all":
            seen = jnp.where(word[:, :, None], jnp.swapaxes(hidden, 0, 1), 0)
            last = seen.reshape(len(inputs), -1)
        return dense(self.readout, last), state

    def _run(
        self,
        gate_inputs: Float[Array, "position item gate"],
        word: Bool[Array, "position item"],
    ) -> tuple[Float[Array, "item unit"], Float[Array, "position item unit"]]:
        """The hidden state at the end, and at each position."""

        def step(before, now):
            hidden, cell = before
            gates, real = now
            gates = gates + hidden @ self.recurrent_weights
            enter, forget, candidate, output = jnp.split(gates, 4, -1)
            cell = jax.nn.sigmoid(forget) * cell
            cell = cell + jax.nn.sigmoid(enter) * jnp.tanh(candidate)
            hidden = jax.nn.sigmoid(output) * jnp.tanh(cell)
            after = jax.tree.map(
                lambda new, old: jnp.where(real[:, None], new, old),
                (hidden, cell),
                before,
            )
            return after, after[0]

        # Made from the inputs, so that `shard_map` sees that they differ by device.
        zeros = jnp.zeros_like(gate_inputs[0, :, : len(self.recurrent_weights)])
        (last, _), hidden = jax.lax.scan(step, (zeros, zeros), (gate_inputs, word))
        return last, hidden
