"""Random keys with names: adding a draw never changes what the others draw."""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from metamer.core.errors import at_least

MAX_SEED = 2**63 - 1
"""The largest whole number that TOML can hold."""


@dataclass(frozen=True)
class Key:
    """A node in the tree of random streams below one seed.

    The same key opens a NumPy generator, a JAX key or a plain integer, so learners of
    any kind draw reproducibly from one study seed.
    """

    bits: int

    def stream(self, *names: str | int) -> "Key":
        """The key that `names` lead to from here: `key.stream("unit", 3, "taught")`."""
        path = "/".join(f"{type(name).__name__}:{name}" for name in names)
        digest = hashlib.blake2b(
            path.encode(), key=self.bits.to_bytes(16, "little"), digest_size=16
        )
        return Key(int.from_bytes(digest.digest(), "little"))

    @property
    def integer(self) -> int:
        """A seed for libraries that take one: 0 to 2^32 - 1."""
        return self.bits & 0xFFFFFFFF

    @property
    def numpy(self) -> np.random.Generator:
        """A fresh NumPy generator."""
        return np.random.Generator(np.random.Philox(key=self.bits))

    @property
    def jax(self) -> Any:
        """A JAX random key."""
        import jax

        return jax.random.key(np.uint32(self.integer))


def root(seed: int) -> Key:
    """The key of a whole study."""
    at_least("seed", seed, 0, MAX_SEED)
    return Key(int(seed) & (2**128 - 1)).stream("metamer")
