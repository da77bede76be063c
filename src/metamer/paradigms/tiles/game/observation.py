"""What a policy of another library observes of a game: one row of numbers."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Float32, Int


def observe(
    seen: Float[np.ndarray, "game tile"],
    clicked: Int[np.ndarray, " game"],
    earned: Float[np.ndarray, " game"],
) -> Float32[np.ndarray, "game number"]:
    """The board, the last click (one-hot, none if -1) and its reward.

    Source: kumar2022, Methods, "Training Meta-Learning Agents on the Tile-revealing Task".
    """
    click = clicked[:, None] == np.arange(seen.shape[1])
    return np.concatenate([seen, click, earned[:, None]], axis=1, dtype=np.float32)
