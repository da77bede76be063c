"""The paper's own boards, from a folder that a user has."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import reading

NAMES = {"abstract": "sample", "metamer": "null_sample"}
"""What the released files call the two conditions. Source: kumar2022, released data."""


def boards(folder: Path, rule: str, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """The asked boards of one condition and the tiles that are shown at the start."""
    inner = folder / "boards_7x7" if (folder / "boards_7x7").is_dir() else folder
    path = inner / f"{rule}_{NAMES[kind]}.npy"
    if not path.exists():
        raise Refusal(
            f"{folder} has no {path.name}; needed: the folder of released boards, with "
            f"RULE_{NAMES[kind]}.npy and RULE_{NAMES[kind]}_starts.npy"
        )
    starts_path = path.with_name(f"{path.stem}_starts.npy")
    with reading(path, "get it again from the paper's repository"):
        found = np.load(path)
    with reading(starts_path, "get it again from the paper's repository"):
        starts = np.load(starts_path)
    return checked(found, starts, path)


def checked(
    found: np.ndarray, starts: np.ndarray, where: Path
) -> tuple[np.ndarray, np.ndarray]:
    """Boards as rows of tiles and starts as tiles; refuses what cannot be played."""
    if found.ndim != 3 or found.shape[1] != found.shape[2]:
        raise Refusal(
            f"{where}: boards must have shape (n, side, side), not {found.shape}"
        )
    if not np.isin(found, (0, 1)).all():
        raise Refusal(f"{where}: tiles must be 0 (blue) or 1 (red)")
    if starts.shape != (len(found), 2):
        raise Refusal(
            f"{where}: starts must have shape ({len(found)}, 2), not {starts.shape}"
        )
    side = found.shape[1]
    flat = found.reshape(len(found), -1).astype(bool)
    inside = ((starts >= 0) & (starts < side)).all(axis=1)
    if not inside.all():
        raise Refusal(
            f"{where}: the start of board {np.argmin(inside)} is off the board"
        )
    tiles = starts[:, 0] * side + starts[:, 1]
    red = flat[np.arange(len(flat)), tiles]
    if not red.all():
        raise Refusal(f"{where}: the start tile of board {np.argmin(red)} is not red")
    return flat, tiles.astype(int)
