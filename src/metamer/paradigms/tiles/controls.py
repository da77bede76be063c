"""The same statistics without the rule: metamer boards."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from metamer.core.keys import Key, root
from metamer.metamers.recipe import Recipe, draw
from metamer.paradigms.tiles.observers import tally
from metamer.paradigms.tiles.rules import playable
from metamer.paradigms.tiles.tables import Table, table

CONDITIONS = {
    "abstract": "boards made by the rule",
    "metamer": "boards with the statistics of the rule's, and without the rule",
}
"""Source: kumar2022, Results, "Task metamers"."""


@dataclass(frozen=True)
class Control:
    """Which metamer boards: of what, how, and how many of them there are to draw from.

    Source: kumar2022, Methods, "Generating metamer distributions".
    Differs: the paper's players meet a fresh board each time; here they meet one of a
    large pool, which is also what the statistics observer knows.
    """

    rule: str
    reading: str
    recipe: Recipe
    pool: int
    matched: bool
    """Whether there are no more distinct metamer boards than the rule has boards."""
    seed: int
    """Another seed is another network: they differ in where red tiles lie."""

    @property
    def key(self) -> Key:
        return root(self.seed).stream("metamers", self.rule, self.reading)


def acceptable(boards: np.ndarray) -> np.ndarray:
    """Boards that can be played: 3 to 39 red tiles; also for boards from a file.

    Source: kumar2022, as coded.
    """
    return playable(boards.reshape(len(boards), -1).sum(axis=1))


@functools.lru_cache(maxsize=32)
def fitted(control: Control) -> Any:
    """What the recipe learned from the rule's exact table."""
    from metamer.metamers.source import Source

    known = table(control.rule, control.reading)
    source = Source(known.boards.astype(np.uint8), known.probabilities)
    return control.recipe.fit(source, control.key.stream("fit"))


@functools.lru_cache(maxsize=32)
def metamers(control: Control) -> Table:
    """The pool of metamer boards: each distinct one, as probable as it was frequent."""
    rows, _ = draw(
        fitted(control), control.pool, control.key.stream("draw"), acceptable
    )
    whole = tally(rows.astype(bool))
    if not control.matched:
        return whole
    few = len(table(control.rule, control.reading).boards)
    return largest(whole, few)


def largest(whole: Table, many: int) -> Table:
    """The most frequent boards of a table, and no others."""
    kept = np.sort(np.argsort(-whole.probabilities, kind="stable")[:many])
    chances = whole.probabilities[kept]
    return Table(whole.boards[kept], chances / chances.sum())


def boards_of(condition: str, control: Control) -> Table:
    """All boards of one condition."""
    if condition == "metamer":
        return metamers(control)
    return table(control.rule, control.reading)
