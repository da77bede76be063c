"""Layers that together explain every demonstrated cell.

Layers are listed from the top down: a layer must be right wherever no layer above it has
painted. They are looked for from both ends. From the top: a first layer that is right
wherever it paints, then again and again the one that explains most of what is still open.
From the bottom: a layer that paints everything, then on top of it what corrects its errors.
"""

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.compositions.layers import (
    Bits,
    LayerTable,
    ManyBits,
    count_bits,
)
from metamer.paradigms.concepts.search.operations.compilation import compiled
from metamer.paradigms.concepts.search.operations.primitives import largest_at
from metamer.paradigms.concepts.search.operations.types import Numbers

Cover = tuple[int, ...]
"""Rows of the table of layers, from the top down."""

MAX_LAYERS = 8
MAX_COVERS = 40
STARTS = 40
"""How many first layers, and how many last ones, are tried."""
LAYERS_PER_STEP = 100
"""Layers that are compared in the time of one step of the budget."""
CEILINGS = (2.5, 3.5, np.inf)
"""How much a layer may cost. Covers by cheap layers are looked for on their own first:
among all layers a dear one that explains a cell more would always be taken."""


def covers(layers: LayerTable, whole: Bits, budget: Budget) -> list[Cover]:
    """Layers that explain all of `whole`, from the top down; the cheapest covers first."""
    solutions: set[Cover] = set()
    try:
        for ceiling in CEILINGS:
            count = int(np.searchsorted(layers.costs, ceiling, side="right"))
            painted, right = layers.painted[:count], layers.right[:count]
            solutions |= _from_top(painted, right, whole, budget)
            solutions |= _from_bottom(painted, right, whole, budget)
    except Spent:
        pass
    return sorted(solutions, key=lambda rows: (layers.costs[list(rows)].sum(), rows))[
        :MAX_COVERS
    ]


def _from_top(
    painted: ManyBits, right: ManyBits, whole: Bits, budget: Budget
) -> set[Cover]:
    explained = gains(painted, right, whole)
    solutions = set()
    # Stable: layers are in the order of cost, so the cheapest of equals is tried first.
    for start in np.argsort(-explained, kind="stable")[:STARTS]:
        if explained[start] > 0:
            budget.spend(1 + len(painted) // LAYERS_PER_STEP)
            rest = greedy(painted, right, whole & ~painted[start], MAX_LAYERS - 1)
            if rest[0] >= 0:
                solutions.add((int(start), *(int(layer) for layer in rest[1:])))
    return solutions


def _from_bottom(
    painted: ManyBits, right: ManyBits, whole: Bits, budget: Budget
) -> set[Cover]:
    # A correction hides the base wherever it paints. So it must be right everywhere,
    # although only the errors of the base are left to explain.
    sure = np.flatnonzero(gains(painted, right, whole) > 0)
    bases = np.flatnonzero(((painted & whole) == whole).all(1))
    errors = np.bitwise_count(whole & ~right[bases]).sum(1)
    solutions = set()
    for base in bases[np.argsort(errors, kind="stable")[:STARTS]]:
        budget.spend(1 + len(sure) // LAYERS_PER_STEP)
        wrong = whole & ~right[base]
        above = greedy(painted[sure], right[sure], wrong, MAX_LAYERS - 1)
        if above[0] >= 0:
            solutions.add((*(int(sure[layer]) for layer in above[1:]), int(base)))
    return solutions


@compiled
def gains(painted: ManyBits, right: ManyBits, left: Bits) -> Numbers:
    """How many of the cells that are left each layer explains; -1 where it is wrong."""
    explained = np.zeros(len(painted), np.int64)
    for layer in range(len(painted)):
        for word in range(len(left)):
            here = painted[layer, word] & left[word]
            if here & ~right[layer, word]:
                explained[layer] = -1
                break
            if here:
                explained[layer] += count_bits(here)
    return explained


@compiled
def greedy(painted: ManyBits, right: ManyBits, left: Bits, most: int) -> Numbers:
    """Layers that explain all cells that are left, each time the one that explains most.

    Of layers that explain as much, the first is taken. A number stands before them: 0,
    or -1 if cells are still left in the end.
    """
    chosen = np.zeros(most + 1, np.int64)
    left = left.copy()
    # One round more than there may be layers, to see whether the last one left nothing.
    for depth in range(most + 1):
        open_cells = 0
        for word in left:
            open_cells += count_bits(word)
        if open_cells == 0:
            return chosen[: depth + 1]
        if depth == most or len(painted) == 0:
            break
        explained = gains(painted, right, left)
        layer = largest_at(explained)
        if explained[layer] <= 0:
            break
        chosen[depth + 1] = layer
        # What was painted is settled: no layer below can show there.
        for word in range(len(left)):
            left[word] &= ~painted[layer, word]
    chosen[0] = -1
    return chosen[:1]
