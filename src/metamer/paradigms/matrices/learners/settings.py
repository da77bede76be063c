"""What networks share that see matrices: how they learn, eyes, words, explanations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from metamer.core.errors import Refusal, at_least
from metamer.training.settings import Training

if TYPE_CHECKING:
    from jaxtyping import Array, Int, UInt8

    from metamer.paradigms.matrices.nets.panels import Reasoner
    from metamer.paradigms.matrices.nets.sight import Sight

PANELS, SYMBOLS = 16, (16, 15)
"""Panels of an item, and the shape of one as symbols. Source: barrett2018, Fig. 1."""

CANDIDATES = 8
"""Source: barrett2018, Fig. 1."""

DEPTHS = (10, 18, 50, 101, 152)
"""Layers of residual networks. Source: barrett2018, Sec. 3, from 50 on; it also had smaller
ones."""

USUAL = 10.0
"""The weight of meta-targets where they count. Source: barrett2018, Table 1."""

ADAM = Training(
    optimiser="adam",
    rate=3e-4,
    decay=0.0,
    schedule="constant",
    epochs=10,
    least_steps=1,
    batch=32,
)
"""How networks learn, here ResNets; batch and rate of the others differ.

Source: barrett2018, App. B.
Unstated: how long. It says only that training stops early by the loss on validation
items; here each item is seen ten times.
"""

CNN_MLP = replace(ADAM, batch=16)
"""Source: barrett2018, App. B."""

LSTM = replace(ADAM, batch=16, rate=1e-4)
"""Source: barrett2018, App. B."""

WREN = replace(ADAM, rate=1e-4)
"""Source: barrett2018, App. B."""

PREDRNET = replace(ADAM, batch=256, rate=1e-3, decay=1e-7)
"""Source: the authors' code of yang2023, for released matrices."""


@dataclass(frozen=True)
class Drawing:
    """Draws symbols as pixels. Two with the same settings are equal: compiled once."""

    pixels: int
    look: str

    def __call__(
        self, symbols: Int[Array, "item panel slot"]
    ) -> UInt8[Array, "item panel row col"]:
        from metamer.paradigms.matrices.pixels.atlas import atlas
        from metamer.paradigms.matrices.pixels.compose_jax import compose

        return compose(atlas(self.pixels, self.look), symbols)


@runtime_checkable
class Seeing(Protocol):
    """What the settings of all these networks have."""

    @property
    def name(self) -> str: ...

    @property
    def pixels(self) -> int: ...

    @property
    def look(self) -> str: ...


def with_sight(
    self: Seeing, shape: tuple[int, ...], net: Reasoner, beta: float = 0.0
) -> Sight:
    """The network with eyes for items of this shape."""
    from metamer.paradigms.matrices.nets.sight import Sight

    sides = (self.pixels, 2 * self.pixels)
    if shape not in (SYMBOLS, *((PANELS, side, side) for side in sides)):
        raise Refusal(
            f"{self.name} sees 16 panels, as 15 symbols each or with sides of "
            f"{self.pixels} or {2 * self.pixels} pixels, not items of shape {shape}"
        )
    return Sight(net, Drawing(self.pixels, self.look), self.pixels, beta)


def check(self: Seeing, sizes: tuple[int, ...], beta: float = 0.0) -> None:
    """Refuse what cannot be drawn, seen or learned."""
    from metamer.paradigms.matrices.pixels.atlas import atlas

    atlas(self.pixels, self.look)
    for size in sizes:
        at_least(f"{self.name}: every size", size, 1)
    at_least("beta", beta, 0)


def meta_words(beta: float) -> str:
    """What a name says of meta-targets."""
    return "" if not beta else "+meta" if beta == USUAL else f"+meta:{beta:g}"


def size_words(sizes: tuple[int, ...], usual: tuple[int, ...]) -> str:
    """What a name says of sizes: nothing if they are the usual ones."""
    return "" if sizes == usual else ":" + "-".join(map(str, sizes))
