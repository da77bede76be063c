"""The same statistics without the rule: metamer boards."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from metamer.core.kept import keep_arrays
from metamer.core.keys import Key, root
from metamer.metamers.recipe import Recipe, draw
from metamer.metamers.recipes.gibbs import FittedGibbs
from metamer.paradigms.tiles.distributions.distribution import (
    Distribution,
    freeze,
    most_probable,
    tally,
)
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.rules import are_playable

CONDITIONS = {
    "abstract": "boards made by the rule",
    "metamer": "boards with the same statistics, made without the rule",
}
"""Source: kumar2022, Results, "Generating Metamer Task Distributions"."""


@dataclass(frozen=True)
class Control:
    """Which metamer boards: of which rule, made how, and how many to draw from.

    Source: kumar2022, Methods, "Generating Metamer Task Distributions".
    Differs: the paper's players meet a fresh board each time; here they meet one of a
    large pool, which is also what the statistics observer knows.
    """

    rule: str
    reading: str
    recipe: Recipe
    pool: int
    matched: bool
    """Whether to keep no more distinct metamer boards than the rule has boards."""
    seed: int
    """Another seed is another network; networks differ in where red tiles lie."""

    @property
    def key(self) -> Key:
        return root(self.seed).stream("metamers", self.rule, self.reading)


@functools.lru_cache(maxsize=32)
def fit(control: Control) -> Any:
    """What the recipe learned from the exact distribution of the rule."""
    from metamer.metamers.source import Source

    known = distribution_of(control.rule, control.reading)
    source = Source(known.boards.astype(np.uint8), known.probabilities)
    return control.recipe.fit(source, control.key.stream("fit"))


@functools.lru_cache(maxsize=32)
def metamers(control: Control) -> Distribution:
    """The pool of metamer boards: each distinct one, as probable as it was frequent."""
    rule = distribution_of(control.rule, control.reading)
    kept = keep_arrays("metamers", [control, rule], lambda: _draw(control)._asdict())
    whole = freeze(Distribution(kept["boards"], kept["probabilities"]))
    return most_probable(whole, len(rule.boards)) if control.matched else whole


def accuracies(control: Control) -> Float[np.ndarray, " update"]:
    """How often the network that makes metamers guessed right, update by update.

    Empty if the recipe has no such network.
    """

    def found() -> dict[str, np.ndarray]:
        fitted = fit(control)
        known = fitted.accuracy if isinstance(fitted, FittedGibbs) else np.zeros(0)
        return {"accuracy": known}

    return keep_arrays("accuracies", [control], found)["accuracy"]


def _draw(control: Control) -> Distribution:
    rows, _ = draw(fit(control), control.pool, control.key.stream("draw"), are_playable)
    return tally(rows.astype(bool))


def boards_of(condition: str, control: Control) -> Distribution:
    """All boards of one condition."""
    if condition == "metamer":
        return metamers(control)
    return distribution_of(control.rule, control.reading)
