"""The paper's own boards, from a folder that a user has."""

from __future__ import annotations

from math import isqrt
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.paradigms.tiles.tables import FEWEST, table

NAMES = {"abstract": "sample", "metamer": "null_sample"}
"""What the released files call the two conditions. Source: kumar2022, released data."""

REMEDY = "get it again from the paper's repository"


def boards(
    folder: Path, rule: str, kind: str
) -> tuple[Bool[np.ndarray, "board tile"], Int[np.ndarray, " board"]]:
    """The asked boards of one condition and the tiles that are shown at the start.

    They are in the files RULE_sample.npy and RULE_sample_starts.npy, of metamers in
    RULE_null_sample.npy and RULE_null_sample_starts.npy.

    Source: kumar2022, released data.
    """
    inner = folder / "boards_7x7" if (folder / "boards_7x7").is_dir() else folder
    path = inner / f"{Path(rule).stem}_{NAMES[kind]}.npy"
    found, starts = (_read(it) for it in (path, path.with_stem(f"{path.stem}_starts")))
    side = isqrt(table(rule).boards.shape[1])
    red = _checked_boards(found, side, path)
    return red, _checked_starts(starts, red, path)


def _read(path: Path) -> np.ndarray:
    if not path.is_file():
        raise Refusal(
            f"there is no {path.name} in {path.parent}; published takes the folder of "
            f"released boards, with RULE_{NAMES['abstract']}.npy and others like it"
        )
    with reading(path, REMEDY):
        return np.load(path)


def _checked_boards(
    found: np.ndarray, side: int, where: Path
) -> Bool[np.ndarray, "board tile"]:
    """Boards as rows of tiles; refuses what cannot be played."""
    if found.shape[1:] != (side, side) or not len(found):
        raise Refusal(
            f"{where}: boards must have the shape (boards, {side}, {side}), "
            f"not {found.shape}"
        )
    if not np.isin(found, (0, 1)).all():
        raise Refusal(f"{where}: a tile is 1 (red) or 0 (blue), and nothing else")
    red = found.reshape(len(found), -1).astype(bool)
    if red.sum(axis=1).min() < FEWEST:
        raise Refusal(
            f"{where}: board {red.sum(axis=1).argmin()}, counted from 0, has fewer than "
            f"{FEWEST} reds, so there is nothing to find"
        )
    return red


def _checked_starts(
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
    shown = inside & red[np.arange(len(red)), tiles]
    if not shown.all():
        place = int(np.argmin(shown))
        row, column = starts[place]
        raise Refusal(
            f"{where}: the start of board {place}, counted from 0, must be a red tile, "
            f"and the one at row {row}, column {column} is not"
        )
    return tiles.astype(int)
