"""Rows of digits as pictures: each digit is an image, somewhere in its cell."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Int32, PRNGKeyArray, UInt8

from metamer.core.items import Items
from metamer.paradigms.pointers.generator.rows import Row, Rows
from metamer.paradigms.pointers.rules.rule import PointerRule


class Bank(NamedTuple):
    """All images of one split (train, validation or test), sorted by digit."""

    images: UInt8[Array, "image row col channel"]
    firsts: Int32[Array, " digit"]
    """The index of each digit's first image."""
    counts: Int32[Array, " digit"]
    """The number of images of each digit."""


class Pictures(eqx.Module):
    """Cells in a grid, read row by row: the pointer first, then the values.

    Each cell holds one image of its digit, at a random place within the cell. Images are
    not scaled.

    Source: zhang2021, Sec. 3.1 and App. A (digits of 28x28 jittered in cells of 40x40).
    Unstated: the distribution of the jitter. Here all 13 by 13 places are equally likely
    (9 by 9 of an image of CIFAR-10, which has 32x32).
    """

    rows: Rows
    pointers: Bank
    values: Bank
    """Images of the pointer and of the values, often the same ones; if only one of them is
    coloured, the other is drawn in shades of grey."""
    grid: tuple[int, int] = eqx.field(static=True)
    """Cells down and across."""
    cell: int = eqx.field(static=True)
    """The width of a cell in pixels."""

    @property
    def rule(self) -> PointerRule:
        """The rule of the rows."""
        return self.rows.rule

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The pictures at these indices of the endless sequence that belongs to `key`."""

        def one(place: Int[Array, ""]) -> tuple[Row, Array]:
            first, second = jax.random.split(jax.random.fold_in(key, place))
            row = self.rows.row(first)
            return row, self.picture(row, second)

        row, pictures = jax.vmap(one)(places)
        return Items(pictures, self.rule.label(*row), self.rows.features(row))

    def picture(
        self, row: Row, key: PRNGKeyArray
    ) -> UInt8[Array, "down across *channel"]:
        """One row as a picture; grey pictures have no channel axis."""
        bits = jax.random.bits(key, (1 + len(row.values), 3), jnp.uint32)
        pointer = self._cell(self.pointers, row.pointer, bits[0])

        def one(digit: Int[Array, ""], bits: Array) -> Array:
            return self._cell(self.values, digit, bits)

        cells = jnp.concatenate([pointer[None], jax.vmap(one)(row.values, bits[1:])])
        down, across = self.grid
        cells = cells.reshape(down, across, self.cell, self.cell, self._channels)
        side = (down * self.cell, across * self.cell, self._channels)
        whole = cells.transpose(0, 2, 1, 3, 4).reshape(side)
        return whole[..., 0] if self._channels == 1 else whole

    @property
    def _channels(self) -> int:
        return max(self.pointers.images.shape[-1], self.values.images.shape[-1])

    def _cell(
        self, bank: Bank, digit: Int[Array, ""], bits: Array
    ) -> UInt8[Array, "down across channel"]:
        # A remainder is not quite uniform, but with 32 bits the bias is as small as
        # that of `Rows`.
        index = bank.firsts[digit] + bits[0] % bank.counts[digit]
        image = bank.images[index]
        image = jnp.broadcast_to(image, (*image.shape[:2], self._channels))
        room = jnp.array([self.cell - side + 1 for side in image.shape[:2]], jnp.uint32)
        down, across = (bits[1:] % room).astype(int)
        empty = jnp.zeros((self.cell, self.cell, self._channels), jnp.uint8)
        return jax.lax.dynamic_update_slice(empty, image, (down, across, 0))
