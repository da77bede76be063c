"""The upper end of the scale: a learner that finds the rules of every matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from jaxtyping import Int, Integer, UInt8

from metamer.core.errors import Refusal, one_of
from metamer.core.items import Items
from metamer.core.registry import learner
from metamer.paradigms.matrices.references.solver import are_pixels, solve
from metamer.paradigms.matrices.rules.vocabulary import DIRECTIONS, PANELS, SLOTS

CHUNK = 256
"""Matrices solved at a time: their pixels take 26 megabytes."""


@learner.add("matrix-solver")
@dataclass(frozen=True)
class MatrixSolver:
    """Finds the rules in the context, and picks the candidate that follows most of them.

    It is not trained: the relations and attributes are built in. It is right whenever the
    answer is the only best candidate, in every regime.

    Source: ours; the ceiling for barrett2018, Table 1.
    """

    sees: Literal["symbols", "pixels"] = "symbols"
    """Its input. Pixels are read back into symbols by comparison with all shapes and
    lines. Source: ours."""
    directions: Literal["both", "rows", "columns"] = "both"
    """Where it looks for rules. Source: barrett2018, Sec. 2.1: rows or columns."""
    innate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        one_of("sees", self.sees, ("symbols", "pixels"))
        one_of("directions", self.directions, ("both", *DIRECTIONS))

    @property
    def name(self) -> str:
        """`matrix-solver`, with other settings for example `matrix-solver:pixels-rows`."""
        usual = "symbols", "both"
        unusual = [word for word in (self.sees, self.directions) if word not in usual]
        return ":".join(filter(None, ["matrix-solver", "-".join(unusual)]))

    def fit(self, items: Items | None, key: Any) -> None:
        return None

    def answer(self, fitted: None, items: Items) -> Int[np.ndarray, " item"]:
        inputs = np.asarray(items.inputs)
        if are_pixels(self.name, inputs) and self.sees == "symbols":
            raise Refusal(
                f"{self.name} needs symbols, and these items are pixels; set its setting "
                "sees to pixels"
            )
        directions = DIRECTIONS if self.directions == "both" else (self.directions,)
        choices = np.empty(len(inputs), int)
        for start in range(0, len(inputs), CHUNK):
            chunk = inputs[start : start + CHUNK]
            symbols = _read(_pixels(chunk)) if self.sees == "pixels" else chunk
            choices[start : start + CHUNK] = solve(symbols, directions).choices
        return choices


def _pixels(
    inputs: Integer[np.ndarray, "item panel *axes"],
) -> UInt8[np.ndarray, "item panel row col"]:
    """The pixels of items, drawn from symbols if need be."""
    from metamer.paradigms.matrices.pixels.render import render

    return inputs if inputs.ndim == 4 else render(inputs)


def _read(
    pictures: UInt8[np.ndarray, "item panel row col"],
) -> Integer[np.ndarray, "item panel slot"]:
    from metamer.paradigms.matrices.pixels.atlas import atlas
    from metamer.paradigms.matrices.pixels.reader import read

    width = pictures.shape[-1]
    panels = read(pictures.reshape(-1, width, width), atlas(width))
    return panels.reshape(len(pictures), PANELS, SLOTS)
