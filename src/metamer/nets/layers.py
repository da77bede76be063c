"""What networks here are made of, and what every one of them can do."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Integer, Num, PRNGKeyArray, PyTree

from metamer.core.errors import Refusal

TINY = 1e-5
"""The least variance of a layer norm. Source: ours; PyTorch's, too."""

SPREAD = 0.02
"""Standard deviation with which tables of symbols and positions begin.

Source: dosovitskiy2021, code, for positions; ours for symbols. Standard normal symbols
hide such positions: a small Transformer (width 64, depth 2) hardly followed a pointer
after 600 steps, and with these always after 300.
"""


@runtime_checkable
class Net(Protocol):
    """A network: a batch of inputs and its state go in, logits and the state come out.

    The state is what changes in training beside the weights (running statistics); a
    network without any has the empty tuple. `training` says which statistics count:
    those of this batch, or the running ones.
    """

    def start(self) -> Any:
        """The state before any training."""
        ...

    def __call__(
        self, inputs: Array, state: Any, training: bool = False
    ) -> tuple[Array, Any]: ...


@runtime_checkable
class HasObjective(Protocol):
    """A network that learns more than labels, or drops units at random in training."""

    def objective(
        self, items: Any, state: Any, key: PRNGKeyArray
    ) -> tuple[Array, tuple[Array, Any]]:
        """The loss of a batch of `Items`; with it the logits and the state after it."""
        ...


@runtime_checkable
class GivesReasons(Protocol):
    """A network that can say why, if it was taught to."""

    @property
    def has_reasons(self) -> bool:
        """Whether it was taught reasons."""
        ...

    def reasons(self, inputs: Array, state: Any) -> Array:
        """The probability of each reason for each item."""
        ...


def parameters(net: PyTree) -> int:
    """How many numbers training may change; also of a net that is shapes only."""
    learned = (jax.Array, jax.ShapeDtypeStruct)
    return sum(leaf.size for leaf in jax.tree.leaves(net) if isinstance(leaf, learned))


def dense_layers(
    sizes: tuple[int, ...], key: PRNGKeyArray
) -> tuple[eqx.nn.Linear, ...]:
    """Linear layers that lead from each size to the next."""
    keys = jax.random.split(key, len(sizes) - 1)
    return tuple(
        eqx.nn.Linear(fan_in, fan_out, key=key)
        for fan_in, fan_out, key in zip(sizes[:-1], sizes[1:], keys, strict=True)
    )


def normals(
    shapes: Sequence[tuple[int, ...]], key: PRNGKeyArray
) -> list[Float[Array, "..."]]:
    """Standard normal numbers in these shapes, all from one draw.

    Every draw is compiled anew: one for each layer of a ResNet-10, mapped over seeds,
    took 6.8 s to compile, and one for all 1.2 s.
    """
    ends = np.cumsum([np.prod(shape) for shape in shapes])
    pieces = jnp.split(jax.random.normal(key, (int(ends[-1]),)), ends[:-1])
    return [piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True)]


def dense(
    layer: eqx.nn.Linear, inputs: Float[Array, "item fan_in"]
) -> Float[Array, "item fan_out"]:
    """A linear layer on a whole batch: one product, where `vmap` would make many."""
    assert layer.bias is not None
    return inputs @ layer.weight.T + layer.bias


class Dense(eqx.Module):
    """A linear layer on everything before the last axis, as one product."""

    weight: Float[Array, "fan_in fan_out"]
    bias: Float[Array, " fan_out"]

    def __call__(
        self, inputs: Float[Array, "*axes fan_in"]
    ) -> Float[Array, "*axes fan_out"]:
        return inputs @ self.weight + self.bias


def uniform_layers(shapes: Sequence[tuple[int, int]], key: PRNGKeyArray) -> list[Dense]:
    """Linear layers of these input and output sizes, all from one draw.

    Weights and biases are uniform within 1 / sqrt(inputs of the layer).

    Source: ours; PyTorch's linear layers begin so.
    """
    ends = np.cumsum([(fan_in + 1) * fan_out for fan_in, fan_out in shapes])
    noise = jax.random.uniform(key, (int(ends[-1]),), minval=-1.0)
    layers = []
    for piece, (fan_in, fan_out) in zip(
        jnp.split(noise, ends[:-1]), shapes, strict=True
    ):
        rows = piece.reshape(fan_in + 1, fan_out) * fan_in**-0.5
        layers.append(Dense(rows[:-1], rows[-1]))
    return layers


class Norm(eqx.Module):
    """The numbers of the last axis less their mean, over their deviation.

    Mean and deviation are those of 32 bits, also where the numbers have 16.

    Source: ba2016.
    """

    scale: Float[Array, " width"]
    shift: Float[Array, " width"]

    def __init__(self, width: int):
        self.scale = jnp.ones(width)
        self.shift = jnp.zeros(width)

    def __call__(
        self, values: Float[Array, "*axes width"]
    ) -> Float[Array, "*axes width"]:
        exact = values.astype(float)
        centred = exact - exact.mean(-1, keepdims=True)
        variance = (centred**2).mean(-1, keepdims=True)
        normal = centred * jax.lax.rsqrt(variance + TINY)
        return normal.astype(values.dtype) * self.scale + self.shift


def embed_tokens(
    table: Float[Array, "symbol width"], tokens: Integer[Array, "item token"]
) -> Float[Array, "item token width"]:
    """The row of the table that belongs to each token.

    A product with rows of zeros and a one, because the gradient of a look-up adds up
    scattered numbers: in 16 bits training took 19 times as long with it.
    """
    return jax.nn.one_hot(tokens, len(table), dtype=table.dtype) @ table


def prepend_class_token(
    class_token: Float[Array, " width"], symbols: Float[Array, "item token width"]
) -> Float[Array, "item place width"]:
    """The tokens with the class token before them; in the end it alone is read out."""
    first = jnp.broadcast_to(class_token, (len(symbols), 1, len(class_token)))
    return jnp.concatenate([first, symbols], axis=1)


def class_token_output(
    blocks: Sequence[Callable[..., Array]], tokens: Float[Array, "item place width"]
) -> Float[Array, "item width"]:
    """The class token after all blocks; the last one computes no other token."""
    for block in blocks[:-1]:
        tokens = block(tokens, outputs=tokens.shape[1])
    return blocks[-1](tokens, outputs=1)[:, 0]


def scale_pixels(inputs: Num[Array, "item *axes"]) -> Float[Array, "item *axes"]:
    """Bytes from 0 to 255 as numbers from -1 to 1; floats stay as they are.

    Bytes become floats batch by batch, so a set of images takes a quarter of the
    memory.

    Source: ours.
    """
    if jnp.issubdtype(inputs.dtype, jnp.floating):
        return inputs.astype(float)
    return inputs.astype(float) / 127.5 - 1


def slide_window(
    images: Float[Array, "item row col channel"], axis: int, size: int, stride: int
) -> list[Float[Array, "item up across channel"]]:
    """What each place of a window that slides along one axis sees, zeros at the edges.

    Joined for both axes these make a convolution one matrix product. In a training loop
    on two shared CPU cores that was 7 times as fast as XLA's own convolution (28
    against 198 ms a step for a ResNet-10 of width 4), and 17 times with four seeds side
    by side. On an H200 it was about 3 times as fast at widths 4 and 8; at width 64, 0.8
    times for one seed and 2 times for eight.
    """
    edges = [(0, 0)] * images.ndim
    edges[axis] = ((size - 1) // 2,) * 2
    return slices(jnp.pad(images, edges), axis, size, stride)


def slices(
    images: Float[Array, "item row col channel"], axis: int, size: int, stride: int
) -> list[Float[Array, "item up across channel"]]:
    """What each place of a window that slides along one axis sees, within the image."""
    reach = stride * ((images.shape[axis] - size) // stride) + 1
    return [
        jax.lax.slice_in_dim(images, place, place + reach, stride, axis)
        for place in range(size)
    ]


def dropout(
    values: Float[Array, "*axes"], rate: float, key: PRNGKeyArray | None
) -> Float[Array, "*axes"]:
    """Some values set to 0 at random and the others scaled up; without a key, all of them.

    Source: srivastava2014.
    """
    if key is None or rate == 0:
        return values
    stays = jax.random.bernoulli(key, 1 - rate, values.shape)
    return jnp.where(stays, values / (1 - rate), 0)


def head_size(width: int, heads: int) -> int:
    """How many numbers each attention head works on."""
    if width % heads:
        raise Refusal(
            f"{heads} attention heads cannot share {width} numbers evenly; "
            "choose a number of heads that divides the width"
        )
    return width // heads
