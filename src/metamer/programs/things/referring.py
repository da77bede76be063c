"""References of a task: other things by relation, and the one thing with a property."""

from typing import NamedTuple

import numpy as np

from metamer.programs.things.crowd import Crowd
from metamer.programs.things.references import NONE, REFERENCES

MOST = 24
"""How many of the cheapest properties are tried as references."""


class Reference(NamedTuple):
    """For every thing of every scene the number of another one, or `NONE`."""

    words: str
    cost: float
    others: list[np.ndarray]


def references(crowd: Crowd) -> list[Reference]:
    """All references, each once, the cheapest first."""
    found = [
        Reference(words, 1.0, crowd.each(refers))
        for words, refers in REFERENCES.items()
    ]
    found += _single(crowd)
    kept: dict[bytes, Reference] = {}
    for it in sorted(found, key=lambda it: it.cost):
        if any((others != NONE).any() for others in it.others[: crowd.known]):
            kept.setdefault(np.concatenate(it.others).tobytes(), it)
    return list(kept.values())


def _single(crowd: Crowd) -> list[Reference]:
    """The thing with a property that just one thing of each demonstration has."""
    told = crowd.properties
    shown = told.holds[: crowd.known]
    alone = [
        place
        for place in range(len(told.words))
        if all(holds[:, place].sum() == 1 for holds in shown)
    ]
    found = []
    for place in sorted(alone, key=lambda it: told.costs[it])[:MOST]:
        others = [_pointing(holds[:, place]) for holds in told.holds]
        words = f"the thing {told.words[place]}"
        found.append(Reference(words, float(told.costs[place]), others))
    return found


def _pointing(holds: np.ndarray) -> np.ndarray:
    single = int(holds.argmax()) if holds.sum() == 1 else NONE
    return np.full(len(holds), single)
