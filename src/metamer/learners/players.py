"""Networks that learn to play: recurrent, episodic, attending and relational."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, runtime_checkable

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.play import View
from metamer.core.registry import learner
from metamer.training.recipes import Recipe

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

UNMASKED = Recipe()
"""Tiles that are face up can be clicked, and cost 2. Source: kumar2022, Methods."""

MASKED = Recipe(masked=True)
"""Tiles that are face up cannot be clicked. Source: kumar2022, Methods."""

Version = Literal["paper", "repaired"]


@runtime_checkable
class Networked(Protocol):
    """What is peculiar to a player: its network and how it is trained."""

    @property
    def recipe(self) -> Recipe: ...

    def net(self, tiles: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards of so many tiles."""
        ...


@dataclass(frozen=True)
class Build:
    """Makes the network of a learner for boards of a size; equal ones compile once."""

    learner: Networked
    tiles: int

    def __call__(self, key: PRNGKeyArray) -> Any:
        return self.learner.net(self.tiles, key)


def _called(network: str, recipe: Recipe, usual: Recipe) -> str:
    """The network's name, with what is unusual about its clicks."""
    if recipe.masked == usual.masked:
        return network
    return f"{network}:{'masked' if recipe.masked else 'unmasked'}"


def _square(tiles: int) -> int:
    if isqrt(tiles) ** 2 != tiles or tiles < 9:
        raise Refusal(
            f"networks play on square boards from 3 x 3, not on {tiles} tiles"
        )
    return tiles


def _check_heads(width: int, heads: int) -> None:
    if width % heads:
        raise Refusal(f"width must be a multiple of heads, not {width} with {heads}")


def _train(player: Networked, course: Any, keys: PRNGKeyArray, place: Place) -> Any:
    """All units, trained side by side."""
    from metamer.training.population import train

    # Without its recipe: learners that differ in numbers only share a program.
    bare = replace(player, recipe=UNMASKED)  # type: ignore[type-var]
    return train(Build(bare, course.tiles), course.game, player.recipe, keys, place)


def _fit(player: Networked, course: Any, key: PRNGKeyArray) -> Any:
    """One unit, trained alone."""
    import tempfile
    from pathlib import Path

    import jax

    with tempfile.TemporaryDirectory() as folder:
        together = _train(player, course, key[None], Place(Path(folder), "one"))
    return jax.tree.map(lambda leaf: leaf[0], together)


def _start(player: Networked, fitted: Any, many: int) -> Any:
    """What it remembers before the first click."""
    return fitted.start(many)


def _act(
    player: Networked, fitted: Any, view: View, memory: Any, key: Any
) -> tuple[Float[Array, "game tile"], Any]:
    """Logits of the tiles, and what it remembers."""
    from metamer.training.actor_critic import masked

    logits, _, memory = fitted(view, memory)
    return masked(logits, view) if player.recipe.masked else logits, memory


def _parameters(player: Networked, shape: tuple[int, ...]) -> int:
    """How many weights the network has; counted on shapes, no weight is drawn."""
    from math import prod

    import equinox as eqx
    import jax

    from metamer.nets.layers import parameters

    born = eqx.filter_eval_shape(player.net, prod(shape), jax.random.key(0))
    return parameters(born)


@learner.add("lstm-player")
@dataclass(frozen=True)
class LstmPlayer:
    """Sees the board through a convolution and remembers its clicks: the paper's agent.

    Source: kumar2022, Methods, "RNN meta-learner", and the authors' code.
    """

    filters: int = 16
    """Filters of the convolution. Source: kumar2022, the authors' code."""
    units: int = 120
    """Units of the LSTM. Source: kumar2022, Methods."""
    recipe: Recipe = UNMASKED
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        for what in ("filters", "units"):
            at_least(what, getattr(self, what), 1)

    @property
    def name(self) -> str:
        return _called("lstm", self.recipe, UNMASKED)

    def net(self, tiles: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards of so many tiles."""
        from metamer.nets.players.lstm import LstmPlayer as Network

        return Network(_square(tiles), self.filters, self.units, key=key)

    train, fit, start, act, parameters = _train, _fit, _start, _act, _parameters


@learner.add("epn-player")
@dataclass(frozen=True)
class EpnPlayer:
    """Looks back at its last clicks: the episodic planning network.

    Source: kumar2022, Methods and SI, "Episodic planning network".
    """

    slots: int = 20
    """Clicks that it looks back at. Source: kumar2022, Table S8: 5 to 40, by rule; this
    and the next two were chosen together most often."""
    width: int = 16
    """Features of each. Source: kumar2022, Table S8: 16 to 64, by rule."""
    heads: int = 4
    """Source: kumar2022, Table S8: 1 to 8, by rule."""
    units: int = 120
    """Units of either LSTM. Source: kumar2022, SI."""
    recipe: Recipe = UNMASKED
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        for what in ("slots", "width", "heads", "units"):
            at_least(what, getattr(self, what), 1)
        _check_heads(self.width, self.heads)

    @property
    def name(self) -> str:
        return _called("epn", self.recipe, UNMASKED)

    def net(self, tiles: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards of so many tiles."""
        from metamer.nets.players.epn import Epn

        sizes = (self.slots, self.width, self.heads, self.units)
        return Epn(_square(tiles), *sizes, key=key)

    train, fit, start, act, parameters = _train, _fit, _start, _act, _parameters


@learner.add("transformer-player")
@dataclass(frozen=True)
class TransformerPlayer:
    """Lets all tiles attend to each other; remembers nothing.

    Source: kumar2022, Methods and SI, "Transformer".
    """

    width: int = 16
    """Features of each tile. Source: kumar2022, Table S8: 16 to 64, by rule."""
    heads: int = 2
    """Source: kumar2022, Table S8: 1 to 8, by rule."""
    blocks: int = 2
    """Source: kumar2022, Table S8: 2 to 9, by rule. The fewest: 9 take four times as
    long."""
    dropout: float = 0.0
    """Source: kumar2022, Table S8: 0 or 0.15, by rule."""
    recipe: Recipe = MASKED
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        for what in ("width", "heads", "blocks"):
            at_least(what, getattr(self, what), 1)
        _check_heads(self.width, self.heads)
        if not 0 <= self.dropout < 1:
            raise Refusal(f"dropout must be at least 0 and below 1, not {self.dropout}")

    @property
    def name(self) -> str:
        return _called("transformer", self.recipe, MASKED)

    def net(self, tiles: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards of so many tiles."""
        from metamer.nets.players.transformer import Transformer

        sizes = (self.width, self.heads, self.blocks, self.dropout)
        return Transformer(_square(tiles), *sizes, key=key)

    train, fit, start, act, parameters = _train, _fit, _start, _act, _parameters


@learner.add("corelnet-player")
@dataclass(frozen=True)
class CoRelNetPlayer:
    """Sees only which tiles are alike; the paper's cannot tell red from blue.

    Source: kumar2022, Methods and SI, "CoRelNet".
    """

    version: Version = "paper"
    """The paper's, or one that also sees how each tile relates to red and to blue.
    Source: kumar2022; the repaired one is ours."""
    width: int = 256
    """Units of both layers. Source: kumar2022, SI."""
    recipe: Recipe = MASKED
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        at_least("width", self.width, 1)
        one_of("version", self.version, ("paper", "repaired"))

    @property
    def name(self) -> str:
        version = "" if self.version == "paper" else f":{self.version}"
        return _called(f"corelnet{version}", self.recipe, MASKED)

    def net(self, tiles: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards of so many tiles."""
        from metamer.nets.players.corelnet import CoRelNet

        return CoRelNet(_square(tiles), self.width, self.version, key=key)

    train, fit, start, act, parameters = _train, _fit, _start, _act, _parameters
