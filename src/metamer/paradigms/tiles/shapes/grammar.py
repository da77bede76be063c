"""Boards of the rule `grammar`."""

from __future__ import annotations

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes import chain, loop, tree
from metamer.paradigms.tiles.shapes.bitboard import Board, Outcomes

TREE = Rule(tree.sample, tree.outcomes, tree.holds).given(min_tiles=3)
"""The tree as coded, with trees of 3 tiles among its boards."""


@rule.add("grammar")
def grammar(reading: str) -> Rule:
    """A chain, a tree or a loop: the compositional boards of the 2021 paper.

    Source: kumar2021, "all" boards.
    Unstated: how often each occurs. They are equally likely here; of the 24 published
    boards 4 are chains, 7 trees and 13 loops. No board mixes two of them.
    Differs: in 2021 the root is the tile that is shown at the start. Here the start is
    any of the reds, as for every other rule.
    """
    return Rule(sample, outcomes, holds)


@rule.add("grammar_tree")
def grammar_tree(reading: str) -> Rule:
    """The tree as coded, with trees of 3 tiles among its boards.

    Source: kumar2021, the grammar's production "tree".
    """
    return TREE


def sample(rng: np.random.Generator) -> Board | None:
    """One of the three, equally likely."""
    samples = (chain.sample, TREE.sample, loop.sample)
    return samples[rng.integers(len(samples))](rng)


def outcomes() -> Outcomes:
    """All chains, trees and loops."""
    parts = (chain.outcomes(), TREE.outcomes(), loop.outcomes())
    return Outcomes(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.probabilities for part in parts]) / len(parts),
    )


def holds(board: Board) -> bool:
    """Whether the board is a chain, a tree or a loop."""
    return chain.holds(board) or TREE.holds(board) or loop.holds(board)
