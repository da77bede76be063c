"""Who learns to say which hidden tiles are red: classifiers of scikit-learn and modules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from metamer.core.errors import MAX_HELD, at_least
from metamer.core.keys import Key
from metamer.core.play import GameView
from metamer.core.registry import learner
from metamer.learners.scikit import Estimator, ask, teach
from metamer.learners.torch import TorchModule
from metamer.learners.torch.making import check_package
from metamer.paradigms.tiles.masking import likeliest, masked_examples

if TYPE_CHECKING:
    from jaxtyping import Array, Float

Scores = tuple["Float[Array, 'game tile']", None]
"""What `act` returns: log probabilities of the tiles, and no memory."""


@learner.add("sklearn-player")
@dataclass(frozen=True)
class ScikitPlayer(Estimator):
    """A classifier of scikit-learn says which tiles are red; the likeliest is turned up.

    It is taught boards of the game with some tiles hidden, and one of the hidden tiles of
    each. A classifier without probabilities takes any tile that it calls red, and any
    hidden tile if it calls none so.

    Source: ours.
    """

    examples: int = 5000
    """Boards that it is taught, each with other tiles hidden. Source: ours."""
    label: str = ""
    """What tables call it; without one, its name and settings. Source: ours."""
    block: ClassVar[int] = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least("sklearn-player: examples", self.examples, 1, MAX_HELD)

    @property
    def name(self) -> str:
        return self.label or self.title("sklearn-player")

    def fit(self, course: Any, key: Key) -> Any:
        """The classifier, taught on boards that the game deals."""
        rng = key.stream("boards").numpy
        items = masked_examples(course.game, self.examples, rng)
        return teach(self.model(key.stream("classifier")), items.inputs, items.labels)

    def act(self, fitted: Any, view: GameView, memory: None, key: Key) -> Scores:
        return likeliest(view.observation, partial(ask, fitted)), memory


@learner.add("torch-player")
@dataclass(frozen=True)
class TorchPlayer(TorchModule):
    """A module of PyTorch says which tiles are red; the likeliest is turned up.

    It is taught as `sklearn-player` is: an item is the board around a hidden tile, as a
    row of numbers, and its label is 1 if that tile is red.

    Source: ours.
    """

    kind: ClassVar[str] = "torch-player"
    examples: int = 5000
    """Boards that it is taught, each with other tiles hidden. Source: ours."""
    epochs: int = 20
    """How often each board is seen. Source: ours."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least("torch-player: examples", self.examples, 1, MAX_HELD)

    @property
    def name(self) -> str:
        return self.title

    def fit(self, course: Any, key: Key) -> Any:
        """The module, taught on boards that the game deals."""
        from metamer.learners.torch.loop import train_on_items

        check_package(self.kind)
        rng = key.stream("boards").numpy
        items = masked_examples(course.game, self.examples, rng)
        return train_on_items(self, items, key.stream("module"))

    def act(self, fitted: Any, view: GameView, memory: None, key: Key) -> Scores:
        from metamer.learners.torch.loop import ask

        return likeliest(view.observation, partial(ask, self, fitted)), memory
