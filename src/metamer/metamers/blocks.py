"""Many rows from compiled programs that make fixed numbers of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import UInt8

from metamer.core.keys import Key

LEAST, MOST = 2**8, 2**15
"""Rows in a block. Powers of two only, for every new number compiles a new program;
the largest keeps memory bounded."""


def in_blocks(
    make: Callable[[int, Key], Any], many: int, key: Key
) -> UInt8[np.ndarray, "row variable"]:
    """`many` rows, from `make(size, key)` in blocks of a few sizes."""
    size = min(max(LEAST, 2 ** (many - 1).bit_length()), MOST)
    blocks = [
        np.asarray(make(size, key.stream("block", first)))
        for first in range(0, many, size)
    ]
    return np.concatenate(blocks)[:many]
