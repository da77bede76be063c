"""What every recipe for metamers can do, the registry of recipes, and drawing by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Bool, Float, UInt8

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.core.reading import read_by_name
from metamer.core.registry import Registry
from metamer.metamers.source import Source

recipe: Registry = Registry("recipe", "metamer.metamers.recipes")

Accept = Callable[[np.ndarray], Any]
"""Which rows are acceptable: takes rows of the source's shape, gives a truth value each."""

MIN_ACCEPTED = 0.01
"""The smallest share of acceptable rows with which drawing goes on ..."""
FAIR_TRIES = 5000
"""... after this many have been drawn."""


@runtime_checkable
class Fitted(Protocol):
    """What a recipe has learned from a source."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes of one row."""
        ...

    @property
    def notes(self) -> dict[str, float]:
        """Numbers that describe the fit itself, by name."""
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


read_by_name(Recipe, recipe)


def draw(
    fitted: Fitted, many: int, key: Key, accept: Accept | None = None
) -> tuple[UInt8[np.ndarray, "row ..."], float]:
    """`many` acceptable metamers, and the share of those drawn that were not."""
    at_least("the number of metamers", many, 1)
    blocks: list[np.ndarray] = []
    tries = accepted = 0
    while accepted < many:
        # The key depends on the tries so far, or each round would give the same rows
        # again.
        rows = fitted.sample(many, key.stream("draw", tries))
        good = rows if accept is None else rows[are_accepted(rows, accept)]
        blocks.append(good)
        tries, accepted = tries + len(rows), accepted + len(good)
        if tries >= FAIR_TRIES and accepted < min(many, MIN_ACCEPTED * tries):
            raise Refusal(
                f"only {accepted} of {tries} metamers are acceptable, less than "
                f"{MIN_ACCEPTED:.0%}; accept more, or take another recipe"
            )
    return np.concatenate(blocks)[:many], 1 - accepted / tries


def are_accepted(rows: np.ndarray, accept: Accept) -> Bool[np.ndarray, " row"]:
    """Which rows are acceptable."""
    answers = np.asarray(accept(rows))
    if answers.dtype != bool or answers.shape != rows.shape[:1]:
        raise Refusal(
            f"accept must say true or false for each of {len(rows)} rows, "
            f"not {answers.dtype} of shape {answers.shape}"
        )
    return answers
