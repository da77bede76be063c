"""A player that sees only which tiles are alike."""

from typing import Literal

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.core.play import GameView
from metamer.paradigms.tiles.nets.heads import Heads, Layer, orthogonal

Version = Literal["paper", "repaired"]

STATES = (-1.0, 0.0, 1.0)
"""A reference tile of each state for the repaired version: hidden, blue, red.

Source: ours.
"""


class CoRelNet(eqx.Module):
    """Relations between all pairs of tiles, then two layers; nothing is remembered.

    The paper's version cannot tell red from blue, nor either from hidden: with one-hot
    tiles a relation only says whether two tiles are in the same state, and swapping the
    states leaves all relations as they are. The repaired version lays a known tile of
    each state beside the board, so that each tile is also related to red, blue and
    hidden; it still sees relations only.

    Source: kumar2022, SI, CoRelNet, and code; kerg2022 for the network. The repaired
    version is ours.
    Unclear: whether a relu follows the second layer. None does.
    Unstated: the initial weights. They are those of stable-baselines3 1.7.0: orthogonal.
    """

    first: Layer
    second: Layer
    heads: Heads
    version: Version = eqx.field(static=True)

    def __init__(
        self,
        tiles: int = 49,
        width: int = 256,
        version: Version = "paper",
        *,
        key: PRNGKeyArray,
    ):
        layers, heads = jax.random.split(key)
        related = tiles + (len(STATES) if version == "repaired" else 0)
        first, second = orthogonal([(related**2, width), (width, width)], layers)
        self.first, self.second = Layer(first), Layer(second)
        self.heads = Heads(width, tiles, key=heads)
        self.version = version

    def start(self, many: int) -> tuple[()]:
        """Nothing: this player sees all it needs."""
        return ()

    def __call__(
        self, view: GameView, memory: tuple[()], key: PRNGKeyArray | None = None
    ) -> tuple[Float[Array, "game tile"], Float[Array, " game"], tuple[()]]:
        """One logit for each tile, and the value of each game."""
        board = view.observation
        if self.version == "repaired":
            known = jnp.broadcast_to(jnp.array(STATES), (len(board), len(STATES)))
            board = jnp.concatenate([board, known], axis=1)
        flat = relations(board).reshape(len(board), -1)
        hidden = self.second(jax.nn.relu(self.first(flat)))
        return *self.heads(hidden, hidden), memory


def relations(board: Float[Array, "game tile"]) -> Float[Array, "game tile other"]:
    """How each tile is related to every tile: softmax of x x^T, row by row.

    With x one-hot, x x^T is 1 where two tiles are in the same state and 0 elsewhere, so
    comparing them gives the same without a product.

    Source: kumar2022, code; kerg2022, Eq. 1.
    """
    same = board[:, :, None] == board[:, None, :]
    return jax.nn.softmax(same.astype(float), axis=-1)
