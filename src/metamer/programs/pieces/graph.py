"""The walk: every operation on every state, on all grids in step.

Operations are passed to the compiled loops as functions, one loop for each kind; a loop
goes over all states of a level. A change takes two half steps, the rest take one: to
split, pick and change is as deep as two changes.
"""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types

from metamer.programs.budget import Budget, Spent
from metamer.programs.operations import table
from metamer.programs.operations.cells import nothing, paint
from metamer.programs.operations.table import SIGNATURES, Image, Operation, compiled
from metamer.programs.pieces.images import (
    LONGEST_LIST,
    Store,
    append,
    close,
    full,
    image_of,
    images_of,
    opened,
)
from metamer.programs.task import Task

STORE = types.NamedTuple(
    (
        types.Array(types.uint8, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 3, "C"),
        types.Array(types.bool_, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    Store,
)
NUMBERS = types.Array(types.int64, 1, "C")


def _loop(kind: str) -> Callable[[Callable[..., Any]], Any]:
    """Compile a loop over states for operations of a kind."""
    function = types.FunctionType(SIGNATURES[kind])
    signature = types.void(function, types.int64, STORE, NUMBERS, types.int64, NUMBERS)
    return lambda loop: njit(signature, cache=True)(inspect.unwrap(loop))


@_loop("change")
def _change(
    function: Any,
    argument: int,
    store: Store,
    states: np.ndarray,
    demonstrations: int,
    origin: np.ndarray,
) -> None:
    for state in states:
        if full(store):
            return
        made = store.used[2]
        for grid in range(store.ranges.shape[1]):
            first, count = store.ranges[state, grid]
            store.ranges[made, grid, 0] = store.used[1]
            whole = image_of(store, grid)
            for place in range(first, first + count):
                image = image_of(store, place)
                if image.cells.size:
                    image = function(image, whole, argument)
                if image.cells.size or not store.lists[state]:
                    append(store, image)
            store.ranges[made, grid, 1] = store.used[1] - store.ranges[made, grid, 0]
        origin[0] = state
        close(store, demonstrations, store.lists[state], origin)


@compiled
def _part(store: Store, image: Image, labels: np.ndarray, label: int) -> None:
    """Append the cells with a label, cropped to them."""
    top, left, bottom, right = labels.shape[0], labels.shape[1], -1, -1
    for row in range(labels.shape[0]):
        for col in range(labels.shape[1]):
            if labels[row, col] == label:
                top, left = min(top, row), min(left, col)
                bottom, right = max(bottom, row), max(right, col)
    if bottom < 0:
        return
    out = np.zeros((bottom - top + 1, right - left + 1), np.uint8)
    for row in range(top, bottom + 1):
        for col in range(left, right + 1):
            if labels[row, col] == label:
                out[row - top, col - left] = image.cells[row, col]
    append(store, Image(out, image.top + top, image.left + left))


@_loop("split")
def _split(
    function: Any,
    argument: int,
    store: Store,
    states: np.ndarray,
    demonstrations: int,
    origin: np.ndarray,
) -> None:
    for state in states:
        if full(store):
            return
        made = store.used[2]
        for grid in range(store.ranges.shape[1]):
            image = image_of(store, store.ranges[state, grid, 0])
            store.ranges[made, grid, 0] = store.used[1]
            if image.cells.size:
                labels = function(image, argument)
                # A list too long to be meant is cut off, and seldom explains anything.
                for label in range(1, min(labels.max(), LONGEST_LIST) + 1):
                    _part(store, image, labels, label)
            store.ranges[made, grid, 1] = store.used[1] - store.ranges[made, grid, 0]
        origin[0] = state
        close(store, demonstrations, True, origin)


@_loop("join")
def _join(
    function: Any,
    argument: int,
    store: Store,
    states: np.ndarray,
    demonstrations: int,
    origin: np.ndarray,
) -> None:
    for state in states:
        if full(store):
            return
        made = store.used[2]
        for grid in range(store.ranges.shape[1]):
            images = images_of(store, state, grid)
            store.ranges[made, grid] = store.used[1], 1
            if len(images.boxes):
                append(store, function(images, image_of(store, grid), argument))
            else:
                append(store, nothing())
        origin[0] = state
        close(store, demonstrations, False, origin)


@compiled
def _together(images: table.Images, chosen: np.ndarray) -> Image:
    """Some images of a list at their places."""
    top, left, bottom, right = 1000, 1000, -1000, -1000
    for index in np.flatnonzero(chosen):
        row, col, height, width, _ = images.boxes[index]
        top, left = min(top, row), min(left, col)
        bottom, right = max(bottom, row + height), max(right, col + width)
    if bottom < top:
        return nothing()
    out = np.zeros((bottom - top, right - left), np.uint8)
    for index in np.flatnonzero(chosen):
        row, col, height, width, start = images.boxes[index]
        cells = images.cells[start : start + height * width].reshape((height, width))
        paint(out, Image(cells, row, col), top, left)
    return Image(out, top, left)


@_loop("key")
def _pick(
    function: Any,
    argument: int,
    store: Store,
    states: np.ndarray,
    demonstrations: int,
    origin: np.ndarray,
) -> None:
    """Those with the largest or least number (argument 0, 1), or all others (2, 3)."""
    for state in states:
        if full(store):
            return
        made = store.used[2]
        for grid in range(store.ranges.shape[1]):
            images = images_of(store, state, grid)
            store.ranges[made, grid] = store.used[1], 1
            if len(images.boxes):
                scores = function(images, image_of(store, grid), argument)
                best = scores.max() if argument % 2 == 0 else scores.min()
                append(store, _together(images, (scores == best) == (argument < 2)))
            else:
                append(store, nothing())
        origin[0] = state
        close(store, demonstrations, False, origin)


LOOPS = {"change": _change, "split": _split, "join": _join, "key": _pick}


class Graph(NamedTuple):
    """What a walk has reached, and how to say it."""

    store: Store
    operations: list[Operation]
    costs: np.ndarray

    def words(self, state: int) -> str:
        """The program that made a state."""
        said: list[str] = []
        while state > 0:
            state, operation, _ = self.store.origins[state]
            said.append(self.operations[operation].words)
        return ", then ".join(reversed(said)) or "the input"


def walked(task: Task, known: list[Operation], budget: Budget, depth: int) -> Graph:
    """Every state within so many steps of the inputs, by operations that are known."""
    store = opened(task.seen)
    last = 2 * depth
    kinds = np.array([operation.kind for operation in known])
    try:
        for level in range(last):
            levels = store.origins[: store.used[2], 2]
            here = np.flatnonzero(levels == level)
            for number, operation in enumerate(known):
                after = level + operation.half_steps
                # A list at the end of the walk would show nothing.
                if after + (operation.kind == "split") > last:
                    continue
                states = _suited(operation.kind, store, here, kinds)
                if after == last:
                    states = states[~store.lists[states] | (operation.kind != "change")]
                if full(store):
                    break
                budget.spend(len(states) * len(task.seen))
                LOOPS[operation.kind](
                    operation.function,
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

    So a state that several operations make is said in the cheapest words.
    """
    seen = {int(c) for pair in task.demonstrations for c in np.unique(pair.input)}
    found = table.operations(seen - {0}, "same" if task.keeps_shape else "another")
    return sorted(found, key=lambda operation: operation.cost)


def _suited(kind: str, store: Store, here: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """The states that an operation of a kind can be applied to.

    Images are picked from a list before they are changed: after would be the same. What
    was picked or joined is not split again.
    """
    lists, made_by = store.lists[here], kinds[store.origins[here, 1]]
    if kind == "key":
        return here[lists & (made_by == "split")]
    if kind == "join":
        return here[lists]
    if kind == "split":
        return here[~lists & ((made_by == "change") | (here == 0))]
    return here


def _costs(store: Store, known: list[Operation]) -> np.ndarray:
    costs = np.zeros(store.used[2])
    for state in range(1, len(costs)):
        parent, operation, _ = store.origins[state]
        costs[state] = costs[parent] + known[operation].cost
    return costs
