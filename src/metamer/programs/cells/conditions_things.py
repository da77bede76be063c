"""What can be asked of a cell and the things around it: every relation to a thing,
joined with every property of that thing."""

import numpy as np
from scipy.linalg import block_diag

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.cells.columns import Columns
from metamer.programs.cells.relations import relations
from metamer.programs.cells.sight import DIRECTIONS, Sight
from metamer.programs.properties import Properties
from metamer.programs.scene import WAYS, How
from metamer.programs.view import View

RELATED: tuple[How, ...] = ("colour8", "any8", "colours")
"""Ways of seeing of which all relations are asked; of the others only what cells are in."""
SIMPLE = 1.45
"""The most that a property may cost to be joined with a relation other than `in`."""
MANY = 40
"""With more things than this in a scene nobody compares each with each."""

STRANGE: dict[How, float] = {
    "colour4": 0.1,
    "colour8": 0.0,
    "any4": 0.2,
    "any8": 0.0,
    "colours": 0.1,
    "regions": 0.3,
}
"""What it costs to see things in a way that comes less easily."""

PLAIN = {
    "size",
    "height",
    "width",
    "colour",
    "number of colours",
    "holes",
    "top row",
    "bottom row",
    "left column",
    "right column",
    "is one cell",
    "is wide",
    "is tall",
    "is a straight line",
    "is a full rectangle",
    "is a hollow rectangle",
    "has a hole",
    "has another colour inside its box",
    "is left-right symmetric",
    "touches an edge",
    "is as wide as the grid",
    "is as tall as the grid",
    "things of its form",
    "things of its form and colours",
    "things of its colour",
    "things whose box it lies in",
    "things within its box",
    "things it touches",
}
"""Attributes that come to mind first; to speak of another costs `SELDOM` more."""
SELDOM = 0.4
STRAIGHT = DIRECTIONS[:4]
LIFT = 0.4
"""What it costs to ask something of a whole thing instead of a cell."""

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


def sensible(view: View, how: How) -> Properties:
    """What holds of things; what comes to mind late costs more."""
    words, costs, holds = view.properties(how)
    if not words:
        many = [len(scene.things(how)) for scene in view.scenes]
        return Properties([], np.zeros(0), [np.zeros((it, 0), bool) for it in many])
    more = SELDOM * np.array([_attribute(it) not in PLAIN for it in words])
    return Properties(words, costs + more, holds)


def _attribute(words: str) -> str:
    """The attribute that a property is about."""
    return max((it for it in ATTRIBUTES if it in words), key=len)


def _few(sights: list[Sight], how: How) -> bool:
    return max(len(sight.scene.things(how)) for sight in sights) <= MANY


def _within(view: View, sights: list[Sight], how: How) -> Columns:
    """Properties of the thing that a cell belongs to."""
    known = sensible(view, how)
    values = []
    for sight, holds in zip(sights, known.holds, strict=True):
        none = np.zeros((1, len(known.words)), bool)
        values.append(np.concatenate([holds, none])[sight.labels(how).ravel()].T)
    words = [f"it is in {NAMES[how]} {words}" for words in known.words]
    return Columns(words, known.costs + STRANGE[how], np.concatenate(values, axis=1))


def _joined(view: View, sights: list[Sight], how: How) -> list[Columns]:
    """Properties of things that a cell is in relation to, and of any thing."""
    known = sensible(view, how)
    simple = np.flatnonzero(known.costs <= SIMPLE)
    costs = np.append(0.6, known.costs[simple]) + STRANGE[how]
    which = [NAMES[how], *(f"{NAMES[how]} {known.words[it]}" for it in simple)]
    found: dict[str, tuple[float, list[np.ndarray]]] = {}
    for sight, holds in zip(sights, known.holds, strict=True):
        for relation, (cost, lies) in relations(sight, how).items():
            values = _some(lies, holds[:, simple])
            found.setdefault(relation, (cost, []))[1].append(values)
    parts = [
        Columns(
            [f"it is {relation} {it}" for it in which],
            costs + cost,
            np.concatenate(values, axis=1),
        )
        for relation, (cost, values) in found.items()
    ]
    looks = [np.concatenate(found[f"looking {way} at"][1], axis=1) for way in STRAIGHT]
    return parts + _between(which[1:], costs[1:], looks)


def _some(lies: np.ndarray, holds: np.ndarray) -> np.ndarray:
    """Whether a cell lies so to some thing with each property, the first being any."""
    any_ = np.ones((len(holds), 1), bool)
    asked = np.concatenate([any_, holds], axis=1).astype(np.float32)
    flat = lies.reshape(len(lies), np.prod(lies.shape[1:])).astype(np.float32)
    return asked.T @ flat > 0


def _between(
    which: list[str], costs: np.ndarray, looks: list[np.ndarray]
) -> list[Columns]:
    """Cells that meet things of a kind on one side or on both, looking along a line."""
    something = [look[:1] for look in looks]
    kind = [look[1:] for look in looks]
    others = [some & ~of for some, of in zip(something, kind, strict=True)]
    two = (kind[0] & kind[1]) | (kind[2] & kind[3])
    mixed = [kind[way] & others[way ^ 1] for way in range(4)]
    return [
        Columns([f"it is between two of {it}" for it in which], costs + 0.8, two),
        Columns(
            [f"it is between {it} and another" for it in which],
            costs + 0.8,
            np.logical_or.reduce(mixed),
        ),
    ]


def lifted(asks: Columns, sights: list[Sight], how: How) -> list[Columns]:
    """What holds of some cell, or of all cells, of the thing that a cell is in."""
    members = _members([sight.labels(how).ravel() for sight in sights])
    sizes = members.sum(0)
    counts = asks.values.astype(np.float32) @ members
    back = members.T.astype(bool)
    found = []
    for words, holds in (("some", counts > 0), ("every", counts == sizes)):
        values = (holds.astype(np.float32) @ back.astype(np.float32)) > 0
        told = [f"of {words} cell of {NAMES[how]} around it: {it}" for it in asks.words]
        found.append(Columns(told, asks.costs + LIFT + STRANGE[how], values))
    return found


def _members(labels: list[np.ndarray]) -> np.ndarray:
    """[cell, thing] over all scenes: which cells are of which thing."""
    parts = [(it[:, None] == np.arange(it.max(initial=-1) + 1)) for it in labels]
    return block_diag(*parts).astype(np.float32)
