"""Whoever answers: what every learner has, and what each way of asking needs.

What a learner may have beyond that is in `metamer.core.capabilities`.
"""

from typing import Any, Protocol, runtime_checkable

from metamer.core.items import Items
from metamer.core.play import GameView
from metamer.core.solve import Guess, TaskView


@runtime_checkable
class Learner(Protocol):
    """Whoever answers has a name.

    How it answers depends on how the paradigm asks: it classifies, plays or solves. Its
    methods get a `Key` (`.numpy`, `.jax`, `.integer`), or a JAX key if it is compiled.
    """

    @property
    def name(self) -> str: ...


@runtime_checkable
class Classifier(Learner, Protocol):
    """Learns from labelled items, then answers unlabelled ones."""

    def fit(self, items: Items, key: Any) -> Any:
        """Whatever `answer` needs."""
        ...

    def answer(self, fitted: Any, items: Items) -> Any:
        """The label of each item, or probabilities with one column per label."""
        ...


@runtime_checkable
class Player(Learner, Protocol):
    """Learns a game, then plays it, in many games at once."""

    def fit(self, game: Any, key: Any) -> Any:
        """Whatever `act` needs."""
        ...

    def act(
        self, fitted: Any, view: GameView, memory: Any, key: Any
    ) -> tuple[Any, Any]:
        """An answer to each game, and what the player remembers until its next action.

        The answer is log probabilities up to a constant, a row for each game and a column
        for each action; the engine draws the action, and never one at -inf. A player that
        is not compiled may instead return whole numbers, one action for each game.
        """
        ...


@runtime_checkable
class ClassifierNetwork(Learner, Protocol):
    """The settings of a network that classifies; `metamer.training.networks` teaches it.

    All units of a job are trained in one compiled program. Such a learner needs no
    further method.
    """

    @property
    def training(self) -> Any:
        """How it is trained: `metamer.training.settings.Training`."""
        ...

    @property
    def labels(self) -> int:
        """How many labels there are."""
        ...

    def net(self, shape: tuple[int, ...], key: Any) -> Any:
        """The untrained network for items of this shape."""
        ...

    def __hash__(self) -> int:
        """Equal settings, equal hash: its compiled programs are kept by it."""
        ...


@runtime_checkable
class PlayerNetwork(Learner, Protocol):
    """The settings of a network that plays; `metamer.training.networks` teaches it."""

    @property
    def training(self) -> Any:
        """How it is trained: `metamer.training.settings.PlayerTraining`."""
        ...

    def policy(self, actions: int, key: Any) -> Any:
        """The untrained network for games with this many actions."""
        ...

    def __hash__(self) -> int:
        """Equal settings, equal hash: its compiled programs are kept by it."""
        ...


@runtime_checkable
class Solver(Learner, Protocol):
    """Answers whole tasks, one at a time, and learns from nothing but the task."""

    def solve(
        self, shown: TaskView, guesses: int, key: Any
    ) -> tuple[tuple[Guess, ...], ...]:
        """Up to `guesses` guesses at each asked input, the best first."""
        ...


@runtime_checkable
class DiffersByCondition(Learner, Protocol):
    """A learner that is another one in each condition, under one name."""

    def in_condition(self, condition: Any) -> Learner:
        """The learner of one condition; refuses a condition that it does not know."""
        ...
