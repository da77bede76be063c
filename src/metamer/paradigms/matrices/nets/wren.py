"""The Wild Relation Network, in which all pairs of panels are compared."""

from itertools import pairwise
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, dropout, uniform_layers
from metamer.paradigms.matrices.nets.panels import (
    CANDIDATES,
    CONTEXT,
    DROPOUT,
    META,
    PanelEncoder,
    as_images,
    tagged_dense,
)

TAGS = CONTEXT + 1
"""One for each place of the context, and one for all candidates.

Source: barrett2018, App. B.
"""


class WrenNetwork(eqx.Module):
    """Relation network: the sum over all pairs of the nine panels scores a candidate.

    Four convolutions see each panel; its features and tag become one row. `relate` sees
    each of the 81 ordered pairs of the context and one candidate, `judge` the sum over
    pairs: a score, and 12 logits which are summed over the candidates.

    Pairs within the context are the same for all candidates: 64 + 8 x 17 pairs are
    seen instead of 8 x 81. And the first layer of `relate` sees both panels of a pair
    apart, so that pairs are never joined. Neither changes what comes out.

    Source: barrett2018, Fig. 3 and App. B: 32 kernels, rows of 256, `relate`
    (g) of four layers with 512, `judge` (f) of 256, 256 and 13.
    Unclear: where in f the dropout of 0.5 is. It is on its penultimate layer.
    Unstated: the initial weights. They are uniform within 1 / sqrt(inputs of the layer).
    """

    encoder: PanelEncoder
    embed: Dense
    relate: tuple[Dense, ...]
    judge: tuple[Dense, ...]

    def __init__(
        self,
        pixels: int = 80,
        kernels: int = 32,
        embedding: int = 256,
        relate: tuple[int, ...] = (512, 512, 512, 512),
        judge: tuple[int, ...] = (256, 256),
        *,
        key: PRNGKeyArray,
    ):
        seeing, reading = jax.random.split(key)
        self.encoder = PanelEncoder(1, kernels, key=seeing)
        pairs = list(pairwise((2 * embedding, *relate)))
        sums = list(pairwise((relate[-1], *judge, 1 + META)))
        rows = (PanelEncoder.features(pixels, kernels) + TAGS, embedding)
        self.embed, *layers = uniform_layers([rows, *pairs, *sums], reading)
        self.relate = tuple(layers[: len(pairs)])
        self.judge = tuple(layers[len(pairs) :])

    def start(self) -> Any:
        """The running statistics of each convolution."""
        return self.encoder.start()

    def reason(
        self,
        pixels: Float[Array, "item panel row col"],
        state: Any,
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], Float[Array, "item bit"], Any]:
        """A logit for each candidate and each bit, and the state after."""
        features, state = self.encoder(as_images(pixels), state, training)
        panels = features.reshape(*pixels.shape[:2], -1)
        rows = tagged_dense(self.embed, panels, _tags())
        scores = self.score(self.sum_over_pairs(rows), key).astype(float)
        return scores[..., 0], scores[..., 1:].sum(axis=1), state

    def sum_over_pairs(
        self, rows: Float[Array, "item panel width"]
    ) -> Float[Array, "item candidate relation"]:
        """The sum over all pairs of panels, for each candidate."""
        first, second = jnp.split(self.relate[0].weight, 2)
        ahead, behind = rows @ first, rows @ second + self.relate[0].bias
        pairs = jax.nn.relu(_pairs(ahead, behind))
        for layer in self.relate[1:]:
            pairs = jax.nn.relu(layer(pairs))
        shared, own = jnp.split(pairs, [CONTEXT**2], axis=1)
        own = own.reshape(len(rows), CANDIDATES, 2 * CONTEXT + 1, -1)
        return own.sum(axis=2) + shared.sum(axis=1, keepdims=True)

    def score(
        self,
        sums: Float[Array, "item candidate relation"],
        key: PRNGKeyArray | None,
    ) -> Float[Array, "item candidate output"]:
        """A score and 12 logits of each candidate."""
        for layer in self.judge[:-1]:
            sums = jax.nn.relu(layer(sums))
        return self.judge[-1](dropout(sums, DROPOUT, key))


def _pairs(
    ahead: Float[Array, "item panel width"], behind: Float[Array, "item panel width"]
) -> Float[Array, "item pair width"]:
    """The sums for pairs within the context, then for those with each candidate.

    A candidate stands behind each panel of the context, before each, and with itself.
    """
    (before, first), (after, last) = (
        jnp.split(rows, [CONTEXT], axis=1) for rows in (ahead, behind)
    )
    items, _, width = before.shape
    within = before[:, :, None] + after[:, None]
    own = jnp.concatenate(
        [
            before[:, None] + last[:, :, None],
            first[:, :, None] + after[:, None],
            (first + last)[:, :, None],
        ],
        axis=2,
    )
    flat = [pairs.reshape(items, -1, width) for pairs in (within, own)]
    return jnp.concatenate(flat, axis=1)


def _tags() -> Float[Array, "panel tag"]:
    """Which tag each panel has."""
    panels = jnp.arange(CONTEXT + CANDIDATES)
    return jax.nn.one_hot(jnp.minimum(panels, CONTEXT), TAGS)
