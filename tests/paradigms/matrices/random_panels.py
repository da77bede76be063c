"""Panels at random for tests of pixels."""

import numpy as np

from metamer.paradigms.matrices.rules.vocabulary import CELLS, LINES, SLOTS


def panels(many, seed=0):
    """Panels from empty to full, and last some that are as full as can be."""
    chance = np.random.default_rng(seed)
    codes = np.concatenate(
        [chance.integers(1, 701, (many, CELLS)), chance.integers(1, 11, (many, 6))], 1
    )
    shares = chance.random((many, 2)).repeat([CELLS, len(LINES)], axis=1)
    codes[chance.random((many, SLOTS)) > shares] = 0
    full = chance.integers(1, 11, (many // 10, SLOTS))
    full[:, :CELLS] += 100 * chance.integers(0, 7, (len(full), 1)) + 90
    codes[len(codes) - len(full) :] = full
    return codes.astype(np.int16)
