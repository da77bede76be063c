"""The paper's own boards, from a folder that a user has."""

from __future__ import annotations

from math import isqrt
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.checked import read_arrays
from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.files import red_tiles

FOLDER = "boards_7x7"
"""The folder of boards in the released data."""

NAMES = {"abstract": "sample", "metamer": "null_sample"}
"""What the released files call the two conditions. Source: kumar2022, released data."""

REMEDY = "get it again from the paper's repository"


def published_boards(
    folder: Path, rule: str, kind: str, side: int
) -> tuple[Bool[np.ndarray, "board tile"], Int[np.ndarray, " board"]]:
    """The asked boards of one condition, and the tile of each that is shown at the start.

    They are in the files RULE_sample.npy and RULE_sample_starts.npy; metamers are in
    RULE_null_sample.npy and RULE_null_sample_starts.npy.

    Source: kumar2022, released data.
    """
    inner = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    path = inner / f"{Path(rule).stem}_{NAMES[kind]}.npy"
    boards, starts = _read(path), _read(path.with_stem(f"{path.stem}_starts"))
    red = _boards(boards, side, path)
    return red, _starts(starts, red, path)


def _read(path: Path) -> np.ndarray:
    if not path.is_file():
        raise Refusal(
            f"there is no {path.name} in {path.parent}; `published` takes the folder of "
            f"released boards, with RULE_{NAMES['abstract']}.npy and others like it"
        )
    return read_arrays(path, REMEDY).get("", np.zeros(0))


def _boards(
    boards: np.ndarray, side: int, where: Path
) -> Bool[np.ndarray, "board tile"]:
    if boards.shape[1:] != (side, side) or not len(boards):
        raise Refusal(
            f"{where}: boards must have the shape (boards, {side}, {side}), "
            f"not {boards.shape}"
        )
    return red_tiles(where, boards)


def _starts(
    starts: np.ndarray, red: Bool[np.ndarray, "board tile"], where: Path
) -> Int[np.ndarray, " board"]:
    """Start tiles as numbers of tiles; each must be a red tile of its board."""
    if starts.shape != (len(red), 2) or starts.dtype.kind not in "iu":
        raise Refusal(
            f"{where}: starts must be whole numbers of shape ({len(red)}, 2), "
            f"not {starts.dtype} of shape {starts.shape}"
        )
    side = isqrt(red.shape[1])
    inside = ((starts >= 0) & (starts < side)).all(axis=1)
    tiles = np.where(inside, starts[:, 0] * side + starts[:, 1], 0)
    fits = inside & red[np.arange(len(red)), tiles]
    if not fits.all():
        place = int(np.argmin(fits))
        row, column = starts[place]
        raise Refusal(
            f"{where}: the start of board {place}, counted from 0, must be a red tile, "
            f"and the one at row {row}, column {column} is not"
        )
    return tiles.astype(int)
