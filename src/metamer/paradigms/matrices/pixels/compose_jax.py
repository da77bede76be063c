"""Panels as pixels in JAX, for networks that see them on the device they train on.

The pixels are those of `compose_numba.compose`, bit for bit.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, UInt8

from metamer.paradigms.matrices.pixels.atlas import FULL, Atlas
from metamer.paradigms.matrices.rules.vocabulary import CELLS, SLOTS

Panels = UInt8[Array, "panel row col"]


def compose(
    atlas: Atlas, symbols: Int[Array, "*axes 15"]
) -> UInt8[Array, "*axes row col"]:
    """The pixels of panels, given by their symbols."""
    side, codes = atlas.pixels, symbols.reshape(-1, SLOTS)
    panels = jnp.full((len(codes), side, side), atlas.background, jnp.uint8)
    panels = _draw_lines(atlas, panels, codes[:, CELLS:])
    panels = _draw_shapes(atlas, panels, codes[:, :CELLS])
    return panels.reshape(*symbols.shape[:-1], side, side)


def _draw_lines(atlas: Atlas, panels: Panels, codes: Int[Array, "panel 6"]) -> Panels:
    """The panels with their lines, then with the frame, which no shape touches."""
    # A line that is absent has some grey too: its coverage is multiplied by 0.
    greys = jnp.asarray(np.append(0, atlas.line_greys), jnp.uint16)[codes]
    present = (codes > 0).astype(jnp.uint16)

    def draw(panels: Panels, line: tuple[Array, Array, Array]) -> Panels:
        coverage, present, grey = line
        return _blend(panels, present[:, None, None] * coverage, grey[:, None, None])

    lines = jnp.asarray(atlas.lines, jnp.uint16)
    panels = _for_each(draw, panels, (lines, present.T, greys.T))
    return _blend(panels, jnp.asarray(atlas.frame, jnp.uint16), jnp.uint16(atlas.ink))


def _blend(panels: Panels, coverage: Array, grey: Array) -> Panels:
    """A grey over the panels, as far as it covers them."""
    # The largest sum, 255 * 255 + 127, fits into 16 bits.
    parts = coverage * grey + (FULL - coverage) * panels.astype(jnp.uint16)
    return ((parts + 127) // FULL).astype(jnp.uint8)


def _draw_shapes(atlas: Atlas, panels: Panels, codes: Int[Array, "panel 9"]) -> Panels:
    """The panels with a shape in each cell that has one."""
    # An empty cell has the sprite -1: the last one, which is all clear.
    sprites, colours = jnp.divmod(codes - 1, len(atlas.shape_greys))
    fills = jnp.asarray(np.concatenate([atlas.fills, 0 * atlas.fills[:1]]))
    clears = jnp.asarray(np.concatenate([atlas.clears, 0 * atlas.clears[:1] + FULL]))
    greys = jnp.asarray(atlas.shape_greys, jnp.uint16)[colours]
    window = (len(panels), atlas.cell, atlas.cell)

    def draw(panels: Panels, shape: tuple[Array, ...]) -> Panels:
        sprite, grey, top, left = shape
        fill, clear = (part[sprite].astype(jnp.uint16) for part in (fills, clears))
        below = jax.lax.dynamic_slice(panels, (0, top, left), window)
        parts = fill * grey[:, None, None] + (FULL - fill - clear) * atlas.ink
        parts = (parts + clear * below.astype(jnp.uint16) + 127) // FULL
        above = parts.astype(jnp.uint8)
        return jax.lax.dynamic_update_slice(panels, above, (0, top, left))

    tops, lefts = atlas.corner + np.indices((3, 3)).reshape(2, CELLS) * atlas.cell
    return _for_each(draw, panels, (sprites.T, greys.T, tops, lefts))


def _for_each(
    draw: Callable[[Panels, Any], Panels], panels: Panels, sprites: Any
) -> Panels:
    """The panels after drawing each sprite in turn.

    A GPU needs all of it in few kernels, so the loop is unrolled there. On a CPU a real
    loop is 20 times as fast: XLA would fuse the look-up of a sprite into every pixel.
    """
    unroll = jax.default_backend() != "cpu"
    return jax.lax.scan(
        lambda panels, sprite: (draw(panels, sprite), None),
        panels,
        sprites,
        unroll=unroll,
    )[0]
