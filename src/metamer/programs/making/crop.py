"""Programs that choose a thing or panel by its properties and show a picture of it."""

from collections.abc import Iterator

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.making.changes import CHANGES, apply
from metamer.programs.making.choosing import Choice, choices
from metamer.programs.making.elements import Elements
from metamer.programs.making.looks import LOOKS
from metamer.programs.program import Program
from metamer.programs.task import Grid, same
from metamer.programs.view import View

Pictures = list[list[Grid | None]]
"""For each scene a picture of each thing, or None."""

CHANGED = (
    "its own cells",
    "its box",
    "itself and what it encloses",
    "what it encloses",
)
"""The looks that may be changed once more."""


def crops(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """The chosen thing as one of the looks, then perhaps with one change."""
    seen: set[bytes] = set()
    for look, (price, function) in LOOKS.items():
        pictures: Pictures = [
            [function(it, scene) for it in things]
            for things, scene in zip(found.things, found.scenes, strict=True)
        ]
        key = _key(pictures)
        if key in seen:
            continue
        seen.add(key)
        yield from _chosen(view, found, pictures, (look, price), budget)
        if look in CHANGED:
            yield from _changed(view, found, pictures, (look, price), budget)


def _changed(
    view: View,
    found: Elements,
    pictures: Pictures,
    look: tuple[str, float],
    budget: Budget,
) -> Iterator[Program]:
    output = view.outputs[0]
    hopeful = [it for it in pictures[0] if _could_become(it, output)]
    for words, (price, function) in CHANGES.items():
        budget.spend(len(hopeful))
        if not any(same(apply(function, it), output) for it in hopeful):
            continue
        changed = [[apply(function, it) for it in grids] for grids in pictures]
        named = f"{look[0]} {words}", look[1] + price
        yield from _chosen(view, found, changed, named, budget)


def _could_become(grid: Grid | None, output: Grid) -> bool:
    """Whether a grid has the colours of the output, and is not the output itself."""
    if grid is None or same(grid, output):
        return False
    return not set(np.unique(output)) - set(np.unique(grid)) - {0}


def _chosen(
    view: View,
    found: Elements,
    pictures: Pictures,
    look: tuple[str, float],
    budget: Budget,
) -> Iterator[Program]:
    good = [
        np.array([same(it, output) for it in grids], bool)
        for grids, output in zip(pictures, view.outputs, strict=False)
    ]
    budget.spend(sum(map(len, good)))
    for choice in choices(found, good):
        answers = tuple(
            _agreed(grids, chosen)
            for grids, chosen in zip(
                pictures[view.known :], choice.chosen[view.known :], strict=True
            )
        )
        yield _program(choice, look, answers)


def _program(
    choice: Choice, look: tuple[str, float], answers: tuple[Grid | None, ...]
) -> Program:
    words = f"take {choice.words}: {look[0]}"
    return Program(words, 1.0 + choice.cost + look[1], answers)


def _agreed(grids: list[Grid | None], chosen: np.ndarray) -> Grid | None:
    """The picture that all chosen things share."""
    taken = [grids[place] for place in np.flatnonzero(chosen).tolist()]
    if not taken or any(not same(it, taken[0]) for it in taken):
        return None
    return taken[0]


def _key(pictures: Pictures) -> bytes:
    flat = [it for grids in pictures for it in grids]
    return b"|".join(
        b"" if it is None else bytes(it.shape) + it.tobytes() for it in flat
    )
