"""Which property singles out the right things in every demonstration."""

from typing import NamedTuple

import numpy as np

from metamer.programs.making.elements import Elements
from metamer.programs.properties import Properties

PAIRS = 300
"""So many properties, the cheapest, are tried in pairs."""


class Choice(NamedTuple):
    """Some of the things of each scene, and in words which."""

    words: str
    cost: float
    chosen: list[np.ndarray]
    """For each scene, which things."""


def choices(found: Elements, good: list[np.ndarray], most: int = 40) -> list[Choice]:
    """Properties, alone and in pairs, that hold of some good things and of no others.

    `good` says for each demonstration which things will do; the cheapest come first.
    """
    if not all(it.any() for it in good):
        return []
    if all(it.all() for it in good):
        every = [np.ones(len(things), bool) for things in found.things]
        return [Choice(f"the {found.words}", found.cost, every)]
    alone = _alone(found, good)
    pairs = _pairs(found, good) if len(alone) < most else []
    return sorted([*alone, *pairs], key=lambda it: it.cost)[:most]


def _alone(found: Elements, good: list[np.ndarray]) -> list[Choice]:
    table = found.properties
    fits = np.ones(len(table.words), bool)
    for holds, right in zip(table.holds, good, strict=False):
        fits &= holds[right].any(0) & ~holds[~right].any(0)
    return [
        Choice(
            f"the {found.words} {table.words[place]}",
            float(found.cost + table.costs[place]),
            [holds[:, place] for holds in table.holds],
        )
        for place in np.flatnonzero(fits).tolist()
    ]


def _pairs(found: Elements, good: list[np.ndarray]) -> list[Choice]:
    table = found.properties
    fits = _partners(table, good)
    first, second = np.nonzero(np.triu(fits, 1))
    costs = table.costs[first] + table.costs[second] + 0.5
    order = np.argsort(costs, kind="stable")[:PAIRS]
    return [
        Choice(
            f"the {found.words} {table.words[one]} and {table.words[other]}",
            float(found.cost + cost),
            [holds[:, one] & holds[:, other] for holds in table.holds],
        )
        for one, other, cost in zip(
            first[order].tolist(), second[order].tolist(), costs[order], strict=True
        )
    ]


def _partners(table: Properties, good: list[np.ndarray]) -> np.ndarray:
    """Which two properties together hold of good things only; neither does alone."""
    many = min(len(table.words), PAIRS)
    fits = np.ones((many, many), bool)
    single = np.ones(many, bool)
    for holds, right in zip(table.holds, good, strict=False):
        holds = holds[:, :many].astype(np.float32)
        fits &= (holds[right].T @ holds[right] > 0) & (
            holds[~right].T @ holds[~right] == 0
        )
        single &= ~holds[~right].any(0)
    return fits & ~single[:, None] & ~single[None, :]
