"""A perceptron that reads all tokens of a sequence side by side."""

from itertools import pairwise

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Integer, PRNGKeyArray

from metamer.nets.layers import Dense, normals, uniform_layers


class TokenMlpNetwork(eqx.Module):
    """Embed each token, join the embeddings, then relu layers and a linear readout.

    Numbers are those of the weights, in 32 or 16 bits; logits have 32.

    Source: zhang2021, App. A, "MLP"; the doubled widths are "MLP 2x".
    Unstated: the initial weights. They are those of PyTorch's layers: uniform within
    1 / sqrt(inputs of the layer), embeddings standard normal.
    """

    table: Float[Array, "symbol embedding"]
    first: Dense
    rest: tuple[Dense, ...]

    def __init__(
        self,
        tokens: int,
        alphabet: int,
        labels: int,
        widths: tuple[int, ...] = (512, 1024, 512, 64),
        embedding: int = 64,
        *,
        key: PRNGKeyArray,
    ):
        symbols, layers = jax.random.split(key)
        (self.table,) = normals([(alphabet, embedding)], symbols)
        sizes = (tokens * embedding, *widths, labels)
        self.first, *rest = uniform_layers(list(pairwise(sizes)), layers)
        self.rest = tuple(rest)

    def start(self) -> tuple[()]:
        """Nothing: this network has no state."""
        return ()

    def __call__(
        self,
        inputs: Integer[Array, "item token"],
        state: tuple[()],
        training: bool = False,
    ) -> tuple[Float[Array, "item label"], tuple[()]]:
        """One logit for each label."""
        rows = jax.nn.one_hot(inputs, len(self.table), dtype=self.table.dtype)
        hidden = rows.reshape(len(inputs), -1) @ self._fold() + self.first.bias
        for layer in self.rest:
            hidden = layer(jax.nn.relu(hidden))
        return hidden.astype(float), state

    def _fold(self) -> Float[Array, "place unit"]:
        """What each symbol at each place adds to each unit of the first layer.

        Embedding and first layer are one linear map of the symbols, so the product with
        the items is 110 wide instead of 704, and no gradient is scattered into the table.
        """
        units = self.first.bias.size
        weight = self.first.weight.reshape(-1, self.table.shape[1], units)
        return jnp.einsum("se,teu->tsu", self.table, weight).reshape(-1, units)
