"""What every recipe for metamers can do, the registry of recipes, and drawing by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Bool, Float, UInt8

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.core.reading import tagged
from metamer.core.registry import Registry
from metamer.metamers.source import Source

recipe: Registry = Registry("recipe", "metamer.metamers.recipes")

Accept = Callable[[np.ndarray], Any]
"""Which rows will do: rows of the source's shape in, true or false for each out."""

LEAST_ACCEPTED = 0.01
"""Drawing is given up when fewer rows than this share will do ..."""
FAIR = 5000
"""... among so many."""


@runtime_checkable
class Fitted(Protocol):
    """What a recipe has learned from a source."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes of one row."""
        ...

    @property
    def notes(self) -> dict[str, float]:
        """What there is to say of the fit itself."""
        ...

    def sample(self, many: int, key: Key) -> UInt8[np.ndarray, "row ..."]:
        """Metamers, in the source's shape."""
        ...

    def trace(
        self, counts: tuple[int, ...], many: int, key: Key
    ) -> list[UInt8[np.ndarray, "row ..."]]:
        """What becomes of chains: rows after each of these numbers of sweeps.

        Empty if the recipe needs no chains.
        """
        ...

    def given_others(
        self, rows: UInt8[np.ndarray, "row ..."]
    ) -> Float[np.ndarray, "row variable value"]:
        """How probable each value of each variable is, given all the others."""
        ...


@runtime_checkable
class Recipe(Protocol):
    """A way to make rows with the statistics of a source, and without its rule."""

    def fit(self, source: Source, key: Key) -> Fitted:
        """Learn the statistics."""
        ...


tagged(Recipe, recipe)


def draw(
    fitted: Fitted, many: int, key: Key, accept: Accept | None = None
) -> tuple[UInt8[np.ndarray, "row ..."], float]:
    """As many metamers as were asked for that will do, and the share that would not."""
    at_least("the number of metamers", many, 1)
    kept: list[np.ndarray] = []
    drawn = found = 0
    while found < many:
        rows = fitted.sample(many, key.stream("draw", drawn))
        rows_kept = rows if accept is None else rows[accepted(rows, accept)]
        kept.append(rows_kept)
        drawn, found = drawn + len(rows), found + len(rows_kept)
        if drawn >= FAIR and found < min(many, LEAST_ACCEPTED * drawn):
            raise Refusal(
                f"only {found} of {drawn} metamers are acceptable, less than "
                f"{LEAST_ACCEPTED:.0%}; accept more, or take another recipe"
            )
    return np.concatenate(kept)[:many], 1 - found / drawn


def accepted(rows: np.ndarray, accept: Accept) -> Bool[np.ndarray, " row"]:
    """Which rows will do."""
    answers = np.asarray(accept(rows))
    if answers.dtype != bool or answers.shape != rows.shape[:1]:
        raise Refusal(
            f"accept must say true or false for each of {len(rows)} rows, "
            f"not {answers.dtype} of shape {answers.shape}"
        )
    return answers
