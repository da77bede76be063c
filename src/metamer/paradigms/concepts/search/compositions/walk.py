"""The walk: every operation on every state, on all grids of a task in step.

It goes level by level, breadth first. A change takes two half steps, the others take one:
to split, pick and change is as deep as two changes.
"""

from typing import NamedTuple

import numpy as np
from jaxtyping import Float

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.compositions.loops import LOOPS
from metamer.paradigms.concepts.search.compositions.store import (
    Store,
    is_full,
    open_store,
)
from metamer.paradigms.concepts.search.operations.table import (
    Kind,
    Operation,
    operations,
)
from metamer.paradigms.concepts.search.operations.types import Numbers
from metamer.paradigms.concepts.tasks import Task


class Graph(NamedTuple):
    """The states that a walk has reached, their costs, and the operations it used."""

    store: Store
    operations: list[Operation]
    costs: Float[np.ndarray, " state"]

    def words(self, state: int) -> str:
        """The program that made a state."""
        steps: list[str] = []
        while state > 0:
            state, number, _ = self.store.origins[state]
            steps.append(self.operations[number].words)
        return ", then ".join(reversed(steps)) or "the input"


def walk(task: Task, known: list[Operation], budget: Budget, depth: int) -> Graph:
    """Every state that `depth` steps by known operations reach from the inputs."""
    store = open_store(task.seen)
    last = 2 * depth
    kinds = np.array([operation.kind for operation in known])
    try:
        for level in range(last):
            # Every operation leads to a later level, so that this level is complete.
            here = np.flatnonzero(store.origins[: store.used[2], 2] == level)
            for number, operation in enumerate(known):
                after = level + operation.family.half_steps
                # At the end of the walk a list would show nothing.
                if after + (operation.kind == "split") > last:
                    continue
                states = _suitable(operation.kind, store, here, kinds, after == last)
                if is_full(store):
                    break
                budget.spend(len(states) * len(task.seen))
                LOOPS[operation.kind](
                    operation.family.function,
                    operation.argument,
                    store,
                    states,
                    len(task.demonstrations),
                    np.array([0, number, after]),
                )
    except Spent:
        pass
    return Graph(store, known, _costs(store, known))


def known_operations(task: Task) -> list[Operation]:
    """The operations for a task's colours and sizes, the cheapest first.

    A state keeps the words of the operation that made it first, so of all that make it
    this is the cheapest.
    """
    colours = {int(c) for pair in task.demonstrations for c in np.unique(pair.input)}
    usable = operations(colours - {0}, "same" if task.keeps_shape else "another")
    return sorted(usable, key=lambda operation: operation.cost)


def _suitable(
    kind: Kind, store: Store, here: Numbers, kinds: np.ndarray, at_end: bool
) -> Numbers:
    """The states that an operation of a kind is applied to.

    Images are picked from a list before they are changed: after, the result would be the
    same. What was picked or joined is not split again. A list that is only changed at the
    end of the walk would show nothing.
    """
    lists, made_by = store.lists[here], kinds[store.origins[here, 1]]
    if kind == "key":
        return here[lists & (made_by == "split")]
    if kind == "join":
        return here[lists]
    if kind == "split":
        return here[~lists & ((made_by == "change") | (here == 0))]
    return here[~lists] if at_end else here


def _costs(store: Store, known: list[Operation]) -> Float[np.ndarray, " state"]:
    costs = np.zeros(store.used[2])
    # A state stands after the one that it was made from, so one pass is enough.
    for state in range(1, len(costs)):
        parent, number, _ = store.origins[state]
        costs[state] = costs[parent] + known[number].cost
    return costs
