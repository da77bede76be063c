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


def lists(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """Pictures of all things, or of those with a property, joined in an order."""
    for look in SHOWN:
        price, function = LOOKS[look]
        pictures = [
            [function(it, scene) for it in things]
            for things, scene in zip(found.things, found.scenes, strict=True)
        ]
        for axis, cost in AXES.items():
            for gap in GAPS:
                series = Series(found, pictures, axis, gap)
                named = f"{look} {axis}{' with gaps' * gap}"
                for words, more, taken in _fitting(view, series, budget):
                    base = 1.0 + found.cost + price + cost + 0.4 * gap + more
                    yield from _ordered(
                        view, series, taken, (f"{words}: {named}", base), budget
                    )


def _fitting(
    view: View, series: Series, budget: Budget
) -> Iterator[tuple[str, float, list[np.ndarray]]]:
    """Which selections of things would be as long as the outputs."""
    found = series.found
    every = [np.ones((len(things), 1), bool) for things in found.things]
    options = [
        (["all of them"], [0.0], every),
        (found.properties.words, found.properties.costs, found.properties.holds),
    ]
    for words, costs, holds in options:
        if not len(words):
            continue
        budget.spend(len(words))
        fits = np.ones(len(words), bool)
        for place, output in enumerate(view.outputs):
            flat = _lies_flat(series.axis, found.things[place])
            long = output.shape[1] if flat else output.shape[0]
            sides = [
                99 if it is None else it.shape[1 if flat else 0]
                for it in series.pictures[place]
            ]
            total = (np.array(sides) + series.gap) @ holds[place] - series.gap
            fits &= (total == long) & (holds[place].sum(0) > 1)
        for place in np.flatnonzero(fits).tolist():
            yield words[place], float(costs[place]), [it[:, place] for it in holds]


def _lies_flat(axis: str, things: list[Thing]) -> bool:
    if axis in ("in a row", "in a column"):
        return axis == "in a row"
    down = np.ptp([it.top + it.bottom for it in things])
    across = np.ptp([it.left + it.right for it in things])
    return bool(across > down) == (axis == "as they lie")


def _ordered(
    view: View,
    series: Series,
    taken: list[np.ndarray],
    said: tuple[str, float],
    budget: Budget,
) -> Iterator[Program]:
    places = {words: place for place, words in enumerate(ATTRIBUTES)}
    for words, cost in KEYS.items():
        for sign, price in ((1, 0.0), (-1, 0.3)):
            budget.spend(view.known)
            keys = [sign * table[:, places[words]] for table in series.found.tables]
            made = _joined(view, series, taken, keys)
            if made is None:
                continue
            order = f"{'falling' if sign < 0 else 'rising'} {words}"
            yield Program(
                f"join every {series.found.words}, {said[0]}, by {order}",
                said[1] + cost + price,
                made,
            )


def _joined(
    view: View, series: Series, taken: list[np.ndarray], keys: list[np.ndarray]
) -> tuple[Grid | None, ...] | None:
    """The answers if every demonstration comes out right."""
    answers: list[Grid | None] = []
    for place, scene in enumerate(series.found.scenes):
        which = np.flatnonzero(taken[place])
        which = which[np.argsort(keys[place][which], kind="stable")]
        pictures = [series.pictures[place][it] for it in which.tolist()]
        flat = bool(len(which)) and _lies_flat(series.axis, series.found.things[place])
        made = joined(pictures, flat, series.gap, scene.background)
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
