"""Networks that learn to play by reward."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.reading import renamed
from metamer.core.registry import learner
from metamer.training.settings import PlayerTraining

if TYPE_CHECKING:
    from jaxtyping import PRNGKeyArray

UNMASKED = PlayerTraining()
"""Tiles that are face up can be clicked, and cost 2. Source: kumar2022, Methods."""

MASKED = PlayerTraining(masked=True)
"""Tiles that are face up cannot be clicked. Source: kumar2022, the authors' code, for
transformer and CoRelNet; the paper does not say so."""

Version = Literal["paper", "repaired"]


def _name(network: str, training: PlayerTraining, usual: PlayerTraining) -> str:
    """The network's name, with what is unusual about its clicks."""
    if training.masked == usual.masked:
        return network
    return f"{network}:{'masked' if training.masked else 'unmasked'}"


def _check_square(tiles: int) -> None:
    if isqrt(tiles) ** 2 != tiles or tiles < 9:
        raise Refusal(
            f"networks play on square boards from 3 x 3, not on {tiles} tiles"
        )


def _check_heads(width: int, heads: int) -> None:
    if width % heads:
        raise Refusal(f"width must be a multiple of heads, not {width} with {heads}")


@renamed(recipe="training")
@learner.add("lstm-player")
@dataclass(frozen=True)
class LstmPlayer:
    """Sees the board through a convolution and remembers its clicks: the paper's agent.

    Source: kumar2022, Methods, "Training Meta-Learning Agents", and the authors' code.
    """

    filters: int = 16
    """Filters of the convolution. Source: kumar2022, the authors' code."""
    units: int = 120
    """Units of the LSTM. Source: kumar2022, Methods."""
    training: PlayerTraining = UNMASKED
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        for what in ("filters", "units"):
            at_least(what, getattr(self, what), 1)

    @property
    def name(self) -> str:
        return _name("lstm", self.training, UNMASKED)

    def policy(self, actions: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards with this many tiles."""
        from metamer.paradigms.tiles.nets.lstm import LstmPlayerNetwork as Network

        _check_square(actions)
        return Network(actions, self.filters, self.units, key=key)


@renamed(recipe="training")
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
    training: PlayerTraining = UNMASKED
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        for what in ("slots", "width", "heads", "units"):
            at_least(what, getattr(self, what), 1)
        _check_heads(self.width, self.heads)

    @property
    def name(self) -> str:
        return _name("epn", self.training, UNMASKED)

    def policy(self, actions: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards with this many tiles."""
        from metamer.paradigms.tiles.nets.epn import Epn

        _check_square(actions)
        sizes = (self.slots, self.width, self.heads, self.units)
        return Epn(actions, *sizes, key=key)


@renamed(recipe="training")
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
    training: PlayerTraining = MASKED
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
        return _name("transformer", self.training, MASKED)

    def policy(self, actions: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards with this many tiles."""
        from metamer.paradigms.tiles.nets.transformer import Transformer

        _check_square(actions)
        sizes = (self.width, self.heads, self.blocks, self.dropout)
        return Transformer(actions, *sizes, key=key)


@renamed(recipe="training")
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
    training: PlayerTraining = MASKED
    block: ClassVar[int] = 15
    typical: ClassVar[tuple[int, ...]] = (7, 7)
    """Shape of a board in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        at_least("width", self.width, 1)
        one_of("version", self.version, ("paper", "repaired"))

    @property
    def name(self) -> str:
        version = "" if self.version == "paper" else f":{self.version}"
        return _name(f"corelnet{version}", self.training, MASKED)

    def policy(self, actions: int, key: PRNGKeyArray) -> Any:
        """The untrained network for boards with this many tiles."""
        from metamer.paradigms.tiles.nets.corelnet import CoRelNet

        _check_square(actions)
        return CoRelNet(actions, self.width, self.version, key=key)
