"""Symbols from pixels: what a panel that was drawn with an atlas is made of, exactly.

Every line has a pixel that nothing else ever covers, its witness, and there its grey can
be told. Then what lies below each cell is known, and at most one shape turns that into
what is seen. In the end the symbols are drawn again: what they do not explain is refused.

Source: ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, no_type_check

import numpy as np
from jaxtyping import Bool, Int, Int16, UInt8
from numba import njit

from metamer.core.errors import Refusal
from metamer.streams.matrices import kernel
from metamer.streams.matrices.atlas import FULL, Atlas
from metamer.streams.matrices.vocabulary import CELLS, LINES, SLOTS

AT_ONCE = 1024
"""Panels that are read together, so that memory stays bounded. Source: ours."""

Panels = UInt8[np.ndarray, "panel row col"]
Cell = UInt8[np.ndarray, " pixel"]
Cells = UInt8[np.ndarray, "cell pixel"]


class Witnesses(NamedTuple):
    """Where the grey of each line is told."""

    places: Int[np.ndarray, " 6"]
    codes: Int16[np.ndarray, "6 256"]
    """The symbol of a line by what its pixel shows; 0 where nothing explains it."""


def read(panels: Panels, atlas: Atlas) -> Int16[np.ndarray, "panel 15"]:
    """The symbols of some panels."""
    if panels.shape[1:] != atlas.frame.shape:
        down, across = panels.shape[1:]
        raise Refusal(
            f"panels are {down} by {across} pixels; "
            f"this atlas reads {atlas.pixels} by {atlas.pixels}"
        )
    symbols = np.zeros((len(panels), SLOTS), np.int16)
    for first in range(0, len(panels), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        symbols[some] = found = _symbols(panels[some], atlas)
        wrong = (kernel.composed(atlas, found) != panels[some]).any((1, 2))
        if wrong.any():
            raise Refusal(
                f"panel {first + int(wrong.argmax())} cannot be read: "
                "no lines and shapes of this atlas look like it"
            )
    return symbols


def _symbols(panels: Panels, atlas: Atlas) -> Int16[np.ndarray, "panel 15"]:
    """What explains each panel if anything does."""
    places, codes = _witnesses(atlas)
    symbols = np.zeros((len(panels), SLOTS), np.int16)
    shown = panels.reshape(len(panels), -1)[:, places]
    symbols[:, CELLS:] = codes[np.arange(len(LINES)), shown]
    below = kernel.composed(atlas, symbols)
    sprites = tuple(it.reshape(len(it), -1) for it in (atlas.fills, atlas.clears))
    seen, hidden = _cells(panels, atlas), _cells(below, atlas)
    found = _shapes(seen, hidden, sprites, atlas.shape_greys, atlas.ink)
    symbols[:, :CELLS] = found.reshape(-1, CELLS)
    return symbols


@cache
def _witnesses(atlas: Atlas) -> Witnesses:
    """For each line the pixel that it covers most of those that are its own."""
    free = _free(atlas)
    own = [free & ~np.delete(atlas.lines, line, 0).any(0) for line in range(len(LINES))]
    covers = np.where(own, atlas.lines, 0).reshape(len(LINES), -1)
    places = covers.argmax(1)
    if not covers.max(1).all():
        raise Refusal(
            f"panels of {atlas.pixels} pixels cannot be read, because shapes can hide "
            "a line there; panels of 60 pixels or more can"
        )
    symbols = np.zeros((len(LINES), 1 + len(atlas.line_greys), SLOTS), np.int16)
    codes = np.zeros((len(LINES), 256), np.int16)
    for line, place in enumerate(places):
        symbols[line, :, CELLS + line] = np.arange(1 + len(atlas.line_greys))
        shown = kernel.composed(atlas, symbols[line]).reshape(len(symbols[line]), -1)
        codes[line, shown[:, place]] = np.arange(len(shown))
    return Witnesses(places, codes)


def _free(atlas: Atlas) -> Bool[np.ndarray, "row col"]:
    """Pixels that neither the frame nor any shape ever covers."""
    clear = (atlas.clears == FULL).all(0)
    free = atlas.frame == 0
    block = slice(atlas.corner, atlas.corner + 3 * atlas.cell)
    free[block, block] &= np.tile(clear, (3, 3))
    return free


def _cells(panels: Panels, atlas: Atlas) -> Cells:
    """The nine cells of each panel, one after the other."""
    side, block = atlas.cell, slice(atlas.corner, atlas.corner + 3 * atlas.cell)
    cells = panels[:, block, block].reshape(-1, 3, side, 3, side).swapaxes(2, 3)
    return np.ascontiguousarray(cells).reshape(-1, side * side)


# Numba compiles the bare function: a checker around it would be compiled as well.
@njit(cache=True, nogil=True)
@no_type_check
def _shapes(
    cells: Cells,
    below: Cells,
    sprites: tuple[UInt8[np.ndarray, "70 pixel"], UInt8[np.ndarray, "70 pixel"]],
    greys: UInt8[np.ndarray, " 10"],
    ink: int,
) -> Int16[np.ndarray, " cell"]:
    """The symbol that turns what lies below each cell into what is seen, or 0."""
    fills, clears = sprites
    found = np.zeros(len(cells), np.int16)
    for cell in range(len(cells)):
        if (cells[cell] == below[cell]).all():
            continue
        for code in range(len(fills) * len(greys)):
            sprite, colour = divmod(code, len(greys))
            parts = fills[sprite], clears[sprite], greys[colour], ink
            if _explains(parts, below[cell], cells[cell]):
                found[cell] = 1 + code
                break
    return found


@njit(cache=True, nogil=True)
@no_type_check
def _explains(parts: tuple[Cell, Cell, int, int], below: Cell, seen: Cell) -> bool:
    """Whether a shape over what lies below gives what is seen."""
    fill, clear, grey, ink = parts
    # From the middle row on, where wrong ones are soon found out, and around.
    for step in range(len(seen)):
        place = step - len(seen) // 2
        inside, beside = np.int32(fill[place]), np.int32(clear[place])
        edge = FULL - inside - beside
        shown = (inside * grey + edge * ink + beside * below[place] + 127) // FULL
        if shown != seen[place]:
            return False
    return True
