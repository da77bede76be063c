"""Steps of a program: an act done to the things that have a property."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.scene import NOTHING
from metamer.programs.things.acts import Act
from metamer.programs.things.crowd import Crowd, number_of

WHAT = {
    "colour4": "each thing of one colour",
    "colour8": "each thing of one colour, corners joined",
    "any4": "each thing",
    "any8": "each thing, corners joined",
    "colours": "all cells of each colour",
    "regions": "each region",
}
"""How the ways of seeing are called in a program."""


class Kind(NamedTuple):
    """The things with a property, in every scene."""

    words: str
    cost: float
    chosen: list[np.ndarray]


class Effect(NamedTuple):
    """What a step does to one grid."""

    erased: np.ndarray
    painted: np.ndarray


class Step(NamedTuple):
    """An act and the things it is done to."""

    act: Act
    kind: Kind
    how: str

    @property
    def cost(self) -> float:
        return self.act.cost + self.kind.cost

    @property
    def words(self) -> str:
        which = f" {self.kind.words}" if self.kind.words else ""
        return f"for {WHAT[self.how]}{which}: {self.act.words}"

    def effect(self, number: int) -> Effect:
        """What it does in one scene."""
        erased, painted = self.act.layers(number)
        chosen = self.kind.chosen[number]
        canvas = np.full(painted.shape[1:], NOTHING, np.uint8)
        for layer in painted[chosen]:
            canvas = np.where(layer == NOTHING, canvas, layer)
        return Effect(erased[chosen].any(0), canvas)


class Group:
    """Steps that do the same to the demonstrations."""

    def __init__(self, paints: int, erases: int):
        self.paints = paints
        self.erases = erases
        self.steps: list[Step] = []

    @property
    def cells(self) -> int:
        return self.paints | self.erases

    @property
    def cost(self) -> float:
        """What its cheapest step costs."""
        return min(step.cost for step in self.steps)


Groups = dict[tuple[int, int], Group]


def kinds(crowd: Crowd) -> dict[int, list[Kind]]:
    """All things, and those with each property, by which things of the demonstrations
    they are."""
    told = crowd.view.properties(crowd.how)
    everything = [np.ones(len(field), bool) for field in crowd.fields]
    found = [Kind("", 0.0, everything)]
    found += [
        Kind(words, float(cost), [holds[:, place] for holds in told.holds])
        for place, (words, cost) in enumerate(zip(told.words, told.costs, strict=True))
    ]
    by_things: dict[int, list[Kind]] = {}
    for kind in sorted(found, key=lambda it: it.cost):
        shown = number_of(np.concatenate(kind.chosen[: crowd.known]))
        by_things.setdefault(shown, []).append(kind)
    return by_things


def gather(
    crowd: Crowd,
    acts: Iterable[Act],
    chosen: dict[int, list[Kind]],
    groups: Groups,
    budget: Budget,
) -> None:
    """Add to `groups` every act with every kind of things that it fits."""
    for act in acts:
        budget.spend(len(chosen) * crowd.known)
        for things, alike in chosen.items():
            if things & ~act.fits:
                continue
            paints, erases = _union(act.paints, things), _union(act.erases, things)
            if (paints | erases) & crowd.changed:
                group = groups.setdefault((paints, erases), Group(paints, erases))
                group.steps += [Step(act, kind, crowd.how) for kind in alike]


def _union(cells: tuple[int, ...], things: int) -> int:
    chosen = (it for number, it in enumerate(cells) if things >> number & 1)
    return reduce(or_, chosen, 0)
