"""Programs that put pictures of things side by side, in an order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.budget import Budget
from metamer.programs.making.elements import Elements
from metamer.programs.making.looks import LOOKS
from metamer.programs.program import Program
from metamer.programs.scene import Thing
from metamer.programs.task import LARGEST, Grid, same
from metamer.programs.view import View

SHOWN = (
    "its own cells",
    "its box",
    "a cell of its colour",
    "its own cells without small outgrowths",
    "its box filled with its colour",
    "what it encloses",
)
"""The looks that are put side by side."""

GAPS = (0, 1)
AXES = {"in a row": 0.2, "in a column": 0.2, "as they lie": 0.4, "across": 0.8}

KEYS = {
    "left column": 0.2,
    "top row": 0.2,
    "size": 0.4,
    "height": 0.5,
    "width": 0.5,
    "right column": 0.6,
    "bottom row": 0.6,
    "area of its box": 0.6,
    "things whose box it lies in": 0.6,
    "things of its colour": 0.6,
    "things it seems to cover": 0.6,
    "holes": 0.7,
    "cells of its rarer colours": 0.8,
    "number of colours": 0.8,
    "gaps in its box": 1.0,
}
"""What things are ordered by, with costs; equals stay in reading order."""


class Series(NamedTuple):
    """Pictures of the things of one kind, and how they are put together."""

    found: Elements
    pictures: list[list[Grid | None]]
    axis: str
    gap: int


class Taken(NamedTuple):
    """Which things of each scene are joined."""

    words: str
    cost: float
    which: list[np.ndarray]


def lists(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """Pictures of all things, or of those with a property, joined in an order."""
    for look in SHOWN:
        price, function = LOOKS[look]
        pictures = [
            [function(it, scene) for it in things]
            for things, scene in zip(found.things, found.scenes, strict=True)
        ]
        options = list(_of_right_colours(view, found, pictures, budget))
        for axis, cost in AXES.items() if options else ():
            for gap in GAPS:
                series = Series(found, pictures, axis, gap)
                named = f"{look} {axis}{' with gaps' * gap}"
                base = 1.0 + found.cost + price + cost + 0.4 * gap
                for taken in options:
                    yield from _ordered(view, series, taken, (named, base), budget)


def _of_right_colours(
    view: View, found: Elements, pictures: list[list[Grid | None]], budget: Budget
) -> Iterator[Taken]:
    """Selections of two or more things that have as many coloured cells as the outputs."""
    table = found.properties
    every = [np.ones((len(things), 1), bool) for things in found.things]
    words, costs = ["all of them", *table.words], [0.0, *table.costs]
    budget.spend(len(words))
    holds = [
        np.hstack([one, many]) if table.words else one
        for one, many in zip(every, table.holds or every, strict=True)
    ]
    fits = np.ones(len(words), bool)
    for place, output in enumerate(view.outputs):
        background = found.scenes[place].background
        cells = np.array([_coloured(it, background) for it in pictures[place]])
        total = cells.T @ holds[place]
        fits &= (total == _coloured(output, background)[:, None]).all(0)
        fits &= holds[place].sum(0) > 1
    for place in np.flatnonzero(fits).tolist():
        yield Taken(words[place], float(costs[place]), [it[:, place] for it in holds])


def _coloured(grid: Grid | None, background: int) -> np.ndarray:
    """How many cells of each colour but the background; impossibly many of nothing."""
    if grid is None:
        return np.full(10, 9999)
    counts = np.bincount(grid.ravel(), minlength=10)
    counts[background] = 0
    return counts


def _lies_flat(axis: str, things: list[Thing]) -> bool:
    if axis in ("in a row", "in a column") or not things:
        return axis == "in a row"
    down = np.ptp([it.top + it.bottom for it in things])
    across = np.ptp([it.left + it.right for it in things])
    return bool(across > down) == (axis == "as they lie")


def _ordered(
    view: View, series: Series, taken: Taken, said: tuple[str, float], budget: Budget
) -> Iterator[Program]:
    seen: set[bytes] = set()
    for words, cost, orders in _orders(series.found, taken):
        key = b"".join(order.tobytes() for order in orders)
        if key in seen:
            continue
        seen.add(key)
        budget.spend(view.known)
        answers = _joined(view, series, orders)
        if answers is not None:
            yield Program(
                f"join every {series.found.words}, {taken.words}: {said[0]}, by {words}",
                said[1] + taken.cost + cost,
                answers,
            )


def _orders(
    found: Elements, taken: Taken
) -> Iterator[tuple[str, float, list[np.ndarray]]]:
    """The taken things of each scene in the order of each key, rising and falling."""
    places = {words: place for place, words in enumerate(ATTRIBUTES)}
    which = [np.flatnonzero(it) for it in taken.which]
    for words, cost in KEYS.items():
        for name, sign in (("rising", 1), ("falling", -1)):
            orders = [
                some[np.argsort(sign * table[some, places[words]], kind="stable")]
                for some, table in zip(which, found.tables, strict=True)
            ]
            yield f"{name} {words}", cost + (0.3 if sign < 0 else 0.0), orders


def _joined(
    view: View, series: Series, orders: list[np.ndarray]
) -> tuple[Grid | None, ...] | None:
    """The answers if every demonstration comes out right."""
    answers: list[Grid | None] = []
    for place, order in enumerate(orders):
        pictures = [series.pictures[place][it] for it in order.tolist()]
        flat = _lies_flat(series.axis, series.found.things[place])
        background = series.found.scenes[place].background
        made = joined(pictures, flat, series.gap, background)
        if place < view.known and not same(made, view.outputs[place]):
            return None
        if place >= view.known:
            answers.append(made)
    return tuple(answers)


def joined(
    pictures: list[Grid | None], flat: bool, gap: int, background: int
) -> Grid | None:
    """Pictures side by side (or one below the other), lower ones filled up below."""
    grids = [it if flat else it.T for it in pictures if it is not None]
    if not grids or len(grids) < len(pictures):
        return None
    tall = max(len(it) for it in grids)
    parts = []
    for grid in grids:
        parts.append(np.full((tall, gap), background, np.uint8))
        part = np.full((tall, grid.shape[1]), background, np.uint8)
        part[: len(grid)] = grid
        parts.append(part)
    whole = np.hstack(parts[1:])
    return None if whole.shape[1] > LARGEST else whole if flat else whole.T
