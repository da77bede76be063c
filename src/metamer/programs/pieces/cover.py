"""Layers that together explain every demonstrated cell.

Layers are listed from the top down: a layer must be right wherever no layer above it has
painted. They are looked for from both ends. From the top: a first layer that is right
wherever it paints, then again and again the one that explains most of what is open. From
the bottom: a layer that paints everything, then on top of it what puts right its errors.
"""

import numpy as np

from metamer.programs.budget import Budget, Spent
from metamer.programs.operations.table import compiled
from metamer.programs.pieces.layers import Layers, ones

MOST_LAYERS = 8
MOST_COVERS = 40
STARTS = 40
"""How many first layers, and how many last ones, are tried."""
SCAN = 100
"""Layers that are looked through in the time of a step."""
CEILINGS = (2.5, 3.5, np.inf)
"""How much a layer may cost: covers by cheap layers are looked for on their own."""


def covers(layers: Layers, whole: np.ndarray, budget: Budget) -> list[tuple[int, ...]]:
    """Layers that explain all of `whole`, from the top down; the cheapest covers first."""
    found: set[tuple[int, ...]] = set()
    try:
        for ceiling in CEILINGS:
            upto = int(np.searchsorted(layers.costs, ceiling, side="right"))
            found |= _from_top(layers, whole, upto, budget)
            found |= _from_bottom(layers, whole, upto, budget)
    except Spent:
        pass
    ordered = sorted(
        found, key=lambda chosen: (layers.costs[list(chosen)].sum(), chosen)
    )
    return ordered[:MOST_COVERS]


def _from_top(
    layers: Layers, whole: np.ndarray, upto: int, budget: Budget
) -> set[tuple[int, ...]]:
    painted, right = layers.painted[:upto], layers.right[:upto]
    explained = gains(painted, right, whole)
    found = set()
    for start in np.argsort(-explained, kind="stable")[:STARTS]:
        if explained[start] > 0:
            budget.spend(1 + upto // SCAN)
            rest = greedy(painted, right, whole & ~painted[start], MOST_LAYERS - 1)
            if rest[0] >= 0:
                found.add((int(start), *(int(layer) for layer in rest[1:])))
    return found


def _from_bottom(
    layers: Layers, whole: np.ndarray, upto: int, budget: Budget
) -> set[tuple[int, ...]]:
    painted, right = layers.painted[:upto], layers.right[:upto]
    explained = gains(painted, right, whole)
    sure = np.flatnonzero(explained > 0)
    bases = np.flatnonzero(((painted & whole) == whole).all(1))
    errors = np.bitwise_count(whole & ~right[bases]).sum(1)
    found = set()
    for base in bases[np.argsort(errors, kind="stable")[:STARTS]]:
        budget.spend(1 + len(sure) // SCAN)
        above = greedy(
            painted[sure], right[sure], whole & ~right[base], MOST_LAYERS - 1
        )
        if above[0] >= 0:
            found.add((*(int(sure[layer]) for layer in above[1:]), int(base)))
    return found


@compiled
def gains(painted: np.ndarray, right: np.ndarray, left: np.ndarray) -> np.ndarray:
    """How many of the cells that are left each layer explains; -1 where it is wrong."""
    found = np.zeros(len(painted), np.int64)
    for layer in range(len(painted)):
        for word in range(len(left)):
            here = painted[layer, word] & left[word]
            if here & ~right[layer, word]:
                found[layer] = -1
                break
            if here:
                found[layer] += ones(here)
    return found


@compiled
def greedy(
    painted: np.ndarray, right: np.ndarray, left: np.ndarray, most: int
) -> np.ndarray:
    """Layers that explain all cells that are left, each time the one that explains most.

    Of layers that explain as much, the first is taken. A number stands before them: 0,
    or -1 if cells are still left in the end.
    """
    chosen = np.zeros(most + 1, np.int64)
    left = left.copy()
    for depth in range(most + 1):
        if (left == 0).all():
            return chosen[: depth + 1]
        if depth == most:
            break
        explained = gains(painted, right, left)
        layer = np.argmax(explained) if len(explained) else 0
        if len(explained) == 0 or explained[layer] <= 0:
            break
        chosen[depth + 1] = layer
        for word in range(len(left)):
            left[word] &= ~painted[layer, word]
    chosen[0] = -1
    return chosen[:1]
