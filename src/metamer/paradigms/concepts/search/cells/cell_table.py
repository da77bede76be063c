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
    surroundings = [Surroundings(scene) for scene in budget.each(view.scenes)]
    shown = _colours([scene.grid for scene in view.scenes[: view.known]])
    outputs = _colours(view.outputs)
    expression_rows = stack(
        [
            *budget.each(expressions(surroundings, outputs)),
            *budget.each(object_expressions(view, surroundings)),
            *budget.each(_pieces(view, budget)),
        ]
    )
    condition_rows = _conditions(view, surroundings, shown, budget)
    target = np.concatenate([output.ravel() for output in view.outputs])
    return _compare(distinct(expression_rows), _with_negations(condition_rows), target)


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
    view: View, surroundings: list[Surroundings], colours: list[int], budget: Budget
) -> Features:
    """Conditions on cells, on cells and objects, and on whole objects by their cells."""
    alone = stack(budget.each(conditions(surroundings, colours)))
    related = object_conditions(view, surroundings)
    simple = distinct(concatenate([alone, *related]), MAX_CONDITIONS)
    # Only cheap ones: lifting all would make thousands more, in longer words.
    cheap = np.flatnonzero(simple.costs <= MAX_LIFTED_COST)[:MAX_LIFTED]
    lifted = [
        part
        for how in LIFTED_WAYS
        for part in lift(simple.take(cheap), budget.each(surroundings), how)
    ]
    return distinct(concatenate([simple, *lifted]), MAX_CONDITIONS)


def _with_negations(condition_rows: Features) -> Features:
    """Conditions and their negations."""
    negations = Features(
        [f"not ({words})" for words in condition_rows.words],
        condition_rows.costs + NEGATION_COST,
        ~condition_rows.values,
    )
    return distinct(concatenate([condition_rows, negations]))


def _compare(
    expression_rows: Features, condition_rows: Features, target: np.ndarray
) -> CellTable:
    known = len(target)
    # From here on groups are compared and not conditions: demonstrations cannot tell
    # the members of a group apart.
    groups = group_equal(condition_rows, known)
    cheapest = np.array([group[0] for group in groups])
    return CellTable(
        expression_rows,
        condition_rows,
        expression_rows.values[:, :known] != target,
        groups,
        # Floats, because only these are multiplied fast as matrices.
        condition_rows.values[cheapest, :known].astype(np.float32),
        condition_rows.costs[cheapest],
    )


def _colours(grids: list[np.ndarray]) -> list[int]:
    return np.unique(np.concatenate([grid.ravel() for grid in grids])).tolist()
