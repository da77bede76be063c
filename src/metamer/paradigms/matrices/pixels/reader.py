"""Symbols from pixels: what a panel drawn with an atlas is made of, exactly.

Each line has a pixel that nothing else ever covers, its witness; the grey of the line is
read there. Once all lines are known, so is the background of each cell, and at most one
shape turns that background into the pixels of the cell. Finally the symbols are drawn
again, and a panel that they do not reproduce is refused.

Source: ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, no_type_check

import numpy as np
from jaxtyping import Bool, Int, Int16, UInt8
from numba import njit

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.pixels import compose_numba
from metamer.paradigms.matrices.pixels.atlas import FULL, Atlas
from metamer.paradigms.matrices.rules.vocabulary import CELLS, LINES, SLOTS

CHUNK = 1024
"""Panels read at a time, so that memory stays bounded. Source: ours."""

Panels = UInt8[np.ndarray, "panel row col"]
Cell = UInt8[np.ndarray, " pixel"]
Cells = UInt8[np.ndarray, "cell pixel"]


class Witnesses(NamedTuple):
    """The pixels at which the greys of lines are read."""

    places: Int[np.ndarray, " 6"]
    codes: Int16[np.ndarray, "6 256"]
    """The symbol of each line by the grey of its pixel; 0 if no symbol gives this grey."""


def read(panels: Panels, atlas: Atlas) -> Int16[np.ndarray, "panel 15"]:
    """The symbols of panels, given by their pixels."""
    if panels.shape[1:] != atlas.frame.shape:
        down, across = panels.shape[1:]
        raise Refusal(
            f"the panels have {down} by {across} pixels; this atlas reads panels of "
            f"{atlas.pixels} by {atlas.pixels}"
        )
    symbols = np.zeros((len(panels), SLOTS), np.int16)
    for first in range(0, len(panels), CHUNK):
        chunk = slice(first, first + CHUNK)
        symbols[chunk] = chunk_symbols = _symbols(panels[chunk], atlas)
        wrong = (compose_numba.compose(atlas, chunk_symbols) != panels[chunk]).any(
            (1, 2)
        )
        if wrong.any():
            raise Refusal(
                f"panel {first + int(wrong.argmax())} cannot be read: "
                "no combination of lines and shapes of this atlas gives its pixels"
            )
    return symbols


def _symbols(panels: Panels, atlas: Atlas) -> Int16[np.ndarray, "panel 15"]:
    """The only symbols that can explain each panel."""
    places, codes = _witnesses(atlas)
    symbols = np.zeros((len(panels), SLOTS), np.int16)
    shown = panels.reshape(len(panels), -1)[:, places]
    symbols[:, CELLS:] = codes[np.arange(len(LINES)), shown]
    # Lines first: what a shape leaves visible can only be compared once the background
    # of its cell is known.
    below = compose_numba.compose(atlas, symbols)
    sprites = tuple(part.reshape(len(part), -1) for part in (atlas.fills, atlas.clears))
    cells, backgrounds = _cells(panels, atlas), _cells(below, atlas)
    shapes = _shapes(cells, backgrounds, sprites, atlas.shape_greys, atlas.ink)
    symbols[:, :CELLS] = shapes.reshape(-1, CELLS)
    return symbols


@cache
def _witnesses(atlas: Atlas) -> Witnesses:
    """For each line, of the pixels that only it covers the one that it covers most."""
    free = _free(atlas)
    own = [free & ~np.delete(atlas.lines, line, 0).any(0) for line in range(len(LINES))]
    covers = np.where(own, atlas.lines, 0).reshape(len(LINES), -1)
    # The more of a pixel a line covers, the further apart its ten greys are there.
    places = covers.argmax(1)
    if not covers.max(1).all():
        raise Refusal(
            f"panels of {atlas.pixels} pixels cannot be read, because shapes can hide a "
            "line; allowed: 60 pixels or more"
        )
    symbols = np.zeros((len(LINES), 1 + len(atlas.line_greys), SLOTS), np.int16)
    codes = np.zeros((len(LINES), 256), np.int16)
    for line, place in enumerate(places):
        symbols[line, :, CELLS + line] = np.arange(1 + len(atlas.line_greys))
        shown = compose_numba.compose(atlas, symbols[line]).reshape(
            len(symbols[line]), -1
        )
        codes[line, shown[:, place]] = np.arange(len(shown))
    return Witnesses(places, codes)


def _free(atlas: Atlas) -> Bool[np.ndarray, "row col"]:
    """The pixels that neither the frame nor any shape ever covers."""
    clear = (atlas.clears == FULL).all(0)
    free = atlas.frame == 0
    block = slice(atlas.corner, atlas.corner + 3 * atlas.cell)
    free[block, block] &= np.tile(clear, (3, 3))
    return free


def _cells(panels: Panels, atlas: Atlas) -> Cells:
    """The nine cells of each panel, in reading order."""
    side, block = atlas.cell, slice(atlas.corner, atlas.corner + 3 * atlas.cell)
    cells = panels[:, block, block].reshape(-1, 3, side, 3, side).swapaxes(2, 3)
    return np.ascontiguousarray(cells).reshape(-1, side * side)


# No type checking at run time here: Numba would have to compile the checker as well.
@njit(cache=True, nogil=True)
@no_type_check
def _shapes(
    cells: Cells,
    below: Cells,
    sprites: tuple[UInt8[np.ndarray, "70 pixel"], UInt8[np.ndarray, "70 pixel"]],
    greys: UInt8[np.ndarray, " 10"],
    ink: int,
) -> Int16[np.ndarray, " cell"]:
    """The symbol that turns the background of each cell into its pixels, or 0."""
    fills, clears = sprites
    codes = np.zeros(len(cells), np.int16)
    for cell in range(len(cells)):
        if (cells[cell] == below[cell]).all():
            continue
        for code in range(len(fills) * len(greys)):
            sprite, colour = divmod(code, len(greys))
            parts = fills[sprite], clears[sprite], greys[colour], ink
            if _explains(parts, below[cell], cells[cell]):
                codes[cell] = 1 + code
                break
    return codes


@njit(cache=True, nogil=True)
@no_type_check
def _explains(parts: tuple[Cell, Cell, int, int], below: Cell, seen: Cell) -> bool:
    """Whether a shape on this background gives these pixels."""
    fill, clear, grey, ink = parts
    # Start in the middle row, where a wrong shape is found out soonest, and wrap around.
    for step in range(len(seen)):
        place = step - len(seen) // 2
        inside, beside = np.int32(fill[place]), np.int32(clear[place])
        edge = FULL - inside - beside
        shown = (inside * grey + edge * ink + beside * below[place] + 127) // FULL
        if shown != seen[place]:
            return False
    return True
