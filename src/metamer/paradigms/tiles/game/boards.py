"""Boards as a game begins on them."""

from typing import Any, NamedTuple


class Boards(NamedTuple):
    """Boards as a game begins on them; the first axis is the board, the second the tile."""

    red: Any
    """Bool; whether each tile is red."""
    shown: Any
    """Bool; whether each tile is face up."""
