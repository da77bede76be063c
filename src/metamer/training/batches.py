"""Batches of items, in a new order in each epoch that is stored nowhere."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, PRNGKeyArray, UInt32

from metamer.core.items import Items

ROUNDS = 4
"""How often both halves of a place are moved; 3 already hide where it came from."""


class ArraySource(eqx.Module):
    """Items that are all in memory, as a source from which some can be drawn."""

    items: Items

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The items at these places."""
        return jax.tree.map(lambda column: column[places], self.items)


def draw_batches(
    source: Any,
    owner: PRNGKeyArray,
    order: PRNGKeyArray,
    updates: Int[Array, " update"],
    per_epoch: Int[Array, ""],
    count: Int[Array, ""],
    batch: int,
) -> Items:
    """The items of some updates; the first two axes are the update and the item.

    `owner` says whose sequence of `source` it is; `order` makes a new order of its first
    `count` items in each epoch. What does not fill a last batch waits for another epoch.

    Source: ours.
    """

    def places(update: Int[Array, ""]) -> Int[Array, " item"]:
        epoch, within = update // per_epoch, update % per_epoch
        key = jax.random.fold_in(order, epoch)
        return shuffle(within * batch + jnp.arange(batch), count, key)

    items = source.draw(owner, jax.vmap(places)(updates).reshape(-1))
    shown = Items(items.inputs, items.labels, hints=items.hints)
    return jax.tree.map(
        lambda column: column.reshape(len(updates), batch, *column.shape[1:]), shown
    )


def shuffle(
    places: Int[Array, " item"], count: Int[Array, ""] | int, key: PRNGKeyArray
) -> Int[Array, " item"]:
    """Where each of some places below `count` goes in a random order of all of them.

    A permutation that is computed place by place: an order of 50 million items is never
    stored or sorted. It is a Feistel network over a grid hardly larger than `count`.

    Source: ours, after black2002 (ciphers with arbitrary finite domains).
    """
    across = jnp.ceil(jnp.sqrt(jnp.asarray(count, float))).astype(jnp.uint32)
    down = (jnp.asarray(count, jnp.uint32) + across - 1) // across
    keys = jax.random.bits(key, (ROUNDS, 2), jnp.uint32)

    def move(place: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
        # Each half moves by a hash of the other alone. That can be undone, knowing the
        # half that stayed, so no two places ever meet: a permutation of the grid.
        row, column = place // across, place % across
        for first, second in keys:
            row = (row + _hash(column ^ first) % down) % down
            column = (column + _hash(row ^ second) % across) % across
        return row * across + column

    def move_again(place: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
        # The grid has a few places too many. Who lands there moves on along its cycle
        # until it is back below `count`, which leaves a permutation of those below.
        return jnp.where(place >= count, move(place), place)

    moved = jax.lax.while_loop(
        lambda places: (places >= count).any(),
        move_again,
        move(places.astype(jnp.uint32)),
    )
    return moved.astype(int)


def _hash(bits: UInt32[Array, " item"]) -> UInt32[Array, " item"]:
    """Bits of which each depends on all that came in. Source: appleby2011 (MurmurHash3)."""
    bits = (bits ^ (bits >> 16)) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    return bits ^ (bits >> 16)
