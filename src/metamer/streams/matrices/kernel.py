"""Panels as pixels on the CPU: touches only what lines and shapes cover.

The pixels are those of `composing.composed`, bit by bit. What is not covered stays as it
is, because (255 * out + 127) // 255 is out.

Source: ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, no_type_check

import numpy as np
from jaxtyping import Integer, UInt8, UInt32
from numba import njit

from metamer.streams.matrices.atlas import Atlas
from metamer.streams.matrices.vocabulary import CELLS, LINES, SLOTS

Pixels = UInt8[np.ndarray, " pixel"]
Cell = UInt8[np.ndarray, "down across"]
Sprites = UInt8[np.ndarray, "70 down across"]
Greys = UInt8[np.ndarray, " 10"]


class Tools(NamedTuple):
    """An atlas as the compiled functions want it."""

    blank: Pixels
    """A panel with nothing on it but its frame."""
    places: tuple[UInt32[np.ndarray, " pixel"], ...]
    """The pixels that each line covers, apart from those of the frame."""
    coverages: tuple[UInt8[np.ndarray, " pixel"], ...]
    fills: Sprites
    clears: Sprites
    shape_greys: Greys
    line_greys: Greys
    ink: np.uint8


def composed(
    atlas: Atlas, symbols: Integer[np.ndarray, "*axes 15"]
) -> UInt8[np.ndarray, "*axes row col"]:
    """The pixels of some panels."""
    side = atlas.pixels
    panels = np.empty((*symbols.shape[:-1], side, side), np.uint8)
    codes = np.ascontiguousarray(symbols, np.int16).reshape(-1, SLOTS)
    _compose(panels.reshape(-1, side, side), codes, _tools(atlas))
    return panels


@cache
def _tools(atlas: Atlas) -> Tools:
    blank = np.where(atlas.frame, atlas.ink, atlas.background).astype(np.uint8)
    within = np.where(atlas.frame, np.uint8(0), atlas.lines)
    return Tools(
        blank.ravel(),
        tuple(np.flatnonzero(line).astype(np.uint32) for line in within),
        tuple(line[line > 0] for line in within),
        atlas.fills,
        atlas.clears,
        atlas.shape_greys,
        atlas.line_greys,
        np.uint8(atlas.ink),
    )


# Numba compiles the bare function: a checker around it would be compiled as well.
@njit(cache=True, nogil=True)
@no_type_check
def _compose(
    panels: UInt8[np.ndarray, "panel row col"],
    symbols: Integer[np.ndarray, "panel 15"],
    tools: Tools,
) -> None:
    for index in range(len(panels)):
        panel, codes = panels[index], symbols[index]
        flat = panel.reshape(-1)
        for place in range(len(flat)):  # three times as fast as `flat[:] =`
            flat[place] = tools.blank[place]
        for line in range(len(LINES)):
            _stroke(flat, line, codes[CELLS + line], tools)
        for cell in range(CELLS):
            _stamp(_window(panel, cell), codes[cell], tools)


@njit(cache=True, nogil=True)
@no_type_check
def _stroke(flat: Pixels, line: int, code: int, tools: Tools) -> None:
    """Draw a line over a panel."""
    if code == 0:
        return
    places, coverages = tools.places[line], tools.coverages[line]
    grey = tools.line_greys[code - 1]
    for entry in range(len(places)):
        place, coverage = places[entry], np.uint32(coverages[entry])
        flat[place] = _rounded(coverage * grey + (255 - coverage) * flat[place])


@njit(cache=True, nogil=True)
@no_type_check
def _stamp(window: Cell, code: int, tools: Tools) -> None:
    """Put a shape into a cell."""
    if code == 0:
        return
    sprite, colour = divmod(code - 1, 10)
    grey, ink = tools.shape_greys[colour], tools.ink
    for down in range(len(window)):
        row, fill, clear = (
            window[down],
            tools.fills[sprite, down],
            tools.clears[sprite, down],
        )
        for across in range(len(row)):
            inside, beside = np.uint32(fill[across]), np.uint32(clear[across])
            edge = 255 - inside - beside
            row[across] = _rounded(inside * grey + edge * ink + beside * row[across])


@njit(cache=True, nogil=True)
@no_type_check
def _window(panel: UInt8[np.ndarray, "row col"], cell: int) -> Cell:
    """The part of a panel that is one cell."""
    side, corner = len(panel) // 4, len(panel) // 8
    top, left = corner + cell // 3 * side, corner + cell % 3 * side
    return panel[top : top + side, left : left + side]


@njit(cache=True, nogil=True)
@no_type_check
def _rounded(parts: int) -> np.uint8:
    """The same as (parts + 127) // 255 up to 255 * 255, without a division."""
    raised = parts + 128
    return np.uint8((raised + (raised >> 8)) >> 8)
