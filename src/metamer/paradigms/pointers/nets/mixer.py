"""An MLP-Mixer that reads a sequence of tokens and gives it one label."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Integer, PRNGKeyArray

from metamer.nets.layers import (
    SPREAD,
    Dense,
    Norm,
    class_token_output,
    embed_tokens,
    normals,
    prepend_class_token,
    uniform_layers,
)


class Pair(eqx.Module):
    """Two layers over the last axis with a GELU between them.

    Source: tolstikhin2021, Fig. 1.
    """

    widen: Dense
    narrow: Dense

    def __call__(
        self, values: Float[Array, "*axes width"]
    ) -> Float[Array, "*axes width"]:
        return self.narrow(jax.nn.gelu(self.widen(values), approximate=False))


class MixerBlock(eqx.Module):
    """Two layers across the tokens, then two on each token; both are added to it.

    Source: zhang2021, Table 1; tolstikhin2021, Fig. 1, for norms first and GELU.
    """

    norms: tuple[Norm, Norm]
    across: Pair
    within: Pair

    def __init__(self, layers: list[Dense]):
        self.across, self.within = Pair(*layers[:2]), Pair(*layers[2:])
        width = self.within.narrow.bias.size
        self.norms = Norm(width), Norm(width)

    def __call__(
        self, tokens: Float[Array, "item token width"], outputs: int
    ) -> Float[Array, "item outputs width"]:
        """The first `outputs` tokens after all have been mixed."""
        mixed = self.across(jnp.swapaxes(self.norms[0](tokens), 1, 2))
        tokens = (tokens + jnp.swapaxes(mixed, 1, 2))[:, :outputs]
        return tokens + self.within(self.norms[1](tokens))


class MixerNetwork(eqx.Module):
    """A class token and one for each symbol, through blocks of mixing to a readout.

    Numbers are those of the weights, in 32 or 16 bits; logits have 32.

    Source: zhang2021, App. A, "MLP-Mixer", for the class token; a last norm is there, and
    no table of positions, by the count of parameters (Table 1).
    Unstated: the initial weights. Layers begin as PyTorch's, uniform within
    1 / sqrt(inputs); symbols and the class token are normal with deviation 0.02.
    """

    table: Float[Array, "symbol width"]
    class_token: Float[Array, " width"]
    blocks: tuple[MixerBlock, ...]
    norm: Norm
    readout: Dense

    def __init__(
        self,
        tokens: int,
        alphabet: int,
        labels: int,
        width: int = 512,
        depth: int = 4,
        token_hidden: int = 768,
        channel_hidden: int = 2048,
        *,
        key: PRNGKeyArray,
    ):
        symbols, inner = jax.random.split(key)
        self.table, self.class_token = (
            SPREAD * noise for noise in normals([(alphabet, width), (width,)], symbols)
        )
        block = [(tokens + 1, token_hidden), (token_hidden, tokens + 1)]
        block += [(width, channel_hidden), (channel_hidden, width)]
        *layers, self.readout = uniform_layers([*block * depth, (width, labels)], inner)
        self.blocks = tuple(
            MixerBlock(layers[start : start + 4]) for start in range(0, 4 * depth, 4)
        )
        self.norm = Norm(width)

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
        tokens = prepend_class_token(self.class_token, embed_tokens(self.table, inputs))
        found = class_token_output(self.blocks, tokens)
        return self.readout(self.norm(found)).astype(float), state
