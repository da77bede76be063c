"""Networks with the paper's own training: another setting for each rule and condition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    Protocol,
    cast,
    runtime_checkable,
)

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.learner import PlayerNetwork
from metamer.core.play import GameView
from metamer.core.registry import learner
from metamer.paradigms.tiles.learners.hyperparameters import PLAYERS, player
from metamer.paradigms.tiles.rules import FAMILY
from metamer.training.networks import teachable

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray


@runtime_checkable
class HasRules(Protocol):
    """A paradigm that teaches rules by name."""

    @property
    def rules(self) -> tuple[str, ...]: ...


Network = Literal["lstm", "epn", "transformer", "corelnet"]


@learner.add("printed-player")
@dataclass(frozen=True)
class PrintedPlayer:
    """One of the paper's networks, trained as printed for the rule that it is taught.

    One game at a time, RMSProp, and what the paper's search found for each of the 16
    cells: learning rate and its schedule, weights of the loss, discount, clicks for each
    update, and sizes of the network.

    Source: kumar2022, Methods and Table S8.
    Unclear: whether training takes two million episodes (Methods) or two million clicks
    (the authors' code); here clicks, eight million of networks other than the LSTM.
    """

    network: Network = "lstm"
    """Source: kumar2022, Methods."""
    length: int = 0
    """Clicks of training; 0: as many as the authors' code has."""
    games: int = 1
    """Played side by side. Source: kumar2022, the authors' code: one."""
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 15

    def __post_init__(self) -> None:
        one_of("network", self.network, PLAYERS)
        at_least("length", self.length, 0)
        at_least("games", self.games, 1)

    @property
    def name(self) -> str:
        """For example `lstm:printed`."""
        return f"{self.network}:printed"

    def suits(self, paradigm: Any) -> None:
        """Refuses games without rules, and rules for which the paper has no setting."""
        if not isinstance(paradigm, HasRules):
            raise Refusal(f"{self.name} plays tiles, not {type(paradigm).__name__}")
        for rule in paradigm.rules:
            one_of(f"rule of {self.name}", rule, FAMILY)

    def in_cell(self, rule: str, condition: str) -> PlayerNetwork:
        """The network and its training for one rule and condition."""
        whole = player(self.network, rule, condition)
        training = replace(whole.training, games=self.games)
        if self.length:
            training = replace(training, length=self.length)
        return cast(PlayerNetwork, replace(cast(Any, whole), training=training))

    def train(self, course: Any, keys: PRNGKeyArray, place: Place) -> Any:
        """All units, trained side by side on the game of a course."""
        chosen: Any = teachable(self.in_cell(course.rule, course.condition))
        return chosen.train(course, keys, place)

    def fit(self, course: Any, key: PRNGKeyArray) -> Any:
        """One unit, trained alone and without checkpoints."""
        chosen: Any = teachable(self.in_cell(course.rule, course.condition))
        return chosen.fit(course, key)

    def start(self, fitted: Any, many: int) -> Any:
        """What it remembers before its first action."""
        return fitted.start(many)

    def act(
        self, fitted: Any, view: GameView, memory: Any, key: Any
    ) -> tuple[Float[Array, "game action"], Any]:
        """Logits of the actions, and what it remembers."""
        # How it plays does not depend on the cell, only on what it has learned.
        return teachable(PLAYERS[self.network]()).act(fitted, view, memory, key)
