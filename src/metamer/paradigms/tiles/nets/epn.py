"""A player that looks back at its last clicks: the episodic planning network."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from metamer.core.play import GameView
from metamer.nets.layers import head_size
from metamer.paradigms.tiles.nets.heads import (
    GAIN,
    Cell,
    Heads,
    Layer,
    Sight,
    State,
    attend,
    orthogonal,
)

TINY = 1e-5
"""The least variance. Source: ours; PyTorch's, too."""


class EpisodicMemory(NamedTuple):
    """The boards and clicks of each game so far, newest first, and both LSTMs' states.

    Click k led from board k + 1 to board k, so one more board than there are slots
    makes up all transitions; as bytes they take a tenth of what 147 floats a slot would.
    """

    boards: Int[Array, "game board tile"]
    actions: Int[Array, "game slot"]
    seen: Int[Array, " game"]
    """How many boards went in, which says what is filled."""
    actor: State
    critic: State


class Recall(eqx.Module):
    """What the last transitions have to say about the board now.

    Each transition (board before, click, board after) is joined with the board now and
    embedded, the slots attend to each other, and the largest of each feature is kept;
    all features are 0 while no slot is filled.

    Source: kumar2022, SI, EPN, and code; ritter2021 for the idea.
    Unstated: how the authors' attention copes with empty slots (their module is not
    released), which end of the memory has position 0, and what is added to the
    attention's result. Empty slots are neither attended nor kept, the newest has position
    0, and the normalised slots are added.
    Differs: empty slots do not count in the joint layer norm, so that what they hold
    can never matter.
    """

    embed: Float[Array, "input width"]
    bias: Float[Array, " width"]
    scale: Float[Array, "slot width"]
    shift: Float[Array, "slot width"]
    qkv: Layer
    project: Layer
    layers: tuple[Layer, Layer]
    size: int = eqx.field(static=True)

    def __init__(
        self, tiles: int, slots: int, width: int, heads: int, *, key: PRNGKeyArray
    ):
        square = (width, width)
        shapes = [(4 * tiles, width), (width, 3 * width), square, square, square]
        embed, qkv, merge, first, second = orthogonal(shapes, key)
        self.embed = GAIN * embed
        self.bias = jnp.zeros(width)
        self.scale = jnp.ones((slots, width))
        self.shift = jnp.zeros((slots, width))
        self.qkv, self.project = Layer(qkv), Layer(merge)
        self.layers = Layer(first), Layer(second)
        self.size = head_size(width, heads)

    def __call__(
        self, board: Float[Array, "game tile"], memory: EpisodicMemory
    ) -> Float[Array, "game width"]:
        filled = jnp.arange(len(self.scale)) < memory.seen[:, None] - 1
        slots = (
            normalise_slots(self.slots(board, memory), filled) * self.scale + self.shift
        )
        attended = attend(self.qkv(slots), self.size, filled)
        slots = jax.nn.elu(self.project(attended) + slots)
        for layer in self.layers:
            slots = jax.nn.elu(layer(slots))
        # No ELU is below -1, so an empty slot never beats a filled one.
        largest = jnp.where(filled[:, :, None], slots, -1).max(1)
        return jnp.where(filled.any(1, keepdims=True), largest, 0)

    def slots(
        self, board: Float[Array, "game tile"], memory: EpisodicMemory
    ) -> Float[Array, "game slot width"]:
        """Each transition beside the board now, embedded, with its position.

        The product is taken piece by piece: joined, the four would fill the memory with
        copies of the board now.
        """
        before, clicked, after, now = jnp.split(self.embed, 4)
        boards = memory.boards.astype(float)
        clicks = jax.nn.one_hot(memory.actions, board.shape[1]) @ clicked
        past = (boards @ before)[:, 1:] + clicks + (boards @ after)[:, :-1]
        present = board @ now + self.bias
        return past + present[:, None] + positional_encoding(*self.scale.shape)


class Epn(eqx.Module):
    """Sight, last action and reward, and what is recalled, through two LSTMs.

    A transition enters the memory only after the memory was read: what is recalled
    never includes the last click.

    Source: kumar2022, SI, EPN, and code. There slots (5, 10, 20, 40), width (16, 32, 64)
    and heads (1 to 8) are searched for each rule and condition; the defaults are the
    three that the search chose together most often.
    Unstated: the initial weights. They are those of stable-baselines3 1.7.0: orthogonal,
    but uniform in the LSTMs.
    """

    sight: Sight
    recall: Recall
    actor: Cell
    critic: Cell
    heads: Heads

    def __init__(
        self,
        tiles: int = 49,
        slots: int = 20,
        width: int = 16,
        heads: int = 4,
        units: int = 120,
        *,
        key: PRNGKeyArray,
    ):
        sight, recall, actor, critic, decide = jax.random.split(key, 5)
        inputs = 2 * tiles + 1 + width
        self.sight = Sight(tiles, key=sight)
        self.recall = Recall(tiles, slots, width, heads, key=recall)
        self.actor = Cell(inputs, units, key=actor)
        self.critic = Cell(inputs, units, key=critic)
        self.heads = Heads(units, tiles, key=decide)

    def start(self, many: int) -> EpisodicMemory:
        """Zeros: nothing was seen."""
        slots, tiles = len(self.recall.scale), len(self.recall.embed) // 4
        return EpisodicMemory(
            jnp.zeros((many, slots + 1, tiles), jnp.int8),
            jnp.zeros((many, slots), jnp.int32),
            jnp.zeros(many, jnp.int32),
            self.actor.start(many),
            self.critic.start(many),
        )

    def __call__(
        self, view: GameView, memory: EpisodicMemory, key: PRNGKeyArray | None = None
    ) -> tuple[Float[Array, "game tile"], Float[Array, " game"], EpisodicMemory]:
        """One logit for each tile, the value of each game, and what to remember."""
        seen = self.sight(view.observation)
        action = jax.nn.one_hot(view.action, view.observation.shape[1])
        recalled = self.recall(view.observation, memory)
        inputs = jnp.concatenate([seen, action, view.reward[:, None], recalled], axis=1)
        actor = self.actor(inputs, memory.actor)
        critic = self.critic(inputs, memory.critic)
        after = remember(view, memory)._replace(actor=actor, critic=critic)
        return *self.heads(actor[0], critic[0]), after


def remember(view: GameView, memory: EpisodicMemory) -> EpisodicMemory:
    """The board and click now in front, and the oldest gone."""
    board = view.observation.astype(memory.boards.dtype)[:, None]
    action = view.action.astype(memory.actions.dtype)[:, None]
    return memory._replace(
        boards=jnp.concatenate([board, memory.boards[:, :-1]], axis=1),
        actions=jnp.concatenate([action, memory.actions[:, :-1]], axis=1),
        seen=memory.seen + 1,
    )


def normalise_slots(
    slots: Float[Array, "game slot width"], filled: Bool[Array, "game slot"]
) -> Float[Array, "game slot width"]:
    """All filled slots of a game together, less their mean, over their deviation.

    Source: ba2016, over slots and features jointly; kumar2022, code.
    """
    real = filled[:, :, None]
    many = jnp.maximum(filled.sum(1) * slots.shape[2], 1)[:, None, None]
    mean = jnp.where(real, slots, 0).sum((1, 2), keepdims=True) / many
    centred = jnp.where(real, slots - mean, 0)
    variance = (centred**2).sum((1, 2), keepdims=True) / many
    return centred * jax.lax.rsqrt(variance + TINY)


def positional_encoding(slots: int, width: int) -> Float[np.ndarray, "slot width"]:
    """Positions as sines and cosines of ever longer positional_encoding.

    Source: vaswani2017, Sec. 3.5.
    """
    pairs = np.arange((width + 1) // 2)
    angles = np.arange(slots)[:, None] / 10_000 ** (2 * pairs / width)
    both = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return both.reshape(slots, -1)[:, :width].astype(np.float32)
