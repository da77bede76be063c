"""A chain, a tree or a loop: the compositional boards of the 2021 paper.

Source: kumar2021, "all" boards.
Unstated: how often each occurs. They are equally likely here; of the 24 published boards 4
are chains, 7 trees and 13 loops. No board mixes two of them.
Differs: in 2021 the root is the tile that is shown at the start. Here the start is any of
the reds, as for every other rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from metamer.paradigms.tiles.shapes import chain, loop, tree
from metamer.paradigms.tiles.shapes.bitboard import Board, Outcomes

LEAST = 3
"""Tiles of the smallest tree, which here is kept."""

SAMPLES: tuple[Callable[[np.random.Generator], Board | None], ...] = (
    chain.sample,
    partial(tree.sample, least=LEAST),
    loop.sample,
)


def sample(rng: np.random.Generator) -> Board | None:
    """One of the three, equally likely."""
    return SAMPLES[rng.integers(len(SAMPLES))](rng)


def outcomes() -> Outcomes:
    """All chains, trees and loops."""
    parts = (chain.outcomes(), tree.outcomes(least=LEAST), loop.outcomes())
    return Outcomes(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.probabilities for part in parts]) / len(parts),
    )


def holds(board: Board) -> bool:
    """Whether the board is a chain, a tree or a loop."""
    return chain.holds(board) or tree.holds(board, least=LEAST) or loop.holds(board)
