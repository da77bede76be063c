"""Panels as pixels in JAX, for networks that see them where they are trained.

The pixels are those of `kernel.composed`, bit by bit.

Source: ours.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, UInt8, UInt16

from metamer.streams.matrices.atlas import FULL, Atlas
from metamer.streams.matrices.vocabulary import CELLS

Pixels = UInt16[Array, "*axes row col"]
"""Wide enough: a pixel is at most 255 * 255 + 127 before it is divided."""


def composed(
    atlas: Atlas, symbols: Int[Array, "*axes 15"]
) -> UInt8[Array, "*axes row col"]:
    """The pixels of some panels."""
    panels = _lined(atlas, symbols[..., CELLS:])
    side = slice(atlas.corner, atlas.corner + 3 * atlas.cell)
    stamped = _stamped(atlas, symbols[..., :CELLS], panels[..., side, side])
    panels = panels.at[..., side, side].set(stamped)
    frame = jnp.asarray(atlas.frame, jnp.uint16)
    return _over(panels, frame, atlas.ink).astype(jnp.uint8)


def _lined(atlas: Atlas, codes: Int[Array, "*axes 6"]) -> Pixels:
    """The background with its lines, one over the other."""
    # Without a line nothing is covered, whatever its grey.
    greys = jnp.asarray(np.append(0, atlas.line_greys), jnp.uint16)[codes]
    there = (codes > 0).astype(jnp.uint16)
    panels = jnp.asarray(atlas.background, jnp.uint16)
    for place, line in enumerate(jnp.asarray(atlas.lines, jnp.uint16)):
        grey, drawn = (it[..., place, None, None] for it in (greys, there))
        panels = _over(panels, drawn * line, grey)
    return panels


def _stamped(atlas: Atlas, codes: Int[Array, "*axes 9"], below: Pixels) -> Pixels:
    """The block of nine cells with a shape in each."""
    sprites, colours = jnp.divmod(jnp.maximum(codes - 1, 0), len(atlas.shape_greys))
    # The sprite after the last is an empty cell.
    sprites = jnp.where(codes > 0, sprites, len(atlas.fills))
    fills = _arranged(np.pad(atlas.fills, ((0, 1), (0, 0), (0, 0))), sprites)
    emptied = np.pad(atlas.clears, ((0, 1), (0, 0), (0, 0)), constant_values=FULL)
    clears = _arranged(emptied, sprites)
    greys = _spread(jnp.asarray(atlas.shape_greys)[colours], atlas.cell)
    edges = FULL - fills - clears
    return (fills * greys + edges * atlas.ink + clears * below + 127) // FULL


def _arranged(
    sprites: UInt8[np.ndarray, "sprite down across"], chosen: Int[Array, "*axes 9"]
) -> Pixels:
    """The chosen sprites side by side, three by three."""
    side = sprites.shape[-1]
    cells = jnp.asarray(sprites)[chosen].reshape(*chosen.shape[:-1], 3, 3, side, side)
    whole = jnp.swapaxes(cells, -3, -2).reshape(*chosen.shape[:-1], 3 * side, 3 * side)
    return whole.astype(jnp.uint16)


def _spread(values: UInt8[Array, "*axes 9"], side: int) -> Pixels:
    """One value for all pixels of each cell."""
    cells = values.reshape(*values.shape[:-1], 3, 3).astype(jnp.uint16)
    return cells.repeat(side, -2).repeat(side, -1)


def _over(below: Array, coverage: Array, grey: Array | int) -> Array:
    """A grey over pixels, as far as it covers them."""
    return (coverage * grey + (FULL - coverage) * below + 127) // FULL
