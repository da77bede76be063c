"""A player that attends to all tiles at once."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from metamer.core.errors import Refusal
from metamer.core.play import GameView
from metamer.nets.layers import dropout, head_size, prepend_class_token
from metamer.paradigms.tiles.nets.heads import (
    GAIN,
    Heads,
    Layer,
    attend,
    orthogonal,
    states,
)

TINY = 1e-5
"""The least variance. Source: ours; PyTorch's, too."""


class LayerNorm(eqx.Module):
    """Each place less its mean, over its deviation.

    Source: ba2016.
    """

    scale: Float[Array, " width"]
    shift: Float[Array, " width"]

    def __init__(self, width: int):
        self.scale = jnp.ones(width)
        self.shift = jnp.zeros(width)

    def __call__(
        self, values: Float[Array, "*axes width"]
    ) -> Float[Array, "*axes width"]:
        centred = values - values.mean(-1, keepdims=True)
        variance = (centred**2).mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt(variance + TINY) * self.scale + self.shift


class AttentionBlock(eqx.Module):
    """Attention among the places, then two layers on each; both are added to it.

    Source: kumar2022, code: norms first, GELU, inner layer twice as wide.
    Unstated: where dropout acts. It does after the attention, inside the two layers
    and after them, as in the usual vision transformers; as there, queries, keys and
    values have no bias. The projection after the heads is there for one head, too.
    """

    norms: tuple[LayerNorm, LayerNorm]
    qkv: Float[Array, "width three"]
    project: Layer
    widen: Layer
    narrow: Layer
    size: int = eqx.field(static=True)
    dropout: float = eqx.field(static=True)

    def __init__(self, width: int, heads: int, dropout: float, *, key: PRNGKeyArray):
        inner = 2 * width
        shapes = [(width, 3 * width), (width, width), (width, inner), (inner, width)]
        qkv, *rest = orthogonal(shapes, key)
        self.norms = LayerNorm(width), LayerNorm(width)
        self.qkv = GAIN * qkv
        self.project, self.widen, self.narrow = map(Layer, rest)
        self.size = head_size(width, heads)
        self.dropout = dropout

    def __call__(
        self,
        places: Float[Array, "game place width"],
        key: PRNGKeyArray | None,
        first: int | None = None,
    ) -> Float[Array, "game some width"]:
        """What becomes of the first places, or of all; they attend to all."""
        keys = (None,) * 3 if key is None else jax.random.split(key, 3)
        seen = attend(self.norms[0](places) @ self.qkv, self.size, first=first)
        attended = self.project(seen)
        places = places[:, :first] + dropout(attended, self.dropout, keys[0])
        inner = jax.nn.gelu(self.widen(self.norms[1](places)), approximate=False)
        inner = self.narrow(dropout(inner, self.dropout, keys[1]))
        return places + dropout(inner, self.dropout, keys[2])


class Transformer(eqx.Module):
    """A token for each tile and a class token, through blocks of attention.

    Neither the last action nor its reward are seen, and nothing is remembered.

    Source: kumar2022, SI, Transformer, and code. There width (16, 32, 64), heads (1 to
    8), blocks (2 to 9) and dropout (0, .15) are searched for each rule and condition;
    the defaults are what the search chose most often.
    Unstated: the initial weights. They are those of stable-baselines3 1.7.0: orthogonal;
    positions and the class token are standard normal.
    """

    embed: Layer
    class_token: Float[Array, " width"]
    positions: Float[Array, "place width"]
    blocks: AttentionBlock
    norm: LayerNorm
    leave: Layer
    heads: Heads

    def __init__(
        self,
        tiles: int = 49,
        width: int = 16,
        heads: int = 2,
        blocks: int = 9,
        dropout: float = 0.15,
        *,
        key: PRNGKeyArray,
    ):
        if not 0 <= dropout < 1:
            raise Refusal(f"dropout must be at least 0 and below 1, not {dropout}")
        ends, place, inner, decide = jax.random.split(key, 4)
        noise = jax.random.normal(place, (tiles + 2, width))
        embed, leave = orthogonal([(3, width), (width, width)], ends)
        self.embed, self.leave = Layer(embed), Layer(leave)
        self.class_token, self.positions = noise[0], noise[1:]
        # One block with all blocks' weights, so that it is compiled once.
        self.blocks = eqx.filter_vmap(
            lambda key: AttentionBlock(width, heads, dropout, key=key)
        )(jax.random.split(inner, blocks))
        self.norm = LayerNorm(width)
        self.heads = Heads(width, tiles, key=decide)

    def start(self, many: int) -> tuple[()]:
        """Nothing: this player sees all it needs."""
        return ()

    def __call__(
        self, view: GameView, memory: tuple[()], key: PRNGKeyArray | None = None
    ) -> tuple[Float[Array, "game tile"], Float[Array, " game"], tuple[()]]:
        """One logit for each tile, and the value of each game; dropout with a key."""
        tokens = self.embed(states(view.observation))
        places = prepend_class_token(self.class_token, tokens) + self.positions
        keys = None if key is None else jax.random.split(key, len(self.blocks.qkv))
        both = self.blocks, keys
        before, last = (
            jax.tree.map(lambda leaf, part=part: leaf[part], both)
            for part in (slice(-1), -1)
        )

        # Computed again for the gradients: keeping all activations of attention takes most
        # of the memory, and longer (on two busy cores, CPU time a game: 1.9 against 1.3 ms;
        # with dropout 2.0 against 1.8).
        @jax.checkpoint
        def step(places, now):
            block, key = now
            return block(places, key), None

        places, _ = jax.lax.scan(step, places, before)
        # Of the last block only the class token is read.
        block, key = last
        summary = self.leave(self.norm(block(places, key, first=1)[:, 0]))
        return *self.heads(summary, summary), memory
