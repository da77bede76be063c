"""All conditions and expressions of the cells of a task, ready to be compared."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.cells.conditions import conditions
from metamer.paradigms.concepts.search.cells.conditions_objects import (
    lift,
    object_conditions,
)
from metamer.paradigms.concepts.search.cells.expressions import expressions
from metamer.paradigms.concepts.search.cells.expressions_objects import (
    object_expressions,
)
from metamer.paradigms.concepts.search.cells.features import (
    Feature,
    Features,
    concatenate,
    distinct,
    group_equal,
    stack,
)
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.compositions import pieces
from metamer.paradigms.concepts.search.compositions.frames import UNPAINTED
from metamer.paradigms.concepts.search.view import View

NEGATION_COST = 0.2
MAX_CONDITIONS = 6000
"""How many conditions are kept, the cheapest first."""
MAX_PIECES = 400
"""How many images are taken that one operation makes."""
PIECE_COST = 0.4
"""What it costs to speak of one, besides the operation."""
LIFTED_WAYS: tuple[str, ...] = ("colour8", "any8")
"""Ways of seeing objects of which conditions on cells are asked as a whole."""
MAX_LIFTED_COST = 1.8
"""The most that such a condition may cost."""
MAX_LIFTED = 1500
"""How many of them there are at most."""


@dataclass(frozen=True, eq=False)
class CellTable:
    """Expressions and conditions of a task, and what demonstrations show of them."""

    expressions: Features
    """What a cell can get."""
    conditions: Features
    """What can be asked of a cell."""
    wrong: np.ndarray
    """[expression, demonstrated cell]: where an expression gives the wrong colour."""
    groups: list[np.ndarray]
    """Conditions that hold in the same demonstrated cells, the cheapest first."""
    shown: np.ndarray
    """[group, demonstrated cell]: where the conditions of a group hold, as 0 and 1."""
    costs: np.ndarray
    """What the cheapest condition of each group costs."""


def tabulate(view: View, budget: Budget) -> CellTable:
    """The expressions and conditions of a task whose outputs keep their inputs' shapes."""
    surroundings = [Surroundings(scene) for scene in view.scenes]
    shown = _colours([scene.grid for scene in view.scenes[: view.known]])
    outputs = _colours(view.outputs)
    given = stack(
        [
            *expressions(surroundings, outputs),
            *object_expressions(view, surroundings),
            *_pieces(view, budget),
        ]
    )
    asked = _conditions(view, surroundings, shown)
    target = np.concatenate([output.ravel() for output in view.outputs])
    return _compare(distinct(given), _with_negations(asked), target)


def _pieces(view: View, budget: Budget) -> Iterator[Feature]:
    """What one operation makes of the grid; where it paints nothing, the grid stays."""
    for piece in pieces(view.task, budget, depth=1)[:MAX_PIECES]:
        images = zip(piece.images, view.scenes, strict=True)
        values = [
            np.where(image == UNPAINTED, scene.grid, image) for image, scene in images
        ]
        words = f"what is there after this: {piece.words}"
        yield Feature(words, piece.cost + PIECE_COST, values)


def _conditions(
    view: View, surroundings: list[Surroundings], colours: list[int]
) -> Features:
    """Conditions on cells, on cells and objects, and on whole objects by their cells."""
    alone = stack(conditions(surroundings, colours))
    related = object_conditions(view, surroundings)
    simple = distinct(concatenate([alone, *related]), MAX_CONDITIONS)
    cheap = np.flatnonzero(simple.costs <= MAX_LIFTED_COST)[:MAX_LIFTED]
    lifted = [
        part
        for how in LIFTED_WAYS
        for part in lift(simple.take(cheap), surroundings, how)
    ]
    return distinct(concatenate([simple, *lifted]), MAX_CONDITIONS)


def _with_negations(asked: Features) -> Features:
    """Conditions and their negations."""
    negations = Features(
        [f"not ({words})" for words in asked.words],
        asked.costs + NEGATION_COST,
        ~asked.values,
    )
    return distinct(concatenate([asked, negations]))


def _compare(given: Features, asked: Features, target: np.ndarray) -> CellTable:
    known = len(target)
    groups = group_equal(asked, known)
    cheapest = np.array([group[0] for group in groups])
    return CellTable(
        given,
        asked,
        given.values[:, :known] != target,
        groups,
        asked.values[cheapest, :known].astype(np.float32),
        asked.costs[cheapest],
    )


def _colours(grids: list[np.ndarray]) -> list[int]:
    return np.unique(np.concatenate([grid.ravel() for grid in grids])).tolist()
