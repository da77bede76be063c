"""A Transformer that reads a sequence of tokens and gives it one label."""

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
    head_size,
    normals,
    prepend_class_token,
    uniform_layers,
)


def attend(
    qkv: Float[Array, "item token three"], heads: int
) -> Float[Array, "item token width"]:
    """What each token receives from all tokens, in `heads` heads.

    `qkv` holds queries, keys and values side by side. Shares are computed in 32 bits;
    all products, those of the gradients included, have the precision of `qkv`.

    Source: vaswani2017, Sec. 3.2.
    """
    items, tokens, three = qkv.shape
    parts = qkv.reshape(items, tokens, 3, heads, three // 3 // heads)
    query, key, value = jnp.moveaxis(parts, 2, 0)
    scores = jnp.einsum("iqhn,ikhn->ihqk", query, key).astype(float)
    weights = jax.nn.softmax(scores * query.shape[-1] ** -0.5).astype(qkv.dtype)
    attended = jnp.einsum("ihqk,ikhn->iqhn", weights, value)
    return attended.reshape(items, tokens, -1)


class EncoderBlock(eqx.Module):
    """Attention among the tokens, then two layers on each; both are added to it.

    Source: zhang2021, Table 1: biases everywhere, by the count of parameters.
    Unstated: where the norms stand, and the activation. Norms come first and it is
    GELU, as in dosovitskiy2021, which the paper cites.
    """

    norms: tuple[Norm, Norm]
    qkv: Dense
    project: Dense
    widen: Dense
    narrow: Dense
    heads: int = eqx.field(static=True)

    def __init__(self, layers: list[Dense], heads: int):
        self.qkv, self.project, self.widen, self.narrow = layers
        width = self.project.bias.size
        self.norms = Norm(width), Norm(width)
        self.heads = heads

    def __call__(
        self, tokens: Float[Array, "item token width"], outputs: int
    ) -> Float[Array, "item outputs width"]:
        """The first `outputs` tokens after attending to all of them."""
        attended = attend(self.qkv(self.norms[0](tokens)), self.heads)
        tokens = tokens[:, :outputs] + self.project(attended[:, :outputs])
        inner = jax.nn.gelu(self.widen(self.norms[1](tokens)), approximate=False)
        return tokens + self.narrow(inner)


class EncoderNetwork(eqx.Module):
    """A class token and one for each symbol, through blocks of attention to a readout.

    Numbers are those of the weights, in 32 or 16 bits; logits have 32.

    Source: zhang2021, App. A, "Transformer", for the class token; a learned table of
    positions and a last norm are there, by the count of parameters (Table 1).
    Unstated: the initial weights. Layers begin as PyTorch's, uniform within
    1 / sqrt(inputs); symbols, positions and the class token are normal with deviation
    0.02, as dosovitskiy2021's positions.
    """

    table: Float[Array, "symbol width"]
    class_token: Float[Array, " width"]
    positions: Float[Array, "place width"]
    blocks: tuple[EncoderBlock, ...]
    norm: Norm
    readout: Dense

    def __init__(
        self,
        tokens: int,
        alphabet: int,
        labels: int,
        width: int = 512,
        depth: int = 4,
        heads: int = 4,
        hidden: int = 1024,
        *,
        key: PRNGKeyArray,
    ):
        head_size(width, heads)
        symbols, inner = jax.random.split(key)
        shapes = [(alphabet, width), (width,), (tokens + 1, width)]
        self.table, self.class_token, self.positions = (
            SPREAD * noise for noise in normals(shapes, symbols)
        )
        block = [(width, 3 * width), (width, width), (width, hidden), (hidden, width)]
        *layers, self.readout = uniform_layers([*block * depth, (width, labels)], inner)
        self.blocks = tuple(
            EncoderBlock(layers[start : start + 4], heads)
            for start in range(0, 4 * depth, 4)
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
        found = class_token_output(self.blocks, tokens + self.positions)
        return self.readout(self.norm(found)).astype(float), state
