"""Panels as pixels, from any symbols that a user may give."""

from __future__ import annotations

import numpy as np
from jaxtyping import Integer, UInt8

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.pixels.atlas import atlas
from metamer.paradigms.matrices.rules.vocabulary import CELLS, SLOTS

MAX_CODES = np.array([700] * CELLS + [10] * (SLOTS - CELLS), np.int16)
"""The largest symbol of each slot: 7 types of 10 sizes in 10 colours, and 10 colours."""


def render(
    symbols: Integer[np.ndarray, "*axes slot"], pixels: int = 80, look: str = "pgm"
) -> UInt8[np.ndarray, "*axes row col"]:
    """The pixels of panels, each given by its 15 symbols.

    Source: barrett2018, Sec. 3, for 80 pixels.
    """
    if symbols.shape[-1] != SLOTS:
        raise Refusal(f"a panel has {SLOTS} symbols, not {symbols.shape[-1]}")
    if ((symbols < 0) | (symbols > MAX_CODES)).any():
        raise Refusal(
            "symbols must be 0 to 700 for each cell and 0 to 10 for each line"
        )
    from metamer.paradigms.matrices.pixels.compose_numba import compose

    return compose(atlas(pixels, look), symbols)
