"""What networks for matrices share: convolutions, residual blocks, tags of panels."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple, Protocol, runtime_checkable

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, normals, slices
from metamer.nets.resnet import BatchStats, batch_norm

CONTEXT, CANDIDATES, META = 8, 8, 12
"""Panels that are given, panels to choose from, and bits of a meta-target.

Source: barrett2018, Fig. 1 and 3.
"""

DROPOUT = 0.5
"""Dropout of the units before the readout. Source: barrett2018, App. B."""

LAYERS = 4
"""Convolutions that see a panel. Source: barrett2018, App. B."""

NARROW = 8
"""Channels up to which a GPU convolves by slices too. Source: ours,
see `slide_window`."""

Shape = tuple[int, int, int]
"""Of a convolution: cells of its window, channels, and channels that come out."""


@runtime_checkable
class Reasoner(Protocol):
    """A network that sees all 16 panels, scores the candidates and may explain them.

    What comes out of `reason`: a logit for each candidate, one for each bit of the
    meta-target or None, and the state after. There is dropout only with a key.
    """

    def start(self) -> Any:
        """The state before any training."""
        ...

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Array, Array | None, Any]: ...


def convolve(
    images: Float[Array, "item row col channel"],
    weight: Float[Array, "cell channel out"],
    stride: int,
    edge: int,
) -> Float[Array, "item up across out"]:
    """A convolution with `edge` zeros around the image, in the weights' precision.

    On a CPU it is slices and one product (`layers.slide_window` says how much faster
    that is), on a GPU the library's own, which does not hold nine copies of the images.
    """
    images, size = images.astype(weight.dtype), isqrt(len(weight))
    channels, out = weight.shape[1:]
    if size > 1 and channels > NARROW and jax.default_backend() != "cpu":
        # The cells of a window go down the rows first within each column.
        kernel = weight.reshape(size, size, channels, out).swapaxes(0, 1)
        return jax.lax.conv_general_dilated(
            images,
            kernel,
            (stride, stride),
            [(edge, edge)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )
    images = jnp.pad(images, [(0, 0), (edge, edge), (edge, edge), (0, 0)])
    for axis in (1, 2):
        images = jnp.concatenate(slices(images, axis, size, stride), axis=-1)
    return images @ weight.reshape(-1, out)


class PanelConv(eqx.Module):
    """A convolution, then batch normalisation, whose statistics have 32 bits.

    Source: barrett2018, App. B, for batch normalisation after each convolution.
    Unstated: the initial weights. They are normal with variance 2 / (outputs a pixel
    reaches), as torchvision's.
    """

    weight: Float[Array, "cell channel out"]
    bias: Float[Array, " out"] | None
    scale: Float[Array, " out"]
    shift: Float[Array, " out"]
    stride: int = eqx.field(static=True)
    edge: int = eqx.field(static=True)
    """Zeros around the image."""

    def __init__(
        self,
        noise: Float[Array, "cell channel out"],
        stride: int = 1,
        padded: bool = True,
        biased: bool = False,
    ):
        """`padded` keeps the image's side where the stride is 1."""
        cells, _, out = noise.shape
        self.weight = noise * (2 / (cells * out)) ** 0.5
        self.bias = jnp.zeros(out) if biased else None
        self.scale = jnp.ones(out)
        self.shift = jnp.zeros(out)
        self.stride = stride
        self.edge = isqrt(cells) // 2 if padded else 0

    def start(self) -> BatchStats:
        """Mean 0 and variance 1, in 32 bits."""
        return BatchStats(jnp.zeros(self.scale.shape), jnp.ones(self.scale.shape))

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        running: BatchStats,
        training: bool,
    ) -> tuple[Float[Array, "item up across out"], BatchStats]:
        values = convolve(images, self.weight, self.stride, self.edge)
        if self.bias is not None:
            values = values + self.bias
        normal, running = batch_norm(values.astype(float), running, training)
        return normal.astype(values.dtype) * self.scale + self.shift, running


class Residual(eqx.Module):
    """Convolutions whose result is added to what came in.

    Where size or channels change, what came in goes through a 1x1 convolution.

    Source: he2016, Sec. 3.3, option B, and Fig. 5; torchvision for the stride, which
    the first window of several cells has.
    """

    path: tuple[PanelConv, ...]
    shortcut: PanelConv | None

    def __init__(
        self,
        path: Sequence[Float[Array, "..."]],
        shortcut: Sequence[Float[Array, "..."]],
        stride: int,
    ):
        wide = [len(noise) > 1 for noise in path].index(True)
        self.path = tuple(
            PanelConv(noise, stride if place == wide else 1)
            for place, noise in enumerate(path)
        )
        self.shortcut = PanelConv(shortcut[0], stride) if shortcut else None

    def start(self) -> tuple[tuple[BatchStats, ...], BatchStats | None]:
        """The running statistics of all convolutions."""
        shortcut = None if self.shortcut is None else self.shortcut.start()
        return tuple(conv.start() for conv in self.path), shortcut

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        state: tuple[tuple[BatchStats, ...], BatchStats | None],
        training: bool,
    ) -> tuple[Float[Array, "item up across out"], Any]:
        path, shortcut = state
        hidden, first = apply_blocks(
            self.path[:-1], images, path[:-1], training, jax.nn.relu
        )
        hidden, last = self.path[-1](hidden, path[-1], training)
        if self.shortcut is not None and shortcut is not None:
            images, shortcut = self.shortcut(images, shortcut, training)
        total = hidden + images.astype(hidden.dtype)
        return jax.nn.relu(total), ((*first, last), shortcut)


class ResidualShapes(NamedTuple):
    """The shapes of a residual block, and its stride."""

    path: tuple[Shape, ...]
    stride: int

    @property
    def shortcut(self) -> tuple[Shape, ...]:
        """The 1x1 convolution, where there is one."""
        channels, out = self.path[0][1], self.path[-1][2]
        needed = self.stride > 1 or channels != out
        return ((1, channels, out),) if needed else ()


def residual_blocks(
    plans: Sequence[ResidualShapes], key: PRNGKeyArray
) -> tuple[Residual, ...]:
    """Blocks after these plans, all from one draw."""
    shapes = [shape for plan in plans for shape in (*plan.path, *plan.shortcut)]
    noise = iter(normals(shapes, key))
    return tuple(
        Residual(
            [next(noise) for _ in plan.path],
            [next(noise) for _ in plan.shortcut],
            plan.stride,
        )
        for plan in plans
    )


class PanelEncoder(eqx.Module):
    """Four 3x3 convolutions with stride 2, batch normalisation and relu, unpadded.

    Panels of 80 pixels become 39, 19, 9 and 4.

    Source: barrett2018, App. B.
    Unstated: padding, and whether there are biases. There is no padding, and there are.
    """

    convs: tuple[PanelConv, ...]

    def __init__(self, channels: int, kernels: int, *, key: PRNGKeyArray):
        sizes = (channels, *(kernels for _ in range(LAYERS)))
        noise = normals([(9, *pair) for pair in pairwise(sizes)], key)
        self.convs = tuple(
            PanelConv(weights, 2, padded=False, biased=True) for weights in noise
        )

    def start(self) -> tuple[BatchStats, ...]:
        """The running statistics of each convolution."""
        return tuple(conv.start() for conv in self.convs)

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        state: tuple[BatchStats, ...],
        training: bool,
    ) -> tuple[Float[Array, "item feature"], tuple[BatchStats, ...]]:
        images, state = apply_blocks(self.convs, images, state, training, jax.nn.relu)
        return images.reshape(len(images), -1), state

    @staticmethod
    def features(pixels: int, kernels: int) -> int:
        """How many numbers it makes of a panel with this many pixels a side."""
        for _ in range(LAYERS):
            pixels = (pixels - 3) // 2 + 1
        return kernels * pixels**2


def apply_blocks(
    blocks: Sequence[Any],
    images: Float[Array, "item row col channel"],
    state: Sequence[Any],
    training: bool,
    after: Callable[[Array], Array] = lambda images: images,
) -> tuple[Float[Array, "item up across out"], tuple]:
    """What several blocks make of images one after the other, and their states."""
    states = []
    for block, running in zip(blocks, state, strict=True):
        images, running = block(images, running, training)
        images = after(images)
        states.append(running)
    return images, tuple(states)


def tagged_dense(
    layer: Dense,
    features: Float[Array, "item panel feature"],
    tags: Float[Array, "panel tag"],
) -> Float[Array, "item panel out"]:
    """A linear layer on the features of each panel with its tag behind them."""
    own, tag = jnp.split(layer.weight, [features.shape[-1]])
    return features @ own + (tags.astype(tag.dtype) @ tag + layer.bias)


def as_images(
    pixels: Float[Array, "item panel row col"],
) -> Float[Array, "all row col one"]:
    """All panels of all items in a row, as grey images."""
    return pixels.reshape(-1, *pixels.shape[2:], 1)


def as_channels(
    pixels: Float[Array, "item panel row col"],
) -> Float[Array, "item row col panel"]:
    """The panels of an item as the channels of one image."""
    return jnp.moveaxis(pixels, 1, -1)
