"""Many rows from compiled programs that make fixed numbers of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import UInt8

from metamer.core.keys import Key

MIN_ROWS, MAX_ROWS = 2**8, 2**15
"""Rows in a block. Powers of two only, because every other size compiles a new program;
the largest keeps memory bounded."""


def in_blocks(
    make: Callable[[int, Key], Any], many: int, key: Key
) -> UInt8[np.ndarray, "row variable"]:
    """`many` rows, from `make(size, key)` in blocks of a few sizes."""
    size = min(max(MIN_ROWS, 2 ** (many - 1).bit_length()), MAX_ROWS)
    blocks = [
        np.asarray(make(size, key.stream("block", first)))
        for first in range(0, many, size)
    ]
    return np.concatenate(blocks)[:many]
