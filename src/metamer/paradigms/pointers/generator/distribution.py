"""Distributions of rows of digits: which digits may occur where, which windows may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.pointers.rules.rule import PointerRule

if TYPE_CHECKING:
    from jaxtyping import Bool, Int

    from metamer.paradigms.pointers.generator.rows import Rows

MIN_ROOM = 2048
"""The smallest length of the array of planted windows."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """Uniform and independent digits, with these exceptions."""

    allowed: Bool[np.ndarray, "value digit"]
    """Which digits may occur at each value."""
    planted: Int[np.ndarray, "window digit"] | None = None
    """Windows of which the pointer always points at one, all equally often."""
    held_out: Bool[np.ndarray, " code"] | None = None
    """Windows (by `PointerRule.code`) that the pointer never points at."""

    def rows(self, rule: PointerRule, pointer: int = 0) -> Rows:
        """The source of such rows; `pointer` is the place of the pointer in a row."""
        import jax.numpy as jnp

        from metamer.paradigms.pointers.generator.rows import Rows

        # The allowed digits first, in ascending order.
        digits = np.argsort(~self.allowed, axis=1, kind="stable")
        return Rows(
            jnp.asarray(digits),
            jnp.asarray(self.allowed.sum(axis=1), jnp.uint32),
            *self._pad_planted(),
            None if self.held_out is None else jnp.asarray(self.held_out),
            rule,
            pointer,
        )

    def _pad_planted(self) -> tuple[Any, Any]:
        """The planted windows, padded, and their number.

        Padding lets all distributions with windows of one length share one program.
        """
        import jax.numpy as jnp

        if self.planted is None:
            return None, None
        count = len(self.planted)
        # Powers of two, so that few lengths are ever compiled.
        room = max(MIN_ROOM, 1 << (count - 1).bit_length())
        padded = np.pad(self.planted, ((0, room - count), (0, 0)))
        return jnp.asarray(padded), jnp.asarray(count, jnp.uint32)


def uniform(rule: PointerRule) -> Distribution:
    """All digits at every value."""
    return Distribution(np.ones((rule.length, rule.alphabet), bool))
