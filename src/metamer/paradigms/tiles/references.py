"""Players that learn nothing: the ends of the scale, and marks along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from metamer.core.errors import Refusal, one_of
from metamer.core.play import View
from metamer.core.registry import learner
from metamer.paradigms.tiles import observers
from metamer.paradigms.tiles.neighbours import distances
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.tables import table

if TYPE_CHECKING:
    from jaxtyping import Array, Float

Seeks = Literal["red", "information"]

CERTAIN = 1e-4
"""Bits below which a click tells nothing; rounding alone leaves up to 1e-5."""


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

    def fit(self, game: Any, key: Any) -> tuple[()]:
        return ()

    def start(self, fitted: tuple[()], many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: tuple[()], view: View, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        import jax.numpy as jnp

        return observers.best(jnp.zeros_like(view.board), view.board < 0), memory


@learner.add("neighbour")
@dataclass(frozen=True)
class Neighbour:
    """Clicks a hidden tile as near as can be to any red tile that is face up.

    Near in rings: the eight tiles around a red one, then the sixteen around those, and so
    on; all tiles of the nearest ring alike.

    Source: kumar2022, Results, "Human versus Machine Performance".
    Unstated: which tiles are neighbours, and what happens where none of them is hidden;
    see `neighbours.blues`.
    """

    compiled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "neighbour"

    def fit(self, game: Any, key: Any) -> tuple[()]:
        return ()

    def start(self, fitted: tuple[()], many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: tuple[()], view: View, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        import jax.numpy as jnp

        apart = jnp.asarray(distances(view.board.shape[1]))
        red = view.board[:, None] == 1
        ring = jnp.where(red, apart, len(apart)).min(axis=2)
        return observers.best(-ring, view.board < 0), memory


@learner.add("rule-observer")
@dataclass(frozen=True)
class RuleObserver:
    """Knows every board that the rule can make, and clicks by exact Bayes.

    Greedy: it does not plan ahead. Equally good tiles are drawn from.

    Source: ours.
    """

    knows: Literal["rule", "family"] = "rule"
    """The rule of this game, or only that it is one of the eight, all as probable."""
    seeks: Seeks = "red"
    """The tile that is most probably red, or the one that tells most about the board."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        one_of("knowledge", self.knows, ("rule", "family"))
        one_of("aim", self.seeks, ("red", "information"))

    @property
    def name(self) -> str:
        family = ":family" if self.knows == "family" else ""
        return f"rule-observer{family}{_aim(self.seeks)}"

    def fit(self, game: Any, key: Any) -> observers.Observer:
        """What it knows before the first click."""
        if self.knows == "rule":
            return observers.observer(game.rule_table())
        family = observers.mixture([table(rule, game.reading) for rule in FAMILY])
        tiles = family.boards.shape[1]
        if game.tiles != tiles:
            raise Refusal(
                f"{self.name} knows boards of {tiles} tiles, not of {game.tiles}; "
                'take knows = "rule"'
            )
        return observers.observer(family)

    def start(self, fitted: observers.Observer, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: observers.Observer, view: View, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        return _clicks(fitted, view, self.seeks), memory


@learner.add("statistics-observer")
@dataclass(frozen=True)
class StatisticsObserver:
    """Knows many metamer boards of the rule, and clicks by Bayes as if on one like them.

    Source: ours.
    """

    seeks: Seeks = "red"
    """The tile that is most probably red, or the one that tells most about the board."""

    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        one_of("aim", self.seeks, ("red", "information"))

    @property
    def name(self) -> str:
        return f"statistics-observer{_aim(self.seeks)}"

    def fit(self, game: Any, key: Any) -> observers.Observer:
        """What it knows before the first click."""
        return observers.observer(game.metamer_table(), observers.SELDOM)

    def start(self, fitted: observers.Observer, many: int) -> tuple[()]:
        return ()

    def act(
        self, fitted: observers.Observer, view: View, memory: tuple[()], key: Any
    ) -> tuple[Float[Array, "game tile"], tuple[()]]:
        return _clicks(fitted, view, self.seeks), memory


def _aim(seeks: Seeks) -> str:
    return "" if seeks == "red" else f":{seeks}"


def _clicks(
    observer: observers.Observer, view: View, seeks: Seeks
) -> Float[Array, "game tile"]:
    """Log probabilities of clicking each tile; the likeliest red once all is known."""
    import jax.numpy as jnp

    hidden = view.board < 0
    p = observers.probability_of_red(observer, view.board)
    if seeks == "red":
        return observers.best(p, hidden)
    bits = jnp.where(hidden, observers.information(p), 0)
    known = bits.max(axis=1, keepdims=True) < CERTAIN
    return observers.best(jnp.where(known, p, bits), hidden)
