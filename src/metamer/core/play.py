"""Games: what can be played, what a player sees, and what comes of playing."""

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np


class GameView(NamedTuple):
    """What a player sees of some games at once; the first axis is the game."""

    observation: Any
    """Float; one row for each game."""
    action: Any
    """The last action as a whole number from 0; -1 before the first one."""
    reward: Any
    """What that action earned."""


@runtime_checkable
class Game(Protocol):
    """Games that are dealt, seen, acted on and renewed; many at once, and pure.

    It draws nothing: whoever plays brings uniform random numbers, `chance`. A state holds
    everything else.
    """

    @property
    def actions(self) -> int:
        """How many actions there are in each state."""
        ...

    @property
    def chances(self) -> int:
        """How many uniform numbers it takes to deal one game."""
        ...

    @property
    def limit(self) -> int:
        """Actions after which a game is given up."""
        ...

    def deal(self, chance: Any) -> Any:
        """The state of new games, one for each row of `chance`."""
        ...

    def place(self, start: Any) -> Any:
        """The state of given games: `start` is that of a `GameLesson`."""
        ...

    def view(self, state: Any) -> GameView:
        """What a player sees."""
        ...

    def untried(self, view: GameView) -> Any:
        """Which actions can still have an effect; a row for each game."""
        ...

    def step(self, state: Any, action: Any) -> tuple[Any, Any]:
        """The state after one action in each game, and what each action earned."""
        ...

    def wrong(self, state: Any, action: Any) -> Any:
        """Whether each action would be a new mistake."""
        ...

    def solved(self, state: Any) -> Any:
        """Whether each game has reached its goal."""
        ...

    def over(self, state: Any) -> Any:
        """Whether each game is solved or has reached the limit."""
        ...

    def renew(self, state: Any, over: Any, chance: Any) -> Any:
        """The same games, with a new one in the place of each that is over."""
        ...


class GameLesson(NamedTuple):
    """What one unit learns on, and the games that it then plays."""

    taught: Any
    """What `fit` is given: the game to learn."""
    asked: Any
    """The `Game` that is played afterwards, which may have another limit."""
    start: Any
    """The asked games, as `asked.place` takes them: a tree of arrays whose first axis is
    the game."""
    notes: dict[str, np.ndarray]
    """Columns for the table, one entry per asked game: `item` (its id), and what only
    this paradigm can say of it."""


class Trajectories(NamedTuple):
    """What a unit did in each game; the first axis is the game, the second the step."""

    actions: np.ndarray
    """-1 once the game was over."""
    probability: np.ndarray
    """The probability that the player gave to each action; NaN where it gave none."""
    first: np.ndarray | None = None
    """The probability of every action in the first step, a row for each game; None where
    only the actions themselves are known."""
