"""Random whole numbers from one long row of bits."""

from math import prod

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray, UInt32


class Dice:
    """Random bits, handed out once each: one long draw is faster than many short ones."""

    def __init__(self, key: PRNGKeyArray, count: int):
        self._bits = jax.random.bits(key, (count,), jnp.uint32)
        self._used = 0

    def roll(self, *shape: int) -> UInt32[Array, "..."]:
        """The next unused words of 32 bits, in this shape."""
        # Counted while JAX traces, so that places in the row are constants of the
        # program.
        first = self._used
        self._used += prod(shape)
        assert self._used <= self._bits.size, "more dice are needed"
        return self._bits[first : self._used].reshape(shape)

    def fraction(self) -> Float[Array, ""]:
        """A number from 0 to below 1."""
        # 24 bits are all that a 32-bit float can hold; more would round up to 1.
        return (self.roll() >> 8).astype(jnp.float32) / 2**24


def below(bits: UInt32[Array, "*axes"], count: Int[Array, "..."] | int) -> Array:
    """Whole numbers from 0 to below `count`, uniform up to a bias of `count` / 2^32."""
    return (bits % jnp.asarray(count).astype(jnp.uint32)).astype(jnp.int32)


def chance(
    bits: UInt32[Array, "*axes"], probability: Float[Array, ""]
) -> Bool[Array, "*axes"]:
    """True with this probability."""
    return (bits >> 8).astype(jnp.float32) / 2**24 < probability


def ranks(
    keys: UInt32[Array, "*axes place"], among: Bool[Array, "*axes place"]
) -> Int[Array, "*axes place"]:
    """For each place, how many of the places `among` have a smaller key.

    With random keys this is a random order. Comparing all pairs is faster than sorting
    ten numbers.
    """
    smaller = keys[..., None, :] < keys[..., :, None]
    return (smaller & among[..., None, :]).sum(axis=-1)
