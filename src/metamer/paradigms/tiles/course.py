"""What a unit is taught: the game, and where its boards come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metamer.paradigms.tiles.controls import Control, metamers
from metamer.paradigms.tiles.tables import Table, alias, table

if TYPE_CHECKING:
    from metamer.games.tiles import Game


@dataclass(frozen=True)
class Course:
    """A game to learn. Only reference players look beyond `game`."""

    game: Game
    """Pure JAX; the same compiled program serves all rules."""
    taught: Table
    """Its boards: those of the condition, without any that are asked."""
    control: Control

    @property
    def tiles(self) -> int:
        return self.taught.boards.shape[1]

    @property
    def rule(self) -> str:
        return self.control.rule

    @property
    def reading(self) -> str:
        return self.control.reading

    def rule_table(self) -> Table:
        """Every board that the rule can make."""
        return table(self.rule, self.reading)

    def metamer_table(self) -> Table:
        """The metamer boards of the rule."""
        return metamers(self.control)


def dealt(known: Table, slots: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A table as a game deals from it: ranks of red tiles, and the alias arrays.

    Filled up to `slots` boards that are never dealt, so that tables of all rules have
    one shape.
    """
    threshold, other = alias(known, slots)
    ranks = (np.cumsum(known.boards, axis=1) * known.boards).astype(np.uint8)
    padding = np.zeros((slots - len(ranks), ranks.shape[1]), np.uint8)
    return np.concatenate([ranks, padding]), threshold, other
