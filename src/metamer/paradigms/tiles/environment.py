"""Boards of a rule, or metamers of them, as an environment for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.controls import boards_of
from metamer.paradigms.tiles.tables import without

if TYPE_CHECKING:
    from gymnasium import Env


def environment(
    rule: str = "rectangle",
    condition: str = "abstract",
    reading: str = "as_coded",
    lag: int = 0,
    limit: int = 60,
    held_out: Sequence[Any] | np.ndarray = (),
    render_mode: str | None = None,
) -> Env:
    """The game on the boards of a rule and condition, none of them in `held_out`.

    Everything else is as in the paradigm: metamers are made by the paper's recipe.
    """
    from metamer.games.gymnasium import Environment
    from metamer.games.single import as_board

    settings = Tiles(
        rules=(rule,),
        reading=reading,  # type: ignore[arg-type]
        taught=(condition,),
        limit=limit,
        lag=lag,  # type: ignore[arg-type]
    )
    known = boards_of(condition, settings.control(rule))
    if len(held_out):
        tiles = known.boards.shape[1]
        known = without(known, np.array([as_board(it, tiles) for it in held_out]))
    return Environment(*known, limit, lag, settings.rewards, render_mode)
