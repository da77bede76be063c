"""Laws by which rows of digits are drawn: what may stand where, what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.pointers.rules import Rule

if TYPE_CHECKING:
    from jaxtyping import Bool, Int

    from metamer.streams.rows import Rows

ROOM = 2048
"""Windows for which there is room at least."""


@dataclass(frozen=True, eq=False)
class Law:
    """Digits are uniform and independent, but for this."""

    allowed: Bool[np.ndarray, "value digit"]
    """Which digits may stand at each value."""
    planted: Int[np.ndarray, "window digit"] | None = None
    """Windows of which one stands where the pointer points, all equally often."""
    held_out: Bool[np.ndarray, " code"] | None = None
    """Windows (by `Rule.code`) that never stand where the pointer points."""

    def rows(self, rule: Rule, pointer: int = 0) -> Rows:
        """What draws such rows; `pointer` is where in a row the pointer stands."""
        import jax.numpy as jnp

        from metamer.streams.rows import Rows

        # The allowed digits first, in order.
        digits = np.argsort(~self.allowed, axis=1, kind="stable")
        return Rows(
            jnp.asarray(digits),
            jnp.asarray(self.allowed.sum(axis=1), jnp.uint32),
            *self._plants(),
            None if self.held_out is None else jnp.asarray(self.held_out),
            rule,
            pointer,
        )

    def _plants(self) -> tuple[Any, Any]:
        """The planted windows and how many they are, in an array that is never short.

        All laws with windows of one length then are one program.
        """
        import jax.numpy as jnp

        if self.planted is None:
            return None, None
        many = len(self.planted)
        room = max(ROOM, 1 << (many - 1).bit_length())
        padded = np.pad(self.planted, ((0, room - many), (0, 0)))
        return jnp.asarray(padded), jnp.asarray(many, jnp.uint32)


def everything(rule: Rule) -> Law:
    """All digits everywhere."""
    return Law(np.ones((rule.length, rule.alphabet), bool))
