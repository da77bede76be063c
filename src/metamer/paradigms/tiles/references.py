"""Players without training: the ends of the scale, and points along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from metamer.core.errors import MAX_HELD, Refusal, at_least, one_of
from metamer.core.play import GameView
from metamer.core.registry import learner
from metamer.paradigms.tiles.distributions.distribution import Distribution, mixture
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.observers.bayes import (
    SAMPLE_SLIP,
    Observer,
    information,
    observer,
    probability_of_red,
)
from metamer.paradigms.tiles.observers.clicks import best
from metamer.paradigms.tiles.observers.games import distances
from metamer.paradigms.tiles.rules import FAMILY

if TYPE_CHECKING:
    from jaxtyping import Array, Float

Seeks = Literal["red", "information"]

CERTAIN = 1e-4
"""Bits below which a click says nothing new; rounding alone leaves up to 1e-5."""


@learner.add("random-player")
@dataclass(frozen=True)
class Random:
    """Clicks any hidden tile.

    On a board of n tiles, r of them red, it turns up (n - r)(r - 1)/r blue ones on average.

    Source: ours.
    """

    compiled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "random"

    def fit(self, course: Any, key: Any) -> tuple[()]:
        return ()

    def start(self, fitted: tuple[()], many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: tuple[()], view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        import jax.numpy as jnp

        return best(jnp.zeros_like(view.observation), view.observation < 0), memory


@learner.add("neighbour")
@dataclass(frozen=True)
class Neighbour:
    """Clicks a hidden tile as near as possible to any red tile that is face up.

    Distance is counted in rings: the eight tiles around a red one, then the sixteen around
    those, and so on. All tiles of the nearest ring are equally likely.

    Source: kumar2022, Results, "Human versus Machine Performance".
    Unstated: which tiles are neighbours, and what happens if none of them is hidden; see
    `observers.games.neighbour_blues`, which plays the same way in a faster program.
    """

    compiled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "neighbour"

    def fit(self, course: Any, key: Any) -> tuple[()]:
        return ()

    def start(self, fitted: tuple[()], many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: tuple[()], view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        import jax.numpy as jnp

        apart = jnp.asarray(distances(view.observation.shape[1]))
        red = view.observation[:, None] == 1
        ring = jnp.where(red, apart, len(apart)).min(axis=2)
        return best(-ring, view.observation < 0), memory


@learner.add("rule-observer")
@dataclass(frozen=True)
class RuleObserver:
    """Knows every board that the rule can make, and clicks by exact Bayes.

    It is greedy, without planning ahead; among equally good tiles it chooses at random.

    Source: ours.
    """

    knows: Literal["rule", "family"] = "rule"
    """The rule of this game, or only that it is one of the eight, each as probable."""
    seeks: Seeks = "red"
    """The tile that is most probably red, or the one that says most about the board."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        one_of("knowledge", self.knows, ("rule", "family"))
        one_of("aim", self.seeks, ("red", "information"))

    @property
    def name(self) -> str:
        family = ":family" if self.knows == "family" else ""
        return f"rule-observer{family}{_aim(self.seeks)}"

    def fit(self, course: Any, key: Any) -> Observer:
        """What it knows before the first click."""
        if self.knows == "rule":
            return observer(course.rule_boards())
        family = mixture([distribution_of(rule, course.reading) for rule in FAMILY])
        tiles = family.boards.shape[1]
        if course.tiles != tiles:
            raise Refusal(
                f"{self.name} knows boards of {tiles} tiles, not of {course.tiles}; "
                'set knows = "rule"'
            )
        return observer(family)

    def start(self, fitted: Observer, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: Observer, view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        return _clicks(fitted, view, self.seeks), memory


@learner.add("statistics-observer")
@dataclass(frozen=True)
class StatisticsObserver:
    """Knows many metamer boards of the rule, and clicks by Bayes as if on one like them.

    Source: ours.
    """

    seeks: Seeks = "red"
    """The tile that is most probably red, or the one that says most about the board."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        one_of("aim", self.seeks, ("red", "information"))

    @property
    def name(self) -> str:
        return f"statistics-observer{_aim(self.seeks)}"

    def fit(self, course: Any, key: Any) -> Observer:
        """What it knows before the first click."""
        return observer(course.metamer_boards(), SAMPLE_SLIP)

    def start(self, fitted: Observer, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: Observer, view: GameView, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        return _clicks(fitted, view, self.seeks), memory


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
        return _clicks(fitted, view, "red"), memory


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


def _aim(seeks: Seeks) -> str:
    return "" if seeks == "red" else f":{seeks}"


def _clicks(
    observer: Observer, view: GameView, seeks: Seeks
) -> Float[Array, "game tile"]:
    """Log probabilities of clicking each tile; the most probably red once all is known."""
    import jax.numpy as jnp

    hidden = view.observation < 0
    p = probability_of_red(observer, view.observation)
    if seeks == "red":
        return best(p, hidden)
    bits = jnp.where(hidden, information(p), 0)
    known = bits.max(axis=1, keepdims=True) < CERTAIN
    return best(jnp.where(known, p, bits), hidden)
