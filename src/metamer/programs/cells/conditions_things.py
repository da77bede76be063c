"""What can be asked of a cell and the things around it: every relation to a thing,
joined with every property of that thing."""

import numpy as np

from metamer.programs.cells.columns import Columns
from metamer.programs.cells.relations import relations
from metamer.programs.cells.sight import Sight
from metamer.programs.scene import WAYS, How
from metamer.programs.view import View

RELATED: tuple[How, ...] = ("colour8", "any8", "colours")
"""Ways of seeing of which all relations are asked; of the others only what cells are in."""
SIMPLE = 1.4
"""The most that a property may cost to be joined with a relation other than `in`."""
MANY = 40
"""With more things than this in a scene nobody compares each with each."""

NAMES: dict[How, str] = {
    "colour4": "a piece",
    "colour8": "a one-coloured thing",
    "any4": "a block",
    "any8": "a thing",
    "colours": "the cells of a colour",
    "regions": "a region",
}


def related(view: View, sights: list[Sight]) -> list[Columns]:
    """Conditions of all ways of seeing."""
    ways = [how for how in WAYS if _few(sights, how)]
    inside = [_within(view, sights, how) for how in ways]
    return inside + [
        part for how in ways if how in RELATED for part in _joined(view, sights, how)
    ]


def _few(sights: list[Sight], how: How) -> bool:
    return max(len(sight.scene.things(how)) for sight in sights) <= MANY


def _within(view: View, sights: list[Sight], how: How) -> Columns:
    """Properties of the thing that a cell belongs to."""
    known = view.properties(how)
    values = []
    for sight, holds in zip(sights, known.holds, strict=True):
        none = np.zeros((1, len(known.words)), bool)
        values.append(np.concatenate([holds, none])[sight.labels(how).ravel()].T)
    words = [f"it is in {NAMES[how]} {words}" for words in known.words]
    return Columns(words, known.costs, np.concatenate(values, axis=1))


def _joined(view: View, sights: list[Sight], how: How) -> list[Columns]:
    """Properties of things that a cell is in relation to, and of any thing."""
    known = view.properties(how)
    simple = np.flatnonzero(known.costs <= SIMPLE)
    costs = np.append(0.6, known.costs[simple])
    words = [NAMES[how], *(f"{NAMES[how]} {known.words[it]}" for it in simple)]
    tables = [relations(sight, how) for sight in sights]
    parts = []
    for relation, (cost, _) in tables[0].items():
        values = [
            _some(table[relation][1], holds[:, simple])
            for table, holds in zip(tables, known.holds, strict=True)
        ]
        told = [f"it is {relation} {which}" for which in words]
        parts.append(Columns(told, costs + cost, np.concatenate(values, axis=1)))
    return parts


def _some(lies: np.ndarray, holds: np.ndarray) -> np.ndarray:
    """Whether a cell lies so to some thing with each property, the first being any."""
    any_ = np.ones((len(holds), 1), bool)
    asked = np.concatenate([any_, holds], axis=1).astype(np.float32)
    flat = lies.reshape(len(lies), np.prod(lies.shape[1:])).astype(np.float32)
    return asked.T @ flat > 0
