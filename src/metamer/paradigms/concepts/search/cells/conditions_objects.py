"""Conditions on a cell and the objects around it: every relation to an object, joined with
every property of that object."""

from collections.abc import Iterable

import numpy as np

from metamer.paradigms.concepts.search.cells.features import Features
from metamer.paradigms.concepts.search.cells.relations import relations, seeing
from metamer.paradigms.concepts.search.cells.surroundings import (
    DIRECTIONS,
    Surroundings,
)
from metamer.paradigms.concepts.search.properties import Properties
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.search.ways import WAYS

RELATED: tuple[str, ...] = ("colour8", "any8", "colours")
"""Ways of seeing with all relations; the others have only what a cell is in."""
MAX_RELATED_COST = 1.45
"""The most that a property may cost to be joined with a relation other than `in`."""
MAX_OBJECTS = 40
"""With more objects in a scene than this, cells are not compared with each of them."""
ANY_OBJECT_COST = 0.6
"""What it costs to speak of any object, whatever its properties."""
BETWEEN_COST = 0.8
"""What it costs to say that a cell lies between objects."""

OBVIOUS = {
    "size",
    "height",
    "width",
    "colour",
    "colours",
    "holes",
    "top",
    "bottom",
    "left",
    "right",
    "one_cell",
    "wide",
    "tall",
    "straight_line",
    "full_rectangle",
    "hollow_rectangle",
    "has_hole",
    "other_colour_in_box",
    "symmetric_left_right",
    "at_edge",
    "grid_wide",
    "grid_tall",
    "same_shape",
    "same_image",
    "same_colour",
    "boxes_around",
    "boxes_inside",
    "touching",
}
"""Attributes that come to mind first; another costs `UNOBVIOUS_COST` more."""
UNOBVIOUS_COST = 0.4
LIFT_COST = 0.4
"""What it costs to ask something of a whole object instead of a cell."""


def object_conditions(view: View, surroundings: list[Surroundings]) -> list[Features]:
    """Conditions on cells and objects, for all ways of seeing."""
    ways = [how for how in WAYS if has_few_objects(view, how)]
    inside = [_inside(view, surroundings, how) for how in view.budget.each(ways)]
    return inside + [
        part
        for how in ways
        if how in RELATED
        for part in _related(view, surroundings, how)
    ]


def weighted_properties(view: View, how: str) -> Properties:
    """What holds of objects; what does not come to mind first costs more."""
    known = view.segmentation(how).properties
    more = [UNOBVIOUS_COST * (asked.attribute not in OBVIOUS) for asked in known.each]
    return Properties(known.each, known.costs + np.array(more, float), known.holds)


def has_few_objects(view: View, how: str) -> bool:
    """Whether no scene has more objects than cells are compared with."""
    return view.segmentation(how).most_objects <= MAX_OBJECTS


def _inside(view: View, surroundings: list[Surroundings], how: str) -> Features:
    """Properties of the object that a cell belongs to."""
    known = weighted_properties(view, how)
    values = []
    for around, holds in zip(surroundings, known.holds, strict=True):
        # The last row is for cells that belong to no object: their label is -1.
        none = np.zeros((1, len(known)), bool)
        values.append(np.concatenate([holds, none])[around.labels(how).ravel()].T)
    words = [f"it is in {WAYS[how].kind.indefinite} {words}" for words in known.words]
    return Features(
        words, known.costs + WAYS[how].kind.cell_cost, np.concatenate(values, axis=1)
    )


def _related(view: View, surroundings: list[Surroundings], how: str) -> list[Features]:
    """Properties of objects that a cell is in relation to, and of any object."""
    known = weighted_properties(view, how)
    cheap = np.flatnonzero(known.costs <= MAX_RELATED_COST)
    kind = WAYS[how].kind
    costs = np.append(ANY_OBJECT_COST, known.costs[cheap]) + kind.cell_cost
    described = [f"{kind.indefinite} {known.each[place].words}" for place in cheap]
    names = [kind.indefinite, *described]
    by_relation: dict[str, tuple[float, list[np.ndarray]]] = {}
    for around, holds in zip(surroundings, known.holds, strict=True):
        view.budget.check_time()
        for relation, (cost, lies) in relations(around, how).items():
            values = _of_some_object(lies, holds[:, cheap])
            by_relation.setdefault(relation, (cost, []))[1].append(values)
    parts = [
        Features(
            [f"it is {relation} {name}" for name in names],
            costs + cost,
            np.concatenate(values, axis=1),
        )
        for relation, (cost, values) in by_relation.items()
    ]
    straight = [by_relation[seeing(way)][1] for way in DIRECTIONS[:4]]
    seen = [np.concatenate(values, axis=1) for values in straight]
    return parts + _between(described, costs[1:], seen)


def _of_some_object(lies: np.ndarray, holds: np.ndarray) -> np.ndarray:
    """[property, cell]: whether a cell lies so to some object with a property.

    The first row is for objects of any kind.
    """
    always = np.ones((len(holds), 1), bool)
    asked = np.concatenate([always, holds], axis=1).astype(np.float32)
    flat = lies.reshape(len(lies), np.prod(lies.shape[1:])).astype(np.float32)
    # A product of matrices counts the objects, and is far quicker than a loop over them.
    return asked.T @ flat > 0


def _between(
    names: list[str], costs: np.ndarray, seen: list[np.ndarray]
) -> list[Features]:
    """Cells from which objects of a kind are seen on both sides, or on one.

    `seen` is what is first seen up, down, left and right; its first row is of any object.
    """
    kind = [rows[1:] for rows in seen]
    others = [rows[:1] & ~rows[1:] for rows in seen]
    on_both = (kind[0] & kind[1]) | (kind[2] & kind[3])
    on_one = [kind[way] & others[way ^ 1] for way in range(4)]  # the opposite way
    return [
        Features(
            [f"it is between two of {name}" for name in names],
            costs + BETWEEN_COST,
            on_both,
        ),
        Features(
            [f"it is between {name} and another" for name in names],
            costs + BETWEEN_COST,
            np.logical_or.reduce(on_one),
        ),
    ]


def lift(
    conditions: Features, surroundings: Iterable[Surroundings], how: str
) -> list[Features]:
    """What holds of some cell, or of all cells, of the object that a cell is in."""
    parts, begin = [], 0
    for around in surroundings:
        labels = around.labels(how).ravel()
        end = begin + len(labels)
        parts.append(_lifted(conditions.values[:, begin:end], labels))
        begin = end
    kind = WAYS[how].kind
    costs = conditions.costs + LIFT_COST + kind.cell_cost
    return [
        Features(
            [
                f"of {words} cell of the {kind.singular} it is in: {condition}"
                for condition in conditions.words
            ],
            costs,
            np.concatenate(values, axis=1),
        )
        for words, values in zip(
            ("some", "every"), zip(*parts, strict=True), strict=True
        )
    ]


def _lifted(holds: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same in one scene, as truth values: [condition, cell] twice."""
    # A product with the members counts the cells of each object where a condition
    # holds; a product back gives the answer to all its cells. Cells of no object have a
    # row of zeros, so that nothing holds of them.
    members = labels[:, None] == np.arange(labels.max(initial=-1) + 1)
    members = members.astype(np.float32)
    counts = holds.astype(np.float32) @ members
    some, every = (
        (chosen.astype(np.float32) @ members.T) > 0
        for chosen in (counts > 0, counts == members.sum(0))
    )
    return some, every
