"""Panels as pixels on the CPU: touches only what lines and shapes cover.

The pixels are those of `composing.composed`, bit by bit. What is not covered stays as it
is, because (255 * out + 127) // 255 is out.

Source: ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, no_type_check

import numpy as np
from jaxtyping import Int, Integer, UInt8
from numba import njit

from metamer.streams.matrices.atlas import Atlas
from metamer.streams.matrices.vocabulary import CELLS, LINES, SLOTS


class Strokes(NamedTuple):
    """Which pixels each line covers, and last the frame."""

    firsts: Int[np.ndarray, " stroke"]
    """Where in the lists below each begins; one more for the end."""
    places: Integer[np.ndarray, " pixel"]
    coverages: UInt8[np.ndarray, " pixel"]


def composed(
    atlas: Atlas, symbols: Integer[np.ndarray, "*axes 15"]
) -> UInt8[np.ndarray, "*axes row col"]:
    """The pixels of some panels."""
    side = atlas.pixels
    panels = np.empty((*symbols.shape[:-1], side, side), np.uint8)
    _compose(
        panels.reshape(-1, side, side),
        np.ascontiguousarray(symbols, np.int16).reshape(-1, SLOTS),
        _strokes(atlas),
        (atlas.fills, atlas.clears, atlas.shape_greys),
        (atlas.line_greys, np.uint8(atlas.background), np.uint8(atlas.ink)),
    )
    return panels


@cache
def _strokes(atlas: Atlas) -> Strokes:
    planes = [*atlas.lines, atlas.frame]
    places = [np.flatnonzero(plane) for plane in planes]
    firsts = np.cumsum([0, *map(len, places)])
    covers = [plane.ravel()[it] for plane, it in zip(planes, places, strict=True)]
    return Strokes(
        firsts, np.concatenate(places).astype(np.int32), np.concatenate(covers)
    )


# Numba compiles the bare function: a checker around it would be compiled as well.
@njit(cache=True, nogil=True)
@no_type_check
def _compose(panels, symbols, strokes, shapes, tones) -> None:
    fills, clears, shape_greys = shapes
    line_greys, background, ink = tones
    for item in range(len(panels)):
        panel, codes = panels[item], symbols[item]
        flat = panel.reshape(-1)
        flat[:] = background
        for line in range(len(LINES)):
            if codes[CELLS + line]:
                _stroke(flat, strokes, line, line_greys[codes[CELLS + line] - 1])
        for cell in range(CELLS):
            if codes[cell]:
                sprite, colour = divmod(codes[cell] - 1, 10)
                _stamp(
                    panel, cell, fills[sprite], clears[sprite], shape_greys[colour], ink
                )
        _stroke(flat, strokes, len(LINES), ink)


@njit(cache=True, nogil=True)
@no_type_check
def _stroke(flat, strokes, which, grey) -> None:
    for entry in range(strokes.firsts[which], strokes.firsts[which + 1]):
        place, coverage = strokes.places[entry], np.uint32(strokes.coverages[entry])
        flat[place] = _rounded(coverage * grey + (255 - coverage) * flat[place])


@njit(cache=True, nogil=True)
@no_type_check
def _stamp(panel, cell, fill, clear, grey, ink) -> None:
    side, corner = len(fill), len(panel) // 8
    top, left = corner + cell // 3 * side, corner + cell % 3 * side
    for down in range(side):
        row = panel[top + down, left : left + side]
        for across in range(side):
            inside, beside = (
                np.uint32(fill[down, across]),
                np.uint32(clear[down, across]),
            )
            edge = 255 - inside - beside
            row[across] = _rounded(inside * grey + edge * ink + beside * row[across])


@njit(cache=True, nogil=True)
@no_type_check
def _rounded(parts) -> np.uint8:
    # The same as (parts + 127) // 255 up to 255 * 255, without a division.
    raised = parts + 128
    return np.uint8((raised + (raised >> 8)) >> 8)
