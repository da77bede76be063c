"""Boards and how probable each is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float

from metamer.core.errors import Refusal
from metamer.paradigms.tiles.shapes.bitboard import pack, unpack


class Distribution(NamedTuple):
    """Boards and how probable each is."""

    boards: np.ndarray
    """Bool, one row per board and one column per tile, row by row; true is red."""
    probabilities: np.ndarray
    """Float64; they sum to 1."""


def normalise(boards: np.ndarray, weights: np.ndarray) -> Distribution:
    """Boards in proportion to their weights; read-only, since they are shared."""
    return freeze(Distribution(boards, weights / weights.sum()))


def freeze(distribution: Distribution) -> Distribution:
    """The distribution with arrays that nobody can change."""
    for array in distribution:
        array.flags.writeable = False
    return distribution


def without(
    distribution: Distribution, boards: Bool[np.ndarray, "held ..."]
) -> Distribution:
    """The distribution with some boards held out."""
    remaining = ~np.isin(pack(distribution.boards), pack(flat(boards)))
    if not remaining.any():
        raise Refusal(
            f"all {len(distribution.boards)} boards are held out, and none is left to "
            "teach; hold out fewer boards"
        )
    return normalise(
        distribution.boards[remaining], distribution.probabilities[remaining]
    )


def contains(
    distribution: Distribution, boards: Bool[np.ndarray, "board ..."]
) -> Bool[np.ndarray, " board"]:
    """Whether each board is one of the distribution's."""
    return np.isin(pack(flat(boards)), pack(distribution.boards))


def mixture(distributions: Sequence[Distribution]) -> Distribution:
    """All boards of some distributions, each distribution as probable as the others."""
    return Distribution(
        np.concatenate([part.boards for part in distributions]),
        np.concatenate([part.probabilities for part in distributions])
        / len(distributions),
    )


def tally(boards: Bool[np.ndarray, "board tile"]) -> Distribution:
    """The distinct boards of a sample, each as probable as it was frequent."""
    codes, counts = np.unique(pack(boards), return_counts=True)
    return Distribution(unpack(codes, boards.shape[1]), counts / counts.sum())


def most_probable(distribution: Distribution, number: int) -> Distribution:
    """The `number` most probable boards, and no others."""
    order = np.argsort(-distribution.probabilities, kind="stable")
    # Back in the order of the distribution: the same boards are then the same rows,
    # however probable each is.
    rows = np.sort(order[:number])
    probabilities = distribution.probabilities[rows]
    return Distribution(distribution.boards[rows], probabilities / probabilities.sum())


def entropy(distribution: Distribution) -> float:
    """The entropy in bits."""
    return float(-distribution.probabilities @ np.log2(distribution.probabilities))


def mean_reds(distribution: Distribution) -> float:
    """The expected number of red tiles."""
    return float(distribution.probabilities @ distribution.boards.sum(1))


def marginals(distribution: Distribution) -> Float[np.ndarray, " tile"]:
    """The probability that each tile is red."""
    return distribution.probabilities @ distribution.boards


def pair_marginals(distribution: Distribution) -> Float[np.ndarray, "tile tile"]:
    """The probability that two tiles are both red; on the diagonal, that one is."""
    weighted = distribution.boards * distribution.probabilities[:, None]
    return weighted.T @ distribution.boards


def flat(boards: np.ndarray) -> Bool[np.ndarray, "board tile"]:
    """Square boards as rows of tiles."""
    return boards.reshape(len(boards), -1)
