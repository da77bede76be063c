"""Players that learn from boards in no time: whole boards, or pairs of tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from metamer.core.errors import MAX_HELD, at_least
from metamer.core.play import GameView
from metamer.core.registry import learner
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.observers.bayes import (
    SAMPLE_SLIP,
    Observer,
    observer,
    probability_of_red,
)
from metamer.paradigms.tiles.observers.clicks import best

if TYPE_CHECKING:
    from jaxtyping import Array, Float


@learner.add("exemplar-player")
@dataclass(frozen=True)
class ExemplarPlayer:
    """Remembers boards that it was taught, and clicks by Bayes as if on one like them.

    Source: ours.
    """

    taught: int = 1000
    """How many boards it remembers, drawn as training deals them."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        at_least("exemplar-player: taught", self.taught, 1, MAX_HELD)

    @property
    def name(self) -> str:
        return f"exemplars:{self.taught}"

    def fit(self, course: Any, key: Any) -> Observer:
        """The boards that this unit remembers."""
        known = Distribution(
            _deal(course, self.taught, key), np.full(self.taught, 1 / self.taught)
        )
        return observer(known, SAMPLE_SLIP)

    def start(self, fitted: Observer, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: Observer, view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        red = probability_of_red(fitted, view.observation)
        return best(red, view.observation < 0), memory


class Pairs(NamedTuple):
    """How often tiles are red, alone and together."""

    log_odds: Float[Array, " tile"]
    """Of each tile being red."""
    if_red: Float[Array, "tile other"]
    """What another tile adds to these log odds where it is face up and red."""
    if_blue: Float[Array, "tile other"]


@learner.add("pair-player")
@dataclass(frozen=True)
class PairPlayer:
    """Learns how often two tiles are red together, and nothing of higher order.

    It takes the tiles that are face up as independent of each other (naive Bayes).

    Source: ours.
    """

    taught: int = 1000
    """How many boards it counts, drawn as training deals them."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        at_least("pair-player: taught", self.taught, 1, MAX_HELD)

    @property
    def name(self) -> str:
        return f"pairs:{self.taught}"

    def fit(self, course: Any, key: Any) -> Pairs:
        """What this unit has counted; half a board is added to each count."""
        import jax.numpy as jnp

        red = _deal(course, self.taught, key).astype(float)
        own = red.sum(axis=0)[:, None]
        both = red.T @ red
        of_red = (both + 0.5) / (own + 1)
        of_blue = (red.sum(axis=0) - both + 0.5) / (self.taught - own + 1)
        share = (own[:, 0] + 0.5) / (self.taught + 1)
        parts = (
            np.log(share / (1 - share)),
            np.log(of_red / of_blue),
            np.log((1 - of_red) / (1 - of_blue)),
        )
        return Pairs(*(jnp.asarray(part, jnp.float32) for part in parts))

    def start(self, fitted: Pairs, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: Pairs, view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        seen = view.observation
        odds = fitted.log_odds + (seen == 1) @ fitted.if_red.T
        return best(odds + (seen == 0) @ fitted.if_blue.T, seen < 0), memory


def _deal(course: Any, many: int, key: Any) -> np.ndarray:
    """Boards as training deals them; one row each."""
    import jax
    import jax.numpy as jnp

    boards, probabilities = course.boards
    places = jax.random.choice(key, len(boards), (many,), p=jnp.asarray(probabilities))
    drawn: np.ndarray = boards[np.asarray(places)]
    return drawn
