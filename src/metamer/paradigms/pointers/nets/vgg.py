"""VGG-11 for images: plain convolutions, then three wide layers."""

from itertools import pairwise
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Num, PRNGKeyArray, UInt32

from metamer.core.errors import Refusal
from metamer.nets.layers import Dense, dropout, normals, scale_pixels, slide_window
from metamer.nets.resnet import BatchStats, batch_norm

STAGES = ((64,), (128,), (256, 256), (512, 512), (512, 512))
"""Channels of each convolution; after each stage the image has half its side.

Source: simonyan2015, Table 1, A.
"""

GRID = 7
"""Side of what the wide layers see. Source: simonyan2015, Sec. 2.1; torchvision."""

DROPOUT = 0.5
"""Of the wide layers. Source: simonyan2015, Sec. 3.1."""

DEVIATION = 0.01
"""Of the wide layers' initial weights. Source: simonyan2015, Sec. 3.1; torchvision."""


class VggState(NamedTuple):
    """What changes in training beside the weights."""

    running: tuple[BatchStats, ...]
    """Of each convolution."""
    key: UInt32[Array, " two"]
    """The numbers of a key: what will be dropped next."""


class VggConv(eqx.Module):
    """A 3x3 convolution with bias, batch normalisation, and relu.

    Source: simonyan2015, Sec. 2.1; torchvision's VGG with batch normalisation.
    """

    weight: Float[Array, "cell channel out"]
    bias: Float[Array, " out"]
    scale: Float[Array, " out"]
    shift: Float[Array, " out"]

    def __init__(self, noise: Float[Array, "cell channel out"]):
        cells, _, out = noise.shape
        self.weight = noise * (2 / (cells * out)) ** 0.5
        self.bias = jnp.zeros(out)
        self.scale = jnp.ones(out)
        self.shift = jnp.zeros(out)

    def start(self) -> BatchStats:
        """Mean 0 and variance 1, in 32 bits."""
        return BatchStats(jnp.zeros(self.bias.shape), jnp.ones(self.bias.shape))

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        running: BatchStats,
        training: bool,
    ) -> tuple[Float[Array, "item row col out"], BatchStats]:
        for axis in (1, 2):
            images = jnp.concatenate(slide_window(images, axis, 3, 1), axis=-1)
        values = images @ self.weight.reshape(-1, self.bias.size) + self.bias
        normal, running = batch_norm(values.astype(float), running, training)
        normal = normal.astype(values.dtype)
        return jax.nn.relu(normal * self.scale + self.shift), running


class Vgg(eqx.Module):
    """VGG-11 with batch normalisation.

    Stages of convolutions, a grid of 7x7 means, two wide layers with dropout, a readout.
    Numbers are those of the weights, in 32 or 16 bits; statistics and logits have 32.

    Source: zhang2021, App. A (torchvision's VGG11bn); simonyan2015, Table 1, A.
    Unstated: the initial weights. They are torchvision's: normal, with variance
    2 / (outputs a pixel reaches) in convolutions and deviation 0.01 in wide layers.
    """

    stages: tuple[tuple[VggConv, ...], ...]
    layers: tuple[Dense, Dense, Dense]

    def __init__(
        self,
        shape: tuple[int, ...],
        labels: int,
        widths: tuple[tuple[int, ...], ...] = STAGES,
        hidden: int = 4096,
        *,
        key: PRNGKeyArray,
    ):
        """`shape` is that of one image: rows, columns, and perhaps channels."""
        rows, cols, channels = (*shape, 1)[:3]
        least = 2 ** len(widths)
        if min(rows, cols) < least:
            raise Refusal(
                f"images of {rows} x {cols} pixels are too small to be max_pool "
                f"{len(widths)} times; their sides must have at least {least} pixels"
            )
        sizes = (channels, *(width for stage in widths for width in stage))
        convs = [(9, *pair) for pair in pairwise(sizes)]
        wide = pairwise((GRID**2 * sizes[-1], hidden, hidden, labels))
        noise = iter(normals([*convs, *wide], key))
        self.stages = tuple(
            tuple(VggConv(next(noise)) for _ in stage) for stage in widths
        )
        first, second, last = (
            Dense(DEVIATION * weight, jnp.zeros(weight.shape[1])) for weight in noise
        )
        self.layers = first, second, last

    def start(self) -> VggState:
        """Fresh statistics, and a key made of the weights: each unit has its own."""
        bits = jax.lax.bitcast_convert_type(
            self.layers[-1].weight.astype(jnp.float32), jnp.uint32
        )
        running = tuple(conv.start() for stage in self.stages for conv in stage)
        return VggState(running, bits.sum(axis=0, dtype=jnp.uint32)[:2])

    def __call__(
        self,
        inputs: Num[Array, "item row col *channel"],
        state: VggState,
        training: bool = False,
    ) -> tuple[Float[Array, "item label"], VggState]:
        """One logit for each label, and the state after."""
        images = scale_pixels(inputs).reshape(*inputs.shape[:3], -1)
        images = images.astype(self.layers[0].weight.dtype)
        running, after = iter(state.running), []
        for stage in self.stages:
            for conv in stage:
                images, now = conv(images, next(running), training)
                after.append(now)
            images = max_pool(images)
        logits, key = self._read(average_pool(images), state.key, training)
        return logits.astype(float), VggState(tuple(after), key)

    def _read(
        self,
        grid: Float[Array, "item row col channel"],
        bits: UInt32[Array, " two"],
        training: bool,
    ) -> tuple[Float[Array, "item label"], UInt32[Array, " two"]]:
        """What the wide layers make of the grid, and the key for the next time."""
        keys: list[PRNGKeyArray | None] = [None, None]
        if training:
            key = jax.random.wrap_key_data(bits, impl="threefry2x32")
            following, *keys = jax.random.split(key, 3)
            bits = jax.random.key_data(following)
        hidden = grid.reshape(len(grid), -1)
        for layer, key in zip(self.layers[:-1], keys, strict=True):
            hidden = dropout(jax.nn.relu(layer(hidden)), DROPOUT, key)
        return self.layers[-1](hidden), bits


def max_pool(
    images: Float[Array, "item row col channel"],
) -> Float[Array, "item half across channel"]:
    """The largest of each 2x2 pixels; an odd last row or column is left out."""
    items, rows, cols, channels = images.shape
    even = images[:, : rows // 2 * 2, : cols // 2 * 2]
    return even.reshape(items, rows // 2, 2, cols // 2, 2, channels).max((2, 4))


def average_pool(
    images: Float[Array, "item row col channel"],
) -> Float[Array, "item up across channel"]:
    """Means over a grid of 7x7 parts, which overlap where the image is smaller.

    Source: torchvision, by PyTorch's `AdaptiveAvgPool2d`.
    """
    up, across = (jnp.asarray(_means(side), images.dtype) for side in images.shape[1:3])
    return jnp.einsum("ur,irvc,av->iuac", up, images, across)


def _means(side: int) -> Float[np.ndarray, "part side"]:
    """How much each of `side` places counts in each part: all that it touches."""
    part, place = np.arange(GRID)[:, None], np.arange(side)
    touched = ((place + 1) * GRID > part * side) & (place * GRID < (part + 1) * side)
    return touched / touched.sum(axis=1, keepdims=True)
