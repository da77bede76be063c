"""Rows of a pointer and its values, drawn from the distributions that studies need."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray, UInt8, UInt32

from metamer.core.items import Items
from metamer.paradigms.pointers.rules.rule import PointerRule


class Row(NamedTuple):
    """One pointer and its values."""

    pointer: Int[Array, ""]
    values: Int[Array, " value"]


class Rows(eqx.Module):
    """Rows of independent digits, except for windows that are planted or held out.

    Every row depends on a key and its index alone, so training sets of any size take no
    memory.

    Source: zhang2021, Sec. 3.2 and App. A.
    """

    digits: Int[Array, "value choice"]
    """The digits that may occur at each value, padded beyond their count."""
    counts: UInt32[Array, " value"]
    """How many digits may occur at each value."""
    planted: Int[Array, "window digit"] | None
    """Windows of which the pointer always points at one, padded beyond their count; None
    if it may point at any window."""
    planted_count: UInt32[Array, ""] | None
    """How many planted windows there are."""
    held_out: Bool[Array, " code"] | None
    """Whole windows that the pointer never points at; such rows are drawn anew.

    Unstated: how zhang2021 (Sec. 7) keeps these rows out of training. Drawing anew leaves
    the distribution of all other rows as it is; editing a row would not.
    """
    rule: PointerRule = eqx.field(static=True)
    pointer: int = eqx.field(static=True)
    """The place of the pointer in a row."""

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The rows at these indices of the endless sequence that belongs to `key`."""
        row = jax.vmap(lambda place: self.row(jax.random.fold_in(key, place)))(places)
        return Items(self.join(row), self.rule.label(*row), self.features(row))

    def row(self, key: PRNGKeyArray) -> Row:
        """The first row from `key` on that is not held out."""
        if self.held_out is None:
            return self._attempt(key)

        # Attempts are numbered from the row's own key, so that a row does not depend on
        # how often others were drawn anew.
        def again(state: tuple[Array, Row]) -> tuple[Array, Row]:
            return state[0] + 1, self._attempt(jax.random.fold_in(key, state[0]))

        first = self._attempt(key)
        _, row = jax.lax.while_loop(
            lambda state: self._is_held_out(state[1]), again, (jnp.array(0), first)
        )
        return row

    def _is_held_out(self, row: Row) -> Bool[Array, ""]:
        assert self.held_out is not None
        window, inside = self.rule.window(*row)
        return self.held_out[self.rule.code(window)] & inside.all()

    def _attempt(self, key: PRNGKeyArray) -> Row:
        # The remainder of 32 bits favours small digits by less than 3 in a billion.
        bits = jax.random.bits(key, (self.rule.length + 2,), jnp.uint32)
        first, last, rest = bits[0], bits[1], bits[2:]
        values = self.digits[jnp.arange(self.rule.length), rest % self.counts]
        if self.planted is None or self.planted_count is None:
            return Row(first.astype(int) % self.rule.pointers, values)
        # Only pointers at which a whole window has room.
        room = whole_windows(self.rule)
        pointer = jnp.asarray(room)[first % len(room)]
        window = self.planted[last % self.planted_count]
        return Row(pointer, values.at[self.rule.places(pointer)].set(window))

    def features(self, row: Row) -> UInt8[Array, "item digit"]:
        """The digits of each row, its pointer first."""
        pointer, values = row
        digits = jnp.concatenate([pointer[:, None], values], axis=1)
        return digits.astype(jnp.uint8)

    def join(self, row: Row) -> UInt8[Array, "item digit"]:
        """Each row as learners see it: the pointer at its place among the values."""
        before, after = row.values[:, : self.pointer], row.values[:, self.pointer :]
        parts = [before, row.pointer[:, None], after]
        return jnp.concatenate(parts, axis=1).astype(jnp.uint8)


def whole_windows(rule: PointerRule) -> list[int]:
    """The pointers at which a whole window has room."""
    places = rule.places(np.arange(rule.pointers))
    return np.flatnonzero((places < rule.length).all(-1)).tolist()
