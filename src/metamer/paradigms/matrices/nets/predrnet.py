"""A modern relational network, which predicts the missing panel and passes on its error."""

from itertools import pairwise
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, dropout, normals, uniform_layers
from metamer.paradigms.matrices.nets.panels import (
    CANDIDATES,
    CONTEXT,
    DROPOUT,
    META,
    PanelConv,
    Residual,
    ResidualShapes,
    apply_blocks,
    as_images,
    residual_blocks,
)
from metamer.paradigms.matrices.nets.wild_resnet import complete

STAGES = 4
"""Residual blocks that see a panel, each with half the side. Source: yang2023."""

EXPANSION = 2
"""How much wider a block of reasoning is inside.

Source: ours.
"""


class Reasoning(eqx.Module):
    """Predicts the last of nine panels from the others, and goes on with the error.

    At each place of the grid the context predicts what the last panel has there. The
    error takes its place, two convolutions over panels and places mix all nine, and
    what comes out is added to what came in.

    Source: yang2023, the predictive reasoning block.
    """

    predict: PanelConv
    widen: PanelConv
    narrow: PanelConv

    def __init__(self, channels: int, *, key: PRNGKeyArray):
        inside = EXPANSION * channels
        shapes = [(1, CONTEXT * channels, channels)]
        shapes += [(9, channels, inside), (9, inside, channels)]
        self.predict, self.widen, self.narrow = (
            PanelConv(noise) for noise in normals(shapes, key)
        )

    def start(self) -> Any:
        """The running statistics of the three convolutions."""
        return self.predict.start(), self.widen.start(), self.narrow.start()

    def __call__(
        self,
        seen: Float[Array, "question place nine channel"],
        state: Any,
        training: bool,
    ) -> tuple[Float[Array, "question place nine channel"], Any]:
        predict, widen, narrow = state
        context, last = jnp.split(seen, [CONTEXT], axis=2)
        joined = context.reshape(*seen.shape[:2], 1, -1)
        expected, predict = self.predict(joined, predict, training)
        error = jax.nn.relu(last) - jax.nn.relu(expected)
        hidden = jnp.concatenate([context, error], axis=2)
        hidden, widen = self.widen(hidden, widen, training)
        hidden, narrow = self.narrow(jax.nn.relu(hidden), narrow, training)
        return seen + hidden, (predict, widen, narrow)


class PredRNetNetwork(eqx.Module):
    """Sees each panel once, completes the matrix with each candidate, and reasons.

    Residual blocks with stride 2 see each panel. For each candidate, blocks of reasoning
    turn the features of the nine panels into errors of prediction; these, as means
    along the rows of each panel's grid, go through one hidden layer with dropout to a
    score and to 12 logits, which are summed over candidates as those of WReN.

    Source: yang2023 ("Neural prediction errors enable analogical visual reasoning"), by
    its description; our own code.
    Differs: all sizes are ours, so that a question costs 1.5 billion operations, as are
    the means along rows and the 12 logits.
    """

    stages: tuple[Residual, ...]
    reduce: PanelConv
    blocks: tuple[Reasoning, ...]
    hidden: PanelConv
    readout: Dense

    def __init__(
        self,
        pixels: int = 80,
        width: int = 24,
        channels: int = 32,
        blocks: int = 3,
        hidden: int = 512,
        *,
        key: PRNGKeyArray,
    ):
        seeing, judging, reading, *keys = jax.random.split(key, 3 + blocks)
        sizes = [1, *(width * (stage + 1) for stage in range(STAGES))]
        plans = [ResidualShapes(((9, a, b), (9, b, b)), 2) for a, b in pairwise(sizes)]
        self.stages = residual_blocks(plans, seeing)
        rows = -(-pixels // 2**STAGES)
        wide = (1, rows * (CONTEXT + 1) * channels, hidden)
        noise = normals([(1, sizes[-1], channels), wide], judging)
        self.reduce, self.hidden = (PanelConv(weights) for weights in noise)
        self.blocks = tuple(Reasoning(channels, key=key) for key in keys)
        (self.readout,) = uniform_layers([(hidden, 1 + META)], reading)

    def start(self) -> Any:
        """The running statistics of what sees, of what reasons, and of the end."""
        sight = (*(stage.start() for stage in self.stages), self.reduce.start())
        thought = tuple(block.start() for block in self.blocks)
        return sight, thought, self.hidden.start()

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], Float[Array, "item bit"], Any]:
        """A logit for each candidate and each bit, and the state after."""
        sight, thought, end = state
        seeing = (*self.stages, self.reduce)
        seen, sight = apply_blocks(seeing, as_images(pixels), sight, training)
        panels = seen.reshape(*pixels.shape[:2], -1, seen.shape[-1])
        nine = jnp.swapaxes(complete(panels), 1, 2)
        nine, thought = apply_blocks(self.blocks, nine, thought, training)
        rows = nine.reshape(len(nine), seen.shape[1], -1, *nine.shape[2:]).mean(axis=2)
        hidden, end = self.hidden(rows.reshape(len(nine), 1, 1, -1), end, training)
        scores = self.readout(dropout(jax.nn.relu(hidden), DROPOUT, key)).astype(float)
        scores = scores.reshape(-1, CANDIDATES, 1 + META)
        return scores[..., 0], scores[..., 1:].sum(axis=1), (sight, thought, end)
