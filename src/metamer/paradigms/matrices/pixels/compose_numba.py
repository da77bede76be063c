"""Panels as pixels on the CPU, compiled by Numba.

The pixels are those of `compose_jax.compose`, bit for bit. Only covered pixels are
written: an uncovered one does not change, because (255 * out + 127) // 255 is out.

Source: ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, no_type_check

import numpy as np
from jaxtyping import Integer, UInt8, UInt32
from numba import njit

from metamer.paradigms.matrices.pixels.atlas import Atlas
from metamer.paradigms.matrices.rules.vocabulary import CELLS, LINES, SLOTS

Pixels = UInt8[np.ndarray, " pixel"]
Cell = UInt8[np.ndarray, "down across"]
Sprites = UInt8[np.ndarray, "70 down across"]
Greys = UInt8[np.ndarray, " 10"]


class KernelTables(NamedTuple):
    """An atlas in the form that the compiled functions read."""

    blank: Pixels
    """A panel that is empty except for its frame."""
    places: tuple[UInt32[np.ndarray, " pixel"], ...]
    """The indices of the pixels that each line covers, without those of the frame."""
    coverages: tuple[UInt8[np.ndarray, " pixel"], ...]
    fills: Sprites
    clears: Sprites
    shape_greys: Greys
    line_greys: Greys
    ink: np.uint8


def compose(
    atlas: Atlas, symbols: Integer[np.ndarray, "*axes 15"]
) -> UInt8[np.ndarray, "*axes row col"]:
    """The pixels of panels, given by their symbols."""
    side = atlas.pixels
    panels = np.empty((*symbols.shape[:-1], side, side), np.uint8)
    codes = np.ascontiguousarray(symbols, np.int16).reshape(-1, SLOTS)
    _compose(panels.reshape(-1, side, side), codes, _tables(atlas))
    return panels


@cache
def _tables(atlas: Atlas) -> KernelTables:
    blank = np.where(atlas.frame, atlas.ink, atlas.background).astype(np.uint8)
    within = np.where(atlas.frame, np.uint8(0), atlas.lines)
    return KernelTables(
        blank.ravel(),
        tuple(np.flatnonzero(line).astype(np.uint32) for line in within),
        tuple(line[line > 0] for line in within),
        atlas.fills,
        atlas.clears,
        atlas.shape_greys,
        atlas.line_greys,
        np.uint8(atlas.ink),
    )


# No type checking at run time here: Numba would have to compile the checker as well.
@njit(cache=True, nogil=True)
@no_type_check
def _compose(
    panels: UInt8[np.ndarray, "panel row col"],
    symbols: Integer[np.ndarray, "panel 15"],
    tables: KernelTables,
) -> None:
    for index in range(len(panels)):
        panel, codes = panels[index], symbols[index]
        flat = panel.reshape(-1)
        for place in range(len(flat)):  # three times as fast as `flat[:] = blank`
            flat[place] = tables.blank[place]
        for line in range(len(LINES)):
            _draw_line(flat, line, codes[CELLS + line], tables)
        for cell in range(CELLS):
            _draw_shape(_window(panel, cell), codes[cell], tables)


@njit(cache=True, nogil=True)
@no_type_check
def _draw_line(flat: Pixels, line: int, code: int, tables: KernelTables) -> None:
    """Draw a line on a panel."""
    if code == 0:
        return
    places, coverages = tables.places[line], tables.coverages[line]
    grey = tables.line_greys[code - 1]
    for index in range(len(places)):
        place, coverage = places[index], np.uint32(coverages[index])
        flat[place] = _divide_by_255(coverage * grey + (255 - coverage) * flat[place])


@njit(cache=True, nogil=True)
@no_type_check
def _draw_shape(window: Cell, code: int, tables: KernelTables) -> None:
    """Draw a shape in a cell."""
    if code == 0:
        return
    sprite, colour = divmod(code - 1, 10)
    grey, ink = tables.shape_greys[colour], tables.ink
    for down in range(len(window)):
        row, fill, clear = (
            window[down],
            tables.fills[sprite, down],
            tables.clears[sprite, down],
        )
        for across in range(len(row)):
            inside, beside = np.uint32(fill[across]), np.uint32(clear[across])
            edge = 255 - inside - beside
            row[across] = _divide_by_255(
                inside * grey + edge * ink + beside * row[across]
            )


@njit(cache=True, nogil=True)
@no_type_check
def _window(panel: UInt8[np.ndarray, "row col"], cell: int) -> Cell:
    """The part of a panel that is one cell."""
    side, corner = len(panel) // 4, len(panel) // 8
    top, left = corner + cell // 3 * side, corner + cell % 3 * side
    return panel[top : top + side, left : left + side]


@njit(cache=True, nogil=True)
@no_type_check
def _divide_by_255(parts: int) -> np.uint8:
    """(parts + 127) // 255 for parts up to 255 * 255, without a division."""
    # 1 / 255 is 1/256 + 1/256^2 + ...; for 16 bits the first two terms are enough.
    raised = parts + 128
    return np.uint8((raised + (raised >> 8)) >> 8)
