"""A rule as an exact distribution: every board it can make, with its probability."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from metamer.paradigms.tiles import rules
from metamer.paradigms.tiles.distributions.distribution import Distribution, normalise
from metamer.paradigms.tiles.distributions.files import FILES, from_file
from metamer.paradigms.tiles.shapes.bitboard import merge, unpack


def distribution_of(name: str, reading: str = "as_coded") -> Distribution:
    """All boards of a rule, or of a file whose name ends in .npy or .npz."""
    if Path(name).suffix in FILES:
        return from_file(Path(name))
    return _exact(name, reading)


@lru_cache
def _exact(name: str, reading: str) -> Distribution:
    """All boards of a rule in the order of their numbers: row k is always the same."""
    codes, probabilities = merge(rules.find(name, reading).outcomes())
    boards = unpack(codes)
    playable = rules.are_playable(boards)
    return normalise(boards[playable], probabilities[playable])
