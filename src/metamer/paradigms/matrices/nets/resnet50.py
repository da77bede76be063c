"""Residual networks that see all panels of a matrix as the channels of one image."""

from functools import reduce
from typing import Any, Literal

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, normals, slide_window, uniform_layers
from metamer.nets.resnet import BLOCKS
from metamer.paradigms.matrices.nets.panels import (
    CANDIDATES,
    CONTEXT,
    META,
    PanelConv,
    Residual,
    ResidualShapes,
    Shape,
    apply_blocks,
    as_channels,
    residual_blocks,
)

Depth = Literal[10, 18, 50, 101, 152]

STAGES = {
    10: BLOCKS[10],
    18: BLOCKS[18],
    50: (3, 4, 6, 3),
    101: (3, 4, 23, 3),
    152: (3, 8, 36, 3),
}
"""How many blocks each stage has. Source: he2016, Table 1; see `resnet.BLOCKS` for 10."""

BOTTLENECK = 4
"""How much wider what leaves a block of 50 layers or more is. Source: he2016, Table 1."""


class PanelResNet(eqx.Module):
    """A stem, four stages of blocks, the mean over the image, a readout.

    From 50 layers on, blocks have 1x1, 3x3 and 1x1 convolutions; below, two of 3x3.

    Source: he2016, Table 1 and Fig. 5.
    """

    stem: PanelConv
    blocks: tuple[Residual, ...]
    readout: Dense

    def __init__(
        self,
        channels: int,
        outputs: int,
        depth: Depth = 50,
        width: int = 64,
        *,
        key: PRNGKeyArray,
    ):
        enter, pass_on, leave = jax.random.split(key, 3)
        plans = residual_shapes(depth, width)
        self.stem = PanelConv(normals([(49, channels, width)], enter)[0], 2)
        self.blocks = residual_blocks(plans, pass_on)
        shape = (plans[-1].path[-1][2], outputs)
        (self.readout,) = uniform_layers([shape], leave)

    def start(self) -> Any:
        """The running statistics of the stem and of each block."""
        return self.stem.start(), tuple(block.start() for block in self.blocks)

    def __call__(
        self,
        images: Float[Array, "item row col channel"],
        state: Any,
        training: bool,
    ) -> tuple[Float[Array, "item output"], Any]:
        """The outputs for each image, in 32 bits, and the state after."""
        entered, passed = state
        hidden, entered = self.stem(images, entered, training)
        hidden = jax.nn.relu(hidden)
        # What the relu leaves is not below the zeros around the edge.
        for axis in (1, 2):
            hidden = reduce(jnp.maximum, slide_window(hidden, axis, 3, 2))
        hidden, passed = apply_blocks(self.blocks, hidden, passed, training)
        outputs = self.readout(hidden.mean((1, 2)))
        return outputs.astype(float), (entered, passed)


class MatrixResNetNetwork(eqx.Module):
    """A residual network with a channel for each panel; `blind`: for each candidate.

    A blind one does not see the context, so what it knows it has from the candidates.
    With `meta` it has 12 further outputs, for the bits of a meta-target.

    Source: barrett2018, App. B, "ResNet-50" and "context-blind ResNet".
    Unstated: how the blind network predicts a meta-target, which it does with beta 10.
    It has 12 further outputs.
    """

    trunk: PanelResNet
    blind: bool = eqx.field(static=True)

    def __init__(
        self,
        depth: Depth = 50,
        width: int = 64,
        blind: bool = False,
        meta: bool = False,
        *,
        key: PRNGKeyArray,
    ):
        channels = CANDIDATES + CONTEXT * (not blind)
        outputs = CANDIDATES + META * meta
        self.trunk = PanelResNet(channels, outputs, depth, width, key=key)
        self.blind = blind

    def start(self) -> Any:
        """The running statistics."""
        return self.trunk.start()

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], Float[Array, "item bit"] | None, Any]:
        """A logit for each candidate and each bit, and the state after."""
        seen = pixels[:, CONTEXT:] if self.blind else pixels
        outputs, state = self.trunk(as_channels(seen), state, training)
        logits, bits = jnp.split(outputs, [CANDIDATES], axis=1)
        return logits, bits if bits.size else None, state


def residual_shapes(depth: Depth, width: int) -> list[ResidualShapes]:
    """The blocks of a network: each stage has twice the channels and half the side."""
    plans, channels = [], width
    for stage, count in enumerate(STAGES[depth]):
        inner = width * 2**stage
        for place in range(count):
            path = _bottleneck if depth >= 50 else _basic
            stride = 2 if stage > 0 and place == 0 else 1
            plans.append(ResidualShapes(path(channels, inner), stride))
            channels = plans[-1].path[-1][2]
    return plans


def _basic(channels: int, inner: int) -> tuple[Shape, ...]:
    return (9, channels, inner), (9, inner, inner)


def _bottleneck(channels: int, inner: int) -> tuple[Shape, ...]:
    return (1, channels, inner), (9, inner, inner), (1, inner, BOTTLENECK * inner)
