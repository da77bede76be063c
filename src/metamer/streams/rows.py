"""Rows of a pointer and its values, under the laws that training and tests need."""

from typing import Any, NamedTuple, Protocol, runtime_checkable

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, PRNGKeyArray, UInt8, UInt32

from metamer.core.items import Items


@runtime_checkable
class Rule(Protocol):
    """What a source must know of the rule; hashable, for it is compiled in."""

    @property
    def length(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def pointers(self) -> int: ...

    def places(self, pointer: Any) -> Any: ...

    def window(self, pointer: Any, values: Any) -> tuple[Any, Any]: ...

    def label(self, pointer: Any, values: Any) -> Any: ...

    def code(self, window: Any) -> Any: ...


class Row(NamedTuple):
    """One pointer and its values."""

    pointer: Int[Array, ""]
    values: Int[Array, " value"]


class Rows(eqx.Module):
    """Rows whose digits are independent, but for what is planted or held out.

    Every row follows from a key and its place alone, so training sets of any size take
    no memory.

    Source: zhang2021, Sec. 2 and 3.
    """

    digits: Int[Array, "value choice"]
    """The digits that may stand at each value; what is beyond its count is not looked
    at."""
    counts: UInt32[Array, " value"]
    """How many digits may stand at each value."""
    planted: Int[Array, "window digit"] | None
    """Windows of which one stands where the pointer points; None: whatever falls there.
    What is beyond their count is not looked at."""
    plants: UInt32[Array, ""] | None
    """How many they are."""
    held_out: Bool[Array, " code"] | None
    """Whole windows that never stand where the pointer points; such rows are drawn anew.

    Unstated: zhang2021 does not say how rows are kept out. Drawing anew keeps the law of
    all other rows; an edited row would be a new statistic.
    """
    rule: Rule = eqx.field(static=True)
    pointer: int = eqx.field(static=True)
    """Where in the row the pointer stands."""

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The rows at these places of the endless sequence that belongs to `key`."""
        row = jax.vmap(lambda place: self.row(jax.random.fold_in(key, place)))(places)
        return Items(self.joined(row), self.rule.label(*row), self.features(row))

    def row(self, key: PRNGKeyArray) -> Row:
        """The first row from `key` on that is not held out."""
        if self.held_out is None:
            return self._attempt(key)

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
        if self.planted is None or self.plants is None:
            return Row(first.astype(int) % self.rule.pointers, values)
        # Only where a whole window has room.
        room = whole(self.rule)
        pointer = jnp.asarray(room)[first % len(room)]
        window = self.planted[last % self.plants]
        return Row(pointer, values.at[self.rule.places(pointer)].set(window))

    def features(self, row: Row) -> UInt8[Array, "item digit"]:
        """The digits of each row, its pointer first."""
        pointer, values = row
        both = jnp.concatenate([pointer[:, None], values], axis=1)
        return both.astype(jnp.uint8)

    def joined(self, row: Row) -> UInt8[Array, "item digit"]:
        """Each row as it is seen: the pointer where it stands among the values."""
        before, after = row.values[:, : self.pointer], row.values[:, self.pointer :]
        parts = [before, row.pointer[:, None], after]
        return jnp.concatenate(parts, axis=1).astype(jnp.uint8)


def whole(rule: Rule) -> list[int]:
    """Pointers at which a whole window has room."""
    import numpy as np

    places = rule.places(np.arange(rule.pointers))
    return np.flatnonzero((places < rule.length).all(-1)).tolist()
