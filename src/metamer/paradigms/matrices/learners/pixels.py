"""Modules of PyTorch that see matrices as pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.items import Items, Stream
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.learners.torch import Torch
from metamer.paradigms.matrices.learners.settings import SYMBOLS, Drawing

CHUNK = 256
"""Items that are drawn as pixels at a time, so that memory stays bounded."""


@learner.add("torch-pixels")
@dataclass(frozen=True)
class TorchPixels(Torch):
    """A module of PyTorch, as `torch` is, that sees matrices as pixels.

    An item is 16 panels of `pixels` x `pixels`, from 0 to 1: the eight of the context, then
    the eight candidates. Items that already are pixels stay as they are.

    Source: ours; barrett2018, Sec. 3, for pixels.
    """

    kind: ClassVar[str] = "torch-pixels"
    pixels: int = 80
    """The width of a panel. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        from metamer.paradigms.matrices.pixels.atlas import atlas

        super().__post_init__()
        atlas(self.pixels, self.look)

    def train_unit(self, taught: Any, key: Key, place: Place) -> Any:
        from metamer.paradigms.matrices.pixels.pictures import Pictures

        if isinstance(taught, Stream):
            seen = Pictures(taught.source, Drawing(self.pixels, self.look))
            taught = taught._replace(source=seen)
        elif _are_symbols(taught):
            taught = taught._replace(inputs=self._draw(taught.inputs))
        return super().train_unit(taught, key, place)

    def answer(self, fitted: Any, items: Items) -> np.ndarray:
        if not _are_symbols(items):
            return super().answer(fitted, items)
        starts = range(0, len(items.inputs), CHUNK)
        ask = super().answer
        parts = [
            ask(fitted, Items(self._draw(items.inputs[start : start + CHUNK])))
            for start in starts
        ]
        return np.concatenate(parts)

    def _draw(self, symbols: np.ndarray) -> np.ndarray:
        from metamer.paradigms.matrices.pixels.pictures import draw

        return np.asarray(draw(Drawing(self.pixels, self.look), symbols))


def _are_symbols(items: Items) -> bool:
    return items.inputs.shape[1:] == SYMBOLS
