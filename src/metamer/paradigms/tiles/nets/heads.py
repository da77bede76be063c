"""Parts that players share: how they see a board, remember, attend and decide."""

from collections.abc import Sequence
from math import isqrt

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, PRNGKeyArray

from metamer.core.errors import Refusal
from metamer.nets.layers import normals

SIGHT = 3
"""The side of the window through which the visual path sees. Source: kumar2022, code."""

UNITS = 64
"""The width of both layers of a head. Source: stable-baselines3 1.7.0, default."""

GAIN, LOGIT_GAIN, VALUE_GAIN = 2**0.5, 0.01, 1.0
"""Scales of the initial weights: inner layers, those of the logits, of the value.

Source: stable-baselines3 1.7.0, with which the authors of kumar2022 train these.
"""


def orthogonal(
    shapes: Sequence[tuple[int, int]], key: PRNGKeyArray
) -> list[Float[Array, "fan_in fan_out"]]:
    """Random matrices whose rows or columns are orthonormal, all from one draw.

    Source: saxe2014; kumar2022, code.
    """
    wide = [(min(shape), max(shape)) for shape in shapes]
    found = [orthonormal(noise) for noise in normals(wide, key)]
    return [
        rows.T if rows.shape != shape else rows
        for rows, shape in zip(found, shapes, strict=True)
    ]


def orthonormal(noise: Float[Array, "row col"]) -> Float[Array, "row col"]:
    """Each row less its part along the rows before it, at length 1.

    Gram and Schmidt's way, each part taken off twice against rounding. XLA's own QR
    would do, but of several in one program, mapped over seeds, two can wait for each
    other for ever on a CPU with two cores (jaxlib 0.10.2).

    Source: giraud2005, for twice.
    """

    def turn(place, found):
        row = noise[place]
        for _ in range(2):
            row = row - (found @ row) @ found
        return found.at[place].set(row / jnp.linalg.norm(row))

    return jax.lax.fori_loop(0, len(noise), turn, jnp.zeros_like(noise))


class Layer(eqx.Module):
    """A linear layer on everything before the last axis, as one product.

    Source: kumar2022, code: biases begin at zero.
    """

    weight: Float[Array, "fan_in fan_out"]
    bias: Float[Array, " fan_out"]

    def __init__(self, weight: Float[Array, "fan_in fan_out"], gain: float = GAIN):
        self.weight = gain * weight
        self.bias = jnp.zeros(weight.shape[1])

    def __call__(
        self, inputs: Float[Array, "*axes fan_in"]
    ) -> Float[Array, "*axes fan_out"]:
        return inputs @ self.weight + self.bias


def states(board: Float[Array, "game tile"]) -> Float[Array, "game tile state"]:
    """Each tile as one of three channels: hidden, blue, red."""
    return jax.nn.one_hot(board.astype(int) + 1, 3)


def attend(
    qkv: Float[Array, "game place three"],
    size: int,
    filled: Bool[Array, "game place"] | None = None,
    first: int | None = None,
) -> Float[Array, "game some width"]:
    """What each place gets from all filled ones by attention, in heads of this size.

    `first` is a number of places, if only the first of them shall get anything. `qkv`
    holds queries, keys and values side by side. Where nothing is filled the result means
    nothing, but it and its gradients are finite.

    Source: vaswani2017, Sec. 3.2.
    """
    games, places, three = qkv.shape
    parts = qkv.reshape(games, places, 3, three // 3 // size, size)
    mask = None if filled is None else filled[:, None, None, :]
    attended = jax.nn.dot_product_attention(
        parts[:, :first, 0], parts[:, :, 1], parts[:, :, 2], mask=mask
    )
    return attended.reshape(games, attended.shape[1], -1)


class Sight(eqx.Module):
    """The visual path: a small convolution over the board, then as many units as tiles.

    Source: kumar2022, code: 16 filters of 3x3, no padding, relu; linear, relu.
    """

    filters: Layer
    units: Layer

    def __init__(self, tiles: int = 49, filters: int = 16, *, key: PRNGKeyArray):
        side = isqrt(tiles)
        if side**2 != tiles or side < SIGHT:
            raise Refusal(
                f"a board of {tiles} tiles cannot be seen; "
                f"it must be a square with sides of at least {SIGHT} tiles"
            )
        seen = (side - SIGHT + 1) ** 2 * filters
        first, second = orthogonal([(SIGHT**2, filters), (seen, tiles)], key)
        self.filters, self.units = Layer(first), Layer(second)

    def __call__(self, board: Float[Array, "game tile"]) -> Float[Array, "game tile"]:
        """What is seen of each board. A tiny convolution is fastest as one product."""
        side = isqrt(board.shape[1])
        square = board.reshape(-1, side, side)
        inner = side - SIGHT + 1
        around = [
            square[:, row : row + inner, col : col + inner]
            for row in range(SIGHT)
            for col in range(SIGHT)
        ]
        patches = jax.nn.relu(self.filters(jnp.stack(around, axis=-1)))
        return jax.nn.relu(self.units(patches.reshape(len(board), -1)))


State = tuple[Float[Array, "game unit"], Float[Array, "game unit"]]
"""The hidden state and the cell state of an LSTM."""


class Cell(eqx.Module):
    """One step of an LSTM.

    Source: hochreiter1997, with forget gates.
    Unstated: the initial weights. They are uniform within 1 / sqrt(units), as
    PyTorch's, which stable-baselines3 leaves alone.
    Differs: one bias, where PyTorch has two that are always added.
    """

    input_weights: Float[Array, "input gate"]
    recurrent_weights: Float[Array, "unit gate"]
    bias: Float[Array, " gate"]

    def __init__(self, inputs: int, units: int, *, key: PRNGKeyArray):
        shape, bound = (inputs + units + 1, 4 * units), units**-0.5
        weights = jax.random.uniform(key, shape, float, -bound, bound)
        self.input_weights = weights[:inputs]
        self.recurrent_weights = weights[inputs:-1]
        self.bias = weights[-1]

    def start(self, many: int) -> State:
        """Zeros."""
        zeros = jnp.zeros((many, len(self.recurrent_weights)))
        return zeros, zeros

    def __call__(self, inputs: Float[Array, "game input"], before: State) -> State:
        hidden, cell = before
        gates = (
            inputs @ self.input_weights + hidden @ self.recurrent_weights + self.bias
        )
        enter, forget, candidate, output = jnp.split(gates, 4, -1)
        cell = jax.nn.sigmoid(forget) * cell
        cell = cell + jax.nn.sigmoid(enter) * jnp.tanh(candidate)
        return jax.nn.sigmoid(output) * jnp.tanh(cell), cell


class Head(eqx.Module):
    """Two tanh layers, then a linear one: what an actor or a critic says.

    Source: kumar2022, code: stable-baselines3's default policy.
    """

    layers: tuple[Layer, Layer, Layer]

    def __init__(self, weights: list[Float[Array, "fan_in fan_out"]], gain: float):
        first, second, last = weights
        self.layers = Layer(first), Layer(second), Layer(last, gain)

    def __call__(
        self, hidden: Float[Array, "game input"]
    ) -> Float[Array, "game output"]:
        first, second, last = self.layers
        return last(jnp.tanh(second(jnp.tanh(first(hidden)))))


class Heads(eqx.Module):
    """An actor's head and a critic's: a logit for each tile, and what a game is worth.

    Source: kumar2022, code: stable-baselines3's default policy.
    """

    actor: Head
    critic: Head

    def __init__(self, inputs: int, tiles: int, *, key: PRNGKeyArray):
        inner = [(inputs, UNITS), (UNITS, UNITS)]
        weights = orthogonal([*inner, (UNITS, tiles), *inner, (UNITS, 1)], key)
        self.actor = Head(weights[:3], LOGIT_GAIN)
        self.critic = Head(weights[3:], VALUE_GAIN)

    def __call__(
        self, actor: Float[Array, "game input"], critic: Float[Array, "game input"]
    ) -> tuple[Float[Array, "game tile"], Float[Array, " game"]]:
        """From what the actor knows and what the critic knows, often the same."""
        return self.actor(actor), self.critic(critic)[:, 0]
