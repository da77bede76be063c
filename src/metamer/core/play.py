"""Games: what can be played, what a player sees, and what a player must be able to do."""

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np


class View(NamedTuple):
    """What a player sees of some games at once; the first axis is the game."""

    board: Any
    """Float: -1 hidden, 0 blue, 1 red; the second axis is the tile, row by row."""
    action: Any
    """The tile clicked before, as a whole number; -1 before the first click."""
    reward: Any
    """What that click earned."""


@runtime_checkable
class Game(Protocol):
    """Games that are dealt, seen, clicked and renewed; many at once, and pure.

    Whoever plays brings uniform numbers, `chance`; a state holds everything else.
    """

    def deal(self, chance: Any) -> Any: ...

    def place(self, red: Any, shown: Any) -> Any: ...

    def view(self, state: Any) -> View: ...

    def click(self, state: Any, tile: Any) -> tuple[Any, Any]: ...

    def solved(self, state: Any) -> Any: ...

    def over(self, state: Any) -> Any: ...

    def next(self, state: Any, over: Any, chance: Any) -> Any: ...


class Round(NamedTuple):
    """What one unit learns on, and the boards that it then plays."""

    taught: Any
    """The game that it learns."""
    asked: Any
    """The same game as it is played afterwards, which may have another limit."""
    red: np.ndarray
    """Bool; one row for each asked board, one column for each tile."""
    shown: np.ndarray
    """Bool; the tiles of each board that are face up at the start."""
    notes: dict[str, np.ndarray]
    """Columns for the table, one entry per asked board: `item` (its id), and what only
    this paradigm can say of it."""


class Played(NamedTuple):
    """What a unit did on each board."""

    tiles: np.ndarray
    """The tile of each click; the first axis is the board. -1 once it was over."""
    probability: np.ndarray
    """How probable the player held each click; NaN where it did not say."""


@runtime_checkable
class Player(Protocol):
    """Whoever plays: learns a game, then clicks.

    `act` returns a number for each game and tile, and what the player wants to remember
    until its next click. The numbers are log probabilities, up to a constant, from which
    the engine draws the tile; -inf is never clicked. A player that is not compiled may
    return whole numbers instead, one tile per game. `start` gives the memory with which
    every game begins. A player whose methods are pure JAX functions says so with
    `compiled = True`, and gets JAX keys; others get a `Key`.
    """

    @property
    def name(self) -> str: ...

    def fit(self, game: Any, key: Any) -> Any: ...

    def start(self, fitted: Any, many: int) -> Any: ...

    def act(
        self, fitted: Any, view: View, memory: Any, key: Any
    ) -> tuple[Any, Any]: ...
