"""Boards from a user's file."""

from __future__ import annotations

from math import isqrt
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float

from metamer.core.checked import read_arrays
from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import (
    Distribution,
    flat,
    normalise,
)
from metamer.paradigms.tiles.shapes.bitboard import Outcomes, merge, pack, unpack

MIN_GIVEN_REDS = 2
"""Red tiles of a user's board: one is shown at the start, and one is left to find."""
MAX_SIDE = 8
"""The side of the largest board: its 64 tiles fit one number."""
FILES = (".npy", ".npz")


def from_file(path: Path) -> Distribution:
    """Boards from a file, equal ones merge.

    A `.npy` file holds the boards; a `.npz` file holds them as `boards`, and possibly how
    often each occurs, as `probabilities` or `counts`. Boards are square or flat.
    """
    arrays = _arrays(path)
    boards = _boards(path, arrays["boards"])
    weights = _weights(path, arrays, len(boards))
    codes, weights = merge(Outcomes(pack(boards), weights))
    occurs = weights > 0
    return normalise(unpack(codes, boards.shape[1])[occurs], weights[occurs])


def red_tiles(where: Path, boards: np.ndarray) -> Bool[np.ndarray, "board tile"]:
    """Boards as rows of tiles, true where they are red; refuses what cannot be played."""
    if boards.dtype.kind not in "buif" or not np.isin(boards, (0, 1)).all():
        raise Refusal(f"{where}: every tile must be 1 (red) or 0 (blue)")
    red = flat(boards == 1)
    if red.sum(1).min() < MIN_GIVEN_REDS:
        raise Refusal(
            f"{where}: board {red.sum(1).argmin()}, counted from 0, has fewer than "
            f"{MIN_GIVEN_REDS} red tiles, so there is nothing to find"
        )
    return red


def _arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays in a file, by name."""
    found = read_arrays(path, "needed: boards as numbers in an npy or npz file")
    arrays = {name or "boards": array for name, array in found.items()}
    if "boards" not in arrays:
        raise Refusal(f"{path} has no array `boards`; it has: {', '.join(arrays)}")
    return arrays


def _boards(path: Path, boards: np.ndarray) -> Bool[np.ndarray, "board tile"]:
    side = isqrt(int(np.prod(boards.shape[1:])))
    if boards.shape[1:] not in ((side, side), (side**2,)) or not len(boards):
        raise Refusal(
            f"{path}: boards must have the shape (boards, side, side) or "
            f"(boards, side * side), not {boards.shape}"
        )
    if not 2 <= side <= MAX_SIDE:
        raise Refusal(
            f"{path}: boards must be 2x2 to {MAX_SIDE}x{MAX_SIDE}, not {side}x{side}"
        )
    return red_tiles(path, boards)


def _weights(
    path: Path, arrays: dict[str, np.ndarray], boards: int
) -> Float[np.ndarray, " board"]:
    names = [name for name in ("probabilities", "counts") if name in arrays]
    if not names:
        return np.ones(boards)
    if len(names) == 2:
        raise Refusal(f"{path} has both probabilities and counts; give one of them")
    weights = arrays[names[0]]
    if weights.shape != (boards,) or weights.dtype.kind not in "buif":
        raise Refusal(f"{path}: {names[0]} must be {boards} numbers, one per board")
    weights = weights.astype(float)
    if not np.isfinite(weights).all() or weights.min() < 0 or weights.sum() == 0:
        raise Refusal(f"{path}: {names[0]} must be 0 or more, and not all 0")
    return weights
