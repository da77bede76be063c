"""Items of a stream as arrays: for those who ask, and for learners that need them all."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, PRNGKeyArray

from metamer.core.items import Items, Stream
from metamer.core.keys import Key

CHUNK = 4096
"""Items drawn at a time: always as many, so that one program does for any number."""


def draw_items(source: Any, key: Key, count: int, first: int = 0) -> Items:
    """`count` items of the sequence that belongs to `key`, from the place `first` on."""
    starts = range(first, first + count, CHUNK)
    parts = [_draw(source, key.jax, jnp.arange(CHUNK) + start) for start in starts]
    return jax.tree.map(
        lambda *parts: np.concatenate([np.asarray(part) for part in parts])[:count],
        *parts,
    )


def draw_stream(stream: Stream) -> Items:
    """Everything that a stream teaches."""
    return draw_items(stream.source, stream.key, stream.size)


@eqx.filter_jit
def _draw(source: Any, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
    return source.draw(key, places)
