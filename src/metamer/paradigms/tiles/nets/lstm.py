"""A recurrent player: sees the board through a small convolution, remembers clicks."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.core.play import GameView
from metamer.paradigms.tiles.nets.heads import GAIN, orthogonal

Memory = tuple[Float[Array, "game unit"], Float[Array, "game unit"]]


class LstmPlayerNetwork(eqx.Module):
    """Convolution, linear layer, LSTM; policy and value both read the LSTM.

    Source: kumar2022, Methods and the authors' code: 16 filters of 3 x 3, 49 units, LSTM
    of 120, orthogonal weights (gain sqrt 2 before the LSTM, 1 after), biases 0, also
    that of the forget gate.
    Differs: boards are -1, 0, 1 as the paper says; the library of the authors' code
    scales them further to 0, 0.5, 1.
    """

    filters: Float[Array, "place filter"]
    filters_bias: Float[Array, " filter"]
    seen: Float[Array, "patch unit"]
    seen_bias: Float[Array, " unit"]
    gates: Float[Array, "input gate"]
    gates_bias: Float[Array, " gate"]
    heads: Float[Array, "memory head"]
    """Policy and value side by side: one product instead of two."""
    heads_bias: Float[Array, " head"]
    side: int = eqx.field(static=True)

    def __init__(
        self,
        tiles: int = 49,
        filters: int = 16,
        units: int = 120,
        *,
        key: PRNGKeyArray,
    ):
        self.side = round(tiles**0.5)
        patches = (self.side - 2) ** 2 * filters
        sizes = (
            (9, filters),
            (patches, tiles),
            (2 * tiles + 1, 4 * units),
            (units, 4 * units),
            (units, tiles),
            (units, 1),
        )
        seeing, seen, enter, recur, policy, value = orthogonal(sizes, key)
        self.filters, self.seen = GAIN * seeing, GAIN * seen
        self.gates = jnp.concatenate([enter, recur])
        self.heads = jnp.concatenate([policy, value], axis=1)
        self.filters_bias = jnp.zeros(filters)
        self.seen_bias = jnp.zeros(tiles)
        self.gates_bias = jnp.zeros(4 * units)
        self.heads_bias = jnp.zeros(tiles + 1)

    def start(self, many: int) -> Memory:
        """Nothing remembered."""
        zeros = jnp.zeros((many, len(self.heads)))
        return zeros, zeros

    def __call__(
        self, view: GameView, memory: Memory, key: PRNGKeyArray | None = None
    ) -> tuple[Float[Array, "game tile"], Float[Array, " game"], Memory]:
        """Logits of the tiles, the value of the game, and what is remembered."""
        hidden, cell = memory
        clicked = jax.nn.one_hot(view.action, view.observation.shape[1])
        inputs = (self._see(view.observation), clicked, view.reward[:, None], hidden)
        gates = jnp.concatenate(inputs, axis=1) @ self.gates + self.gates_bias
        enter, forget, candidate, output = jnp.split(gates, 4, axis=1)
        cell = jax.nn.sigmoid(forget) * cell
        cell = cell + jax.nn.sigmoid(enter) * jnp.tanh(candidate)
        hidden = jax.nn.sigmoid(output) * jnp.tanh(cell)
        heads = hidden @ self.heads + self.heads_bias
        return heads[:, :-1], heads[:, -1], (hidden, cell)

    def _see(self, board: Float[Array, "game tile"]) -> Float[Array, "game unit"]:
        """The convolution, written out as one product with all tiles.

        That is more arithmetic than slices of the board, but fewer and larger steps.
        """
        inner = self.side - 2
        weights = jnp.einsum("tpk,kf->tpf", _windows(self.side), self.filters)
        bias = jnp.tile(self.filters_bias, inner**2)
        patches = jax.nn.relu(board @ weights.reshape(board.shape[1], -1) + bias)
        return jax.nn.relu(patches @ self.seen + self.seen_bias)


def _windows(side: int) -> np.ndarray:
    """Which tile stands at which place of which 3 x 3 window: ones and zeros."""
    rows, cols = np.indices((side - 2, side - 2)).reshape(2, -1, 1)
    up, across = np.indices((3, 3)).reshape(2, 1, -1)
    tiles = (rows + up) * side + cols + across
    return (np.arange(side**2)[:, None, None] == tiles).astype(np.float32)
