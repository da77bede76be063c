"""Items in a new order in each epoch, without keeping that order anywhere."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, PRNGKeyArray, UInt32

ROUNDS = 4
"""How often both halves of a place are moved; 3 already hide where it came from."""


def shuffled(
    places: Int[Array, " item"], count: Int[Array, ""] | int, key: PRNGKeyArray
) -> Int[Array, " item"]:
    """Where each of some places below `count` goes in a random order of all of them.

    A permutation that is computed place by place: no order of 50 million items is ever
    kept or sorted. It moves the two halves of a place by each other (a Feistel network
    over a grid that is hardly larger than `count`); what lands beyond is moved again.

    Source: ours, after black2002 (ciphers with arbitrary finite domains).
    """
    across = jnp.ceil(jnp.sqrt(jnp.asarray(count, float))).astype(jnp.uint32)
    down = (jnp.asarray(count, jnp.uint32) + across - 1) // across
    keys = jax.random.bits(key, (ROUNDS, 2), jnp.uint32)

    def move(place: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
        row, column = place // across, place % across
        for first, second in keys:
            row = (row + _scrambled(column ^ first) % down) % down
            column = (column + _scrambled(row ^ second) % across) % across
        return row * across + column

    def again(place: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
        return jnp.where(place >= count, move(place), place)

    begun = move(places.astype(jnp.uint32))
    moved = jax.lax.while_loop(lambda it: (it >= count).any(), again, begun)
    return moved.astype(int)


def _scrambled(bits: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
    """Bits of which each depends on all that came in. Source: appleby2011 (MurmurHash3)."""
    bits = (bits ^ (bits >> 16)) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    return bits ^ (bits >> 16)
