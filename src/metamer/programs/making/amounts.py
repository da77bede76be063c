"""Numbers that a whole scene has: how many things of each property, how large, how far."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.making.corners import hull_corners, outline_corners
from metamer.programs.making.elements import Elements
from metamer.programs.scene import Scene, Thing
from metamer.programs.task import Grid, same
from metamer.programs.view import View


class Amount(NamedTuple):
    """One number of each scene."""

    words: str
    cost: float
    values: np.ndarray


def amounts(view: View, kinds: list[Elements]) -> list[Amount]:
    """What can be counted, cheapest first; of equal ones the cheapest."""
    found = _of_grids(view)
    for kind in kinds:
        found += [*_totals(kind), *_with_properties(kind)]
        found += [*_summaries(kind), *_forms(kind)]
    kept: dict[bytes, Amount] = {}
    for amount in sorted(found, key=lambda it: it.cost):
        kept.setdefault(amount.values.tobytes(), amount)
    return list(kept.values())


def _totals(kind: Elements) -> list[Amount]:
    many = np.array([len(things) for things in kind.things])
    return [Amount(f"each {kind.words}", 0.4 + kind.cost, many)]


def _with_properties(kind: Elements) -> list[Amount]:
    table = kind.properties
    counts = np.array([holds.sum(0) for holds in table.holds], int)
    return [
        Amount(f"each {kind.words} {words}", float(0.7 + kind.cost + cost), column)
        for words, cost, column in zip(table.words, table.costs, counts.T, strict=False)
    ]


SUMMARIES: dict[str, tuple[float, Callable, tuple[str, ...]]] = {
    "all {} together": (
        0.8,
        np.sum,
        ("size", "holes", "cells in holes", "cells of its rarer colours"),
    ),
    "the most {}": (
        1.0,
        np.max,
        (
            "size",
            "height",
            "width",
            "longer side",
            "holes",
            "number of colours",
            "things of its form",
            "things of its colour",
            "things of its form and colours",
            "things within its box",
            "things whose box it lies in",
        ),
    ),
    "the least {}": (1.2, np.min, ("size", "height", "width", "things of its colour")),
    "the different values of {}": (
        0.8,
        lambda column: len(np.unique(column)),
        ("size", "colour", "height", "width"),
    ),
}
"""Numbers made of what is said of each thing, and of which attributes they make sense."""


def _summaries(kind: Elements) -> list[Amount]:
    places = {words: place for place, words in enumerate(ATTRIBUTES)}
    return [
        Amount(
            f"{words.format(attribute)} of the things seen as {kind.words}",
            cost + kind.cost,
            np.array(
                [
                    of(table[:, places[attribute]]) if len(table) else 0
                    for table in kind.tables
                ],
                int,
            ),
        )
        for words, (cost, of, sensible) in SUMMARIES.items()
        for attribute in sensible
    ]


KEYS: dict[str, tuple[float, Callable[[Thing], bytes]]] = {
    "form": (0.8, lambda it: it.shape_key),
    "form and colouring": (0.9, lambda it: it.image_key),
    "form, turned or not": (1.0, lambda it: it.turned_key),
    "form, of whatever size": (1.0, lambda it: it.scaled_key),
    "colour": (0.8, lambda it: bytes([it.colour])),
    "height and width": (1.0, lambda it: bytes(it.mask.shape)),
}
"""What makes things alike."""


def _forms(kind: Elements) -> list[Amount]:
    found = []
    for words, (cost, of) in KEYS.items():
        many = np.array([len({of(it) for it in things}) for things in kind.things])
        found.append(Amount(f"each {words} of {kind.words}", cost + kind.cost, many))
        if all(len(things) > 1 for things in kind.things):
            named = f"one {words} shared by every {kind.words}"
            found.append(Amount(named, cost - 0.4 + kind.cost, (many == 1).astype(int)))
    return found


GRIDS: dict[str, tuple[float, Callable[[Scene], int]]] = {
    "each row": (0.6, lambda scene: scene.grid.shape[0]),
    "each column": (0.6, lambda scene: scene.grid.shape[1]),
    "each cell that is not background": (0.7, lambda scene: int(scene.figure.sum())),
    "each mirror line of the grid": (0.9, lambda scene: _mirrors(scene.grid)),
    "each corner of the straight hull": (0.9, hull_corners),
    "each corner of the outline": (0.9, outline_corners),
}


def _mirrors(grid: Grid) -> int:
    """How many of the four lines through its middle mirror a grid onto itself."""
    turned = (grid[:, ::-1], grid[::-1], grid.T, grid[::-1, ::-1].T)
    return sum(same(grid, it) for it in turned)


def _of_grids(view: View) -> list[Amount]:
    found = [
        Amount(words, cost, np.array([of(scene) for scene in view.scenes]))
        for words, (cost, of) in GRIDS.items()
    ]
    shown = np.unique(np.concatenate([it.grid.ravel() for it in view.scenes]))
    for colour in shown.tolist():
        cells = [int((scene.grid == colour).sum()) for scene in view.scenes]
        found.append(Amount(f"each cell of colour {colour}", 1.4, np.array(cells)))
    return found
