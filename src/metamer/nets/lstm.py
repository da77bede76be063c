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


class Lstm(eqx.Module):
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
    inwards: Float[Array, "embedding gate"]
    onwards: Float[Array, "unit gate"]
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
        embed, inwards, onwards, readout = jax.random.split(key, 4)
        bound = units**-0.5
        gates = 4 * units
        self.embed = jax.random.normal(embed, (tokens, embedding))
        self.inwards = jax.random.uniform(
            inwards, (embedding, gates), float, -bound, bound
        )
        self.onwards = jax.random.uniform(onwards, (units, gates), float, -bound, bound)
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
        driven = self.embed[inputs] @ self.inwards + self.bias
        last, hidden = self._run(jnp.swapaxes(driven, 0, 1), word.T)
        if self.reading == "all":
            seen = jnp.where(word[:, :, None], jnp.swapaxes(hidden, 0, 1), 0)
            last = seen.reshape(len(inputs), -1)
        return dense(self.readout, last), state

    def _run(
        self,
        driven: Float[Array, "position item gate"],
        word: Bool[Array, "position item"],
    ) -> tuple[Float[Array, "item unit"], Float[Array, "position item unit"]]:
        """The hidden state at the end, and at each position."""

        def step(before, now):
            hidden, cell = before
            gates, real = now
            kept, forget, new, shown = jnp.split(gates + hidden @ self.onwards, 4, -1)
            fresh = jax.nn.sigmoid(forget) * cell
            fresh = fresh + jax.nn.sigmoid(kept) * jnp.tanh(new)
            out = jax.nn.sigmoid(shown) * jnp.tanh(fresh)
            after = jax.tree.map(
                lambda new, old: jnp.where(real[:, None], new, old),
                (out, fresh),
                before,
            )
            return after, after[0]

        # Made from what is read, so that the map over devices sees them as its own.
        still = jnp.zeros_like(driven[0, :, : len(self.onwards)])
        (last, _), hidden = jax.lax.scan(step, (still, still), (driven, word))
        return last, hidden
