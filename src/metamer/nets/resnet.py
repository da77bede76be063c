"""Residual networks for images, from very narrow ones to the usual width."""

from functools import reduce
from math import isqrt
from typing import Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Num, PRNGKeyArray

from metamer.nets.layers import dense, normals, scale_pixels, slide_window

Depth = Literal[10, 18, 34]

BLOCKS: dict[int, tuple[int, ...]] = {
    10: (1, 1, 1, 1),
    18: (2, 2, 2, 2),
    34: (3, 4, 6, 3),
}
"""How many blocks each of the four stages has.

Source: he2016, Table 1; the authors' code of dasgupta2022 for depth 10.
"""

SMALL = 40
"""Images with sides up to this many pixels keep their size at the stem.

Source: ours; he2016, Sec. 4.2 enters 32-pixel images by one 3x3 convolution.
"""

MOMENTUM, TINY = 0.9, 1e-5
"""How much each batch leaves of the running statistics, and the least variance.

Source: ours; the usual values, which are also torchvision's.
"""


class BatchStats(NamedTuple):
    """Mean and variance of each channel, over the batches so far."""

    mean: Float[Array, " channel"]
    variance: Float[Array, " channel"]


def batch_norm(
    values: Float[Array, "item row col channel"], running: BatchStats, training: bool
) -> tuple[Float[Array, "item row col channel"], BatchStats]:
    """Each channel less its mean, over its deviation; and the running statistics after.

    In training those of this batch count and move the running ones, which then count
    when answering. The running variance is the unbiased one.

    Source: ioffe2015, Alg. 1 and 2.
    """
    if training:
        mean, variance = values.mean((0, 1, 2)), values.var((0, 1, 2))
        count = values.size // values.shape[-1]
        batch = BatchStats(mean, variance * count / (count - 1))
        running = jax.tree.map(
            lambda old, new: MOMENTUM * old + (1 - MOMENTUM) * new, running, batch
        )
    else:
        mean, variance = running
    return (values - mean) * jax.lax.rsqrt(variance + TINY), running


class Conv(eqx.Module):
    """A convolution without bias, then batch normalisation.

    Source: he2016, Sec. 3.4.
    Unstated: the initial weights. They are normal with variance 2 / (outputs a pixel
    reaches), as torchvision's.
    """

    weight: Float[Array, "cell channel out"]
    scale: Float[Array, " out"]
    shift: Float[Array, " out"]
    size: int = eqx.field(static=True)
    stride: int = eqx.field(static=True)

    def __init__(self, noise: Float[Array, "cell channel out"], stride: int):
        cells, _, out = noise.shape
        self.weight = noise * (2 / (cells * out)) ** 0.5
        self.scale = jnp.ones(out)
        self.shift = jnp.zeros(out)
        self.size = isqrt(cells)
        self.stride = stride

    def start(self) -> BatchStats:
        """Mean 0 and variance 1."""
        return BatchStats(jnp.zeros_like(self.shift), jnp.ones_like(self.shift))

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        running: BatchStats,
        training: bool,
    ) -> tuple[Float[Array, "item up across out"], BatchStats]:
        for axis in (1, 2):
            seen = slide_window(images, axis, self.size, self.stride)
            images = jnp.concatenate(seen, axis=-1)
        values = images @ self.weight.reshape(-1, self.weight.shape[-1])
        values, running = batch_norm(values, running, training)
        return values * self.scale + self.shift, running


class Block(eqx.Module):
    """Two convolutions whose result is added to what came in.

    Where the size changes, what came in goes through a 1x1 convolution.

    Source: he2016, Sec. 3.3, option B.
    """

    first: Conv
    second: Conv
    shortcut: Conv | None

    def __init__(self, noise: list[Float[Array, "cell channel out"]], stride: int):
        first, second, *shortcut = noise
        self.first = Conv(first, stride)
        self.second = Conv(second, 1)
        self.shortcut = Conv(shortcut[0], stride) if shortcut else None

    def start(self) -> tuple[BatchStats, BatchStats, BatchStats | None]:
        """The states of the three convolutions."""
        shortcut = None if self.shortcut is None else self.shortcut.start()
        return self.first.start(), self.second.start(), shortcut

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        state: tuple[BatchStats, BatchStats, BatchStats | None],
        training: bool,
    ) -> tuple[
        Float[Array, "item up across out"],
        tuple[BatchStats, BatchStats, BatchStats | None],
    ]:
        first, second, shortcut = state
        hidden, first = self.first(images, first, training)
        hidden, second = self.second(jax.nn.relu(hidden), second, training)
        if self.shortcut is not None and shortcut is not None:
            images, shortcut = self.shortcut(images, shortcut, training)
        return jax.nn.relu(hidden + images), (first, second, shortcut)


class ResidualNetwork(eqx.Module):
    """A residual network: a stem, four stages of blocks, the mean, a readout.

    Each stage has twice the channels and half the side of the one before. Images up to
    40 pixels enter by a 3x3 convolution, larger ones by 7x7 with stride 2 and a maximum
    over 3x3 with stride 2.

    Source: he2016, Table 1; the authors' code of dasgupta2022 for depths 10, 18, 34 and
    widths 2 to 64.
    Unstated: the stem in dasgupta2022.
    """

    stem: Conv
    blocks: tuple[Block, ...]
    readout: eqx.nn.Linear

    def __init__(
        self,
        shape: tuple[int, ...],
        depth: Depth = 10,
        width: int = 8,
        labels: int = 2,
        *,
        key: PRNGKeyArray,
    ):
        """`shape` is that of one image: rows, columns, and perhaps channels."""
        rows, cols, channels = (*shape, 1)[:3]
        size, stride = (3, 1) if max(rows, cols) <= SMALL else (7, 2)
        convs, strides = _block_shapes(BLOCKS[depth], width)
        shapes = [
            (size**2, channels, width),
            *(shape for block in convs for shape in block),
        ]
        enter, leave = jax.random.split(key)
        first, *noise = normals(shapes, enter)
        rest = iter(noise)
        self.stem = Conv(first, stride)
        self.blocks = tuple(
            Block([next(rest) for _ in block], stride)
            for block, stride in zip(convs, strides, strict=True)
        )
        self.readout = eqx.nn.Linear(8 * width, labels, key=leave)

    def start(self) -> tuple:
        """The running statistics of the stem and of each block."""
        return self.stem.start(), tuple(block.start() for block in self.blocks)

    def __call__(
        self,
        inputs: Num[Array, "item row col *channel"],
        state: tuple,
        training: bool = False,
    ) -> tuple[Float[Array, "item label"], tuple]:
        """One logit for each label, and the running statistics after."""
        entered, passed = state
        images = scale_pixels(inputs).reshape(*inputs.shape[:3], -1)
        hidden, entered = self.apply_stem(images, entered, training)
        after = []
        for block, running in zip(self.blocks, passed, strict=True):
            hidden, running = block(hidden, running, training)
            after.append(running)
        return dense(self.readout, hidden.mean((1, 2))), (entered, tuple(after))

    def apply_stem(
        self,
        images: Float[Array, "item row col channel"],
        running: BatchStats,
        training: bool,
    ) -> tuple[Float[Array, "item up across out"], BatchStats]:
        """What the first stage sees: the image's side, or a quarter of it."""
        hidden, running = self.stem(images, running, training)
        hidden = jax.nn.relu(hidden)
        if self.stem.stride > 1:
            # What the relu leaves is not below the zeros around the edge.
            for axis in (1, 2):
                hidden = reduce(jnp.maximum, slide_window(hidden, axis, 3, 2))
        return hidden, running


def _block_shapes(
    blocks: tuple[int, ...], width: int
) -> tuple[list[list[tuple[int, int, int]]], list[int]]:
    """Of each block: its convolutions' (cells, channels, out), and its stride."""
    convs, strides = [], []
    channels = width
    for stage, count in enumerate(blocks):
        out = width * 2**stage
        for place in range(count):
            halves = stage > 0 and place == 0
            shortcut = [(1, channels, out)] if halves else []
            convs.append([(9, channels, out), (9, out, out), *shortcut])
            strides.append(2 if halves else 1)
            channels = out
    return convs, strides
