"""Rows of digits as pictures: each digit a photograph, somewhere in its cell."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Int32, PRNGKeyArray, UInt8

from metamer.core.items import Items
from metamer.streams.rows import Row, Rows, Rule


class Pictures(eqx.Module):
    """Cells in a grid, read row by row: the pointer first, then the values.

    Each cell holds one image of its digit, at a place of its own within the cell. Images
    are not scaled.

    Source: zhang2021, Sec. 3.1.
    Unstated: how digits are placed within a cell. Here all places are equally likely, 13
    by 13 of them for 28 pixels in 40.
    """

    rows: Rows
    images: UInt8[Array, "image row col channel"]
    """All images of one part (train, validation or test), sorted by what they show."""
    firsts: Int32[Array, " digit"]
    """The place of each digit's first image."""
    counts: Int32[Array, " digit"]
    """How many images of each digit there are."""
    grid: tuple[int, int] = eqx.field(static=True)
    """Cells down and across."""
    cell: int = eqx.field(static=True)
    """Pixels of a cell's side."""

    @property
    def rule(self) -> Rule:
        """What the digits mean."""
        return self.rows.rule

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The pictures at these places of the endless sequence that belongs to `key`."""

        def one(place: Int[Array, ""]) -> tuple[Row, Array]:
            drawn, shown = jax.random.split(jax.random.fold_in(key, place))
            row = self.rows.row(drawn)
            return row, self.picture(row, shown)

        row, pictures = jax.vmap(one)(places)
        return Items(pictures, self.rule.label(*row), self.rows.features(row))

    def picture(
        self, row: Row, key: PRNGKeyArray
    ) -> UInt8[Array, "down across *channel"]:
        """One row as a picture; grey ones have no axis for channels."""
        digits = jnp.concatenate([row.pointer[None], row.values])
        bits = jax.random.bits(key, (len(digits), 3), jnp.uint32)
        cells = jax.vmap(self._cell)(digits, bits)
        down, across = self.grid
        channels = self.images.shape[-1]
        cells = cells.reshape(down, across, self.cell, self.cell, channels)
        side = (down * self.cell, across * self.cell, channels)
        whole = cells.transpose(0, 2, 1, 3, 4).reshape(side)
        return whole[..., 0] if channels == 1 else whole

    def _cell(
        self, digit: Int[Array, ""], bits: Array
    ) -> UInt8[Array, "down across channel"]:
        which = self.firsts[digit] + bits[0] % self.counts[digit]
        image = self.images[which]
        room = jnp.array([self.cell - side + 1 for side in image.shape[:2]], jnp.uint32)
        down, across = (bits[1:] % room).astype(int)
        empty = jnp.zeros((self.cell, self.cell, image.shape[-1]), jnp.uint8)
        return jax.lax.dynamic_update_slice(empty, image, (down, across, 0))
