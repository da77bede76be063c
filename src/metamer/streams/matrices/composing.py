"""Panels as pixels in JAX, for networks that see them where they are trained.

The pixels are those of `kernel.composed`, bit by bit.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, UInt8

from metamer.streams.matrices.atlas import FULL, Atlas
from metamer.streams.matrices.vocabulary import CELLS, SLOTS

Panels = UInt8[Array, "panel row col"]


def composed(
    atlas: Atlas, symbols: Int[Array, "*axes 15"]
) -> UInt8[Array, "*axes row col"]:
    """The pixels of some panels."""
    side, codes = atlas.pixels, symbols.reshape(-1, SLOTS)
    panels = jnp.full((len(codes), side, side), atlas.background, jnp.uint8)
    panels = _lined(atlas, panels, codes[:, CELLS:])
    panels = _stamped(atlas, panels, codes[:, :CELLS])
    return panels.reshape(*symbols.shape[:-1], side, side)


def _lined(atlas: Atlas, panels: Panels, codes: Int[Array, "panel 6"]) -> Panels:
    """With lines, one over the other, and the frame, which no shape comes near."""
    greys = jnp.asarray(np.append(0, atlas.line_greys), jnp.uint16)[codes]
    there = (codes > 0).astype(jnp.uint16)

    def line(panels: Panels, drawn: tuple[Array, Array, Array]) -> Panels:
        covers, there, grey = drawn
        return _over(panels, there[:, None, None] * covers, grey[:, None, None])

    lines = jnp.asarray(atlas.lines, jnp.uint16)
    panels = _each(line, panels, (lines, there.T, greys.T))
    return _over(panels, jnp.asarray(atlas.frame, jnp.uint16), jnp.uint16(atlas.ink))


def _over(panels: Panels, coverage: Array, grey: Array) -> Panels:
    """A grey over what is there, as far as it covers it."""
    # 16 bits are enough for 255 * 255 + 127.
    parts = coverage * grey + (FULL - coverage) * panels.astype(jnp.uint16)
    return ((parts + 127) // FULL).astype(jnp.uint8)


def _stamped(atlas: Atlas, panels: Panels, codes: Int[Array, "panel 9"]) -> Panels:
    """With a shape in each cell that has one."""
    # An empty cell's sprite is -1: the last one, all clear.
    sprites, colours = jnp.divmod(codes - 1, len(atlas.shape_greys))
    fills = jnp.asarray(np.concatenate([atlas.fills, 0 * atlas.fills[:1]]))
    clears = jnp.asarray(np.concatenate([atlas.clears, 0 * atlas.clears[:1] + FULL]))
    greys = jnp.asarray(atlas.shape_greys, jnp.uint16)[colours]
    window = (len(panels), atlas.cell, atlas.cell)

    def stamp(panels: Panels, put: tuple[Array, ...]) -> Panels:
        sprite, grey, top, left = put
        fill, clear = (it[sprite].astype(jnp.uint16) for it in (fills, clears))
        below = jax.lax.dynamic_slice(panels, (0, top, left), window)
        parts = fill * grey[:, None, None] + (FULL - fill - clear) * atlas.ink
        parts = (parts + clear * below.astype(jnp.uint16) + 127) // FULL
        above = parts.astype(jnp.uint8)
        return jax.lax.dynamic_update_slice(panels, above, (0, top, left))

    tops, lefts = atlas.corner + np.indices((3, 3)).reshape(2, CELLS) * atlas.cell
    return _each(stamp, panels, (sprites.T, greys.T, tops, lefts))


def _each(
    change: Callable[[Panels, Any], Panels], panels: Panels, given: Any
) -> Panels:
    """Change panels by each entry of what is given.

    A GPU wants all of it in few kernels. On a CPU a loop is 20 times as fast: whatever
    stands beside a look-up is done pixel by pixel there.
    """
    unroll = jax.default_backend() != "cpu"
    return jax.lax.scan(
        lambda panels, entry: (change(panels, entry), None),
        panels,
        given,
        unroll=unroll,
    )[0]
