"""Everything that is said of the cells of a task, ready to be compared."""

from dataclasses import dataclass

import numpy as np

from metamer.programs.cells.columns import Columns, alike, distinct, gather, join
from metamer.programs.cells.conditions import conditions
from metamer.programs.cells.conditions_things import related
from metamer.programs.cells.expressions import expressions
from metamer.programs.cells.expressions_things import things_expressions
from metamer.programs.cells.sight import Sight
from metamer.programs.view import View

NOT = 0.2
"""What it costs to say `not`."""

MOST = 6000
"""How many conditions are kept, the cheapest first."""


@dataclass(frozen=True, eq=False)
class Table:
    """Expressions and conditions of a task, and what demonstrations show of them."""

    gives: Columns
    """What a cell can be given."""
    asks: Columns
    """What can be asked of a cell."""
    wrong: np.ndarray
    """[expression, demonstrated cell]: where an expression gives the wrong colour."""
    groups: list[np.ndarray]
    """Conditions that hold in the same demonstrated cells, the cheapest first."""
    shown: np.ndarray
    """[group, demonstrated cell]: where the conditions of a group hold, as 0 and 1."""
    costs: np.ndarray
    """What the cheapest condition of each group costs."""


def tabulate(view: View) -> Table:
    """Everything that is said of the cells of a task whose outputs keep their shape."""
    sights = [Sight(scene) for scene in view.scenes]
    shown = _colours([scene.grid for scene in view.scenes[: view.known]])
    outputs = _colours(view.outputs)
    gives = gather([*expressions(sights, outputs), *things_expressions(view, sights)])
    asks = join([gather(conditions(sights, shown)), *related(view, sights)])
    target = np.concatenate([output.ravel() for output in view.outputs])
    return _compared(distinct(gives), _both_ways(distinct(asks, MOST)), target)


def _compared(gives: Columns, asks: Columns, target: np.ndarray) -> Table:
    known = len(target)
    groups = alike(asks, known)
    heads = np.array([group[0] for group in groups])
    return Table(
        gives,
        asks,
        gives.values[:, :known] != target,
        groups,
        asks.values[heads, :known].astype(np.float32),
        asks.costs[heads],
    )


def _colours(grids: list[np.ndarray]) -> list[int]:
    return np.unique(np.concatenate([grid.ravel() for grid in grids])).tolist()


def _both_ways(asks: Columns) -> Columns:
    """Conditions and their contraries."""
    contrary = Columns(
        [f"not ({words})" for words in asks.words], asks.costs + NOT, ~asks.values
    )
    return distinct(join([asks, contrary]))
