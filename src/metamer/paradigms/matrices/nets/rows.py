"""A small network that compares whole rows and columns of a matrix of symbols."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.nets.layers import Dense, uniform_layers
from metamer.paradigms.matrices.nets.panels import CANDIDATES, CONTEXT

COMPLETE = np.array([[[0, 1, 2], [3, 4, 5]], [[0, 3, 6], [1, 4, 7]]])
"""The panels of both complete rows, and of both complete columns."""

BEGUN = np.array([[6, 7], [2, 5]])
"""The panels of the row and of the column that lack the last one."""


class RowRelationsNetwork(eqx.Module):
    """How far the completed row and column are from those that were complete.

    Each panel is embedded, each row and each column of three panels goes through two
    layers, and the squared difference of the completed one from the mean of the two
    complete ones, added up over rows and columns, through two more to a score.

    Source: ours; rows and columns after barrett2018, Sec. 2.1, and the error of a
    prediction after yang2023.
    """

    embed: Dense
    row: tuple[Dense, Dense]
    judge: tuple[Dense, Dense]

    def __init__(self, features: int, width: int, *, key: PRNGKeyArray):
        shapes = [(features, width), (3 * width, width), (width, width)]
        layers = uniform_layers([*shapes, (width, width), (width, 1)], key)
        self.embed, *rest = layers
        self.row, self.judge = (rest[0], rest[1]), (rest[2], rest[3])

    def start(self) -> tuple[()]:
        """Nothing changes in training but the weights."""
        return ()

    def reason(
        self,
        panels: Float[Array, "item panel feature"],
        state: tuple[()],
        training: bool,
        key: PRNGKeyArray | None,
    ) -> tuple[Float[Array, "item candidate"], None, tuple[()]]:
        """A logit for each candidate; no explanation, and no state."""
        seen = self.embed(panels)
        errors = jnp.square(self.completed(seen) - self.expected(seen)[:, None])
        first, last = self.judge
        return last(jax.nn.relu(first(errors.sum(axis=2))))[..., 0], None, state

    def expected(
        self, seen: Float[Array, "item panel width"]
    ) -> Float[Array, "item direction width"]:
        """The mean of the two complete rows, and of the two complete columns."""
        return self.related(seen[:, COMPLETE]).mean(axis=2)

    def completed(
        self, seen: Float[Array, "item panel width"]
    ) -> Float[Array, "item candidate direction width"]:
        """The third row and the third column with each candidate."""
        begun, candidates = seen[:, BEGUN], seen[:, CONTEXT:]
        begun = jnp.repeat(begun[:, None], CANDIDATES, axis=1)
        last = jnp.repeat(candidates[:, :, None], len(BEGUN), axis=2)
        return self.related(jnp.concatenate([begun, last[:, :, :, None]], axis=3))

    def related(
        self, three: Float[Array, "item *axes 3 width"]
    ) -> Float[Array, "item *axes width"]:
        """What three panels in a row are to each other."""
        first, last = self.row
        joined = three.reshape(*three.shape[:-2], -1)
        return last(jax.nn.relu(first(joined)))
