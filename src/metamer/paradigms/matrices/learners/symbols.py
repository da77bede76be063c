"""A network that learns to complete matrices of symbols, in seconds on two cores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from metamer.core.errors import Refusal, at_least
from metamer.core.registry import learner
from metamer.paradigms.matrices.learners.settings import (
    CANDIDATES,
    SYMBOLS,
    size_words,
)
from metamer.training.settings import Training

if TYPE_CHECKING:
    from jaxtyping import Array, Float, Int, PRNGKeyArray

    from metamer.paradigms.matrices.nets.reading import SymbolSight

QUICK = Training(
    optimiser="adam",
    rate=5e-3,
    decay=0.0,
    epochs=20,
    least_steps=1,
    warm_up=0,
    batch=32,
)
"""Chosen on validation items of `interpolation`. Source: ours."""


@dataclass(frozen=True)
class SymbolReader:
    """Says which values panels show. Two with the same settings are equal."""

    ordered: bool

    def __call__(
        self, symbols: Int[Array, "item panel slot"]
    ) -> Float[Array, "item panel feature"]:
        from metamer.paradigms.matrices.nets.reading import read

        return read(symbols, self.ordered)


@learner.add("row-relations")
@dataclass(frozen=True)
class RowRelations:
    """Compares rows and columns of panels, of which it is told what values they show.

    It has no eyes and knows where rows and columns are, so it learns from two thousand
    matrices of one triple what networks that see pixels need very many for.

    Source: ours, after barrett2018, Sec. 2.1, and yang2023.
    """

    width: int = 64
    """Units of every layer. Source: ours."""
    ordered: bool = True
    """Whether near sizes, colours and numbers look alike, as they do in pixels. Source:
    ours."""
    training: Training = QUICK
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        at_least(f"{self.name}: width", self.width, 1)

    @property
    def name(self) -> str:
        """`row-relations`; another width, and symbols without order, are told."""
        order = "" if self.ordered else ":unordered"
        return f"row-relations{order}" + size_words((self.width,), (64,))

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> SymbolSight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.reading import SymbolSight, features
        from metamer.paradigms.matrices.nets.rows import RowRelationsNetwork

        if shape != SYMBOLS:
            raise Refusal(
                f"{self.name} reads 16 panels of 15 symbols, not items of shape {shape}"
            )
        net = RowRelationsNetwork(features(self.ordered), self.width, key=key)
        return SymbolSight(net, SymbolReader(self.ordered))
