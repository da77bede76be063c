"""Which property singles out the right objects in every demonstration."""

import numpy as np

from metamer.paradigms.concepts.search.properties import Properties
from metamer.paradigms.concepts.search.selection import Selection
from metamer.paradigms.concepts.search.view import Segmentation

MAX_PAIRED = 300
"""How many properties, the cheapest, are tried in pairs, and how many pairs are made."""
MAX_CHOICES = 40
"""How many selections are followed up by default."""
COST_OF_AND = 0.5
"""What it costs to ask for a second property."""


def choices(
    segmentation: Segmentation, right: list[np.ndarray], limit: int = MAX_CHOICES
) -> list[Selection]:
    """Properties, alone and in pairs, that hold of some right objects and of no others.

    `right` says for each demonstration which objects would do; the cheapest come first.
    """
    if not all(scene.any() for scene in right):
        return []
    if all(scene.all() for scene in right):
        every = [np.ones(len(objects), bool) for objects in segmentation.objects]
        kind = segmentation.kind
        return [Selection(f"the {kind.singular}", kind.cost, every, segmentation.known)]
    single = _single(segmentation, right)
    pairs = _pairs(segmentation, right) if len(single) < limit else []
    return sorted([*single, *pairs], key=lambda choice: choice.cost)[:limit]


def _single(segmentation: Segmentation, right: list[np.ndarray]) -> list[Selection]:
    properties, kind = segmentation.all_properties, segmentation.kind
    fits = np.ones(len(properties), bool)
    for holds, good in zip(properties.holds, right, strict=False):
        fits &= holds[good].any(0) & ~holds[~good].any(0)
    return [
        Selection(
            f"the {kind.singular} {properties.each[place].words}",
            float(kind.cost + properties.costs[place]),
            [holds[:, place] for holds in properties.holds],
            segmentation.known,
        )
        for place in np.flatnonzero(fits).tolist()
    ]


def _pairs(segmentation: Segmentation, right: list[np.ndarray]) -> list[Selection]:
    properties, kind = segmentation.all_properties, segmentation.kind
    first, second = np.nonzero(np.triu(_partners(properties, right), 1))
    costs = properties.costs[first] + properties.costs[second] + COST_OF_AND
    found = []
    for place in np.argsort(costs, kind="stable")[:MAX_PAIRED].tolist():
        one, two = int(first[place]), int(second[place])
        words = f"{properties.each[one].words} and {properties.each[two].words}"
        chosen = [holds[:, one] & holds[:, two] for holds in properties.holds]
        found.append(
            Selection(
                f"the {kind.singular} {words}",
                float(kind.cost + costs[place]),
                chosen,
                segmentation.known,
            )
        )
    return found


def _partners(properties: Properties, right: list[np.ndarray]) -> np.ndarray:
    """Which two properties together hold of right objects only; neither does alone.

    A product of matrices counts the objects that have both, for all pairs at once.
    """
    count = min(len(properties), MAX_PAIRED)
    fits = np.ones((count, count), bool)
    alone = np.ones(count, bool)
    for holds, good in zip(properties.holds, right, strict=False):
        holds = holds[:, :count].astype(np.float32)
        some_right = holds[good].T @ holds[good] > 0
        none_wrong = holds[~good].T @ holds[~good] == 0
        fits &= some_right & none_wrong
        alone &= ~holds[~good].any(0)
    # A property that holds of no wrong object needs no second one, which would only
    # cost more.
    return fits & ~alone[:, None] & ~alone[None, :]
