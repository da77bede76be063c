"""Everything that is said of the cells of a task, ready to be compared."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.cells import expressions_patterns, lines  # noqa: F401 - they add
from metamer.programs.cells.columns import Columns, Said, alike, distinct, gather, join
from metamer.programs.cells.conditions import conditions
from metamer.programs.cells.conditions_things import lifted, related
from metamer.programs.cells.expressions import expressions
from metamer.programs.cells.expressions_things import things_expressions
from metamer.programs.cells.sight import Sight
from metamer.programs.pieces import pieces
from metamer.programs.scene import NOTHING, How
from metamer.programs.view import View

NOT = 0.2
"""What it costs to say `not`."""

MOST = 6000
"""How many conditions are kept, the cheapest first."""

PIECES = 400
"""How many images are taken that one operation makes."""
PIECE = 0.4
"""What it costs to speak of one, besides the operation."""
WHOLE: tuple[How, ...] = ("colour8", "any8")
"""Ways of seeing things of which something is asked that is asked of cells."""
LIFTED = 1.8
"""The most that it may cost of a cell."""
MOST_LIFTED = 1500
"""How much is asked of whole things."""


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


def tabulate(view: View, budget: Budget) -> Table:
    """Everything that is said of the cells of a task whose outputs keep their shape."""
    sights = [Sight(scene) for scene in view.scenes]
    shown = _colours([scene.grid for scene in view.scenes[: view.known]])
    outputs = _colours(view.outputs)
    gives = gather(
        [
            *expressions(sights, outputs),
            *things_expressions(view, sights),
            *_pieces(view, budget),
        ]
    )
    asks = _asks(view, sights, shown)
    target = np.concatenate([output.ravel() for output in view.outputs])
    return _compared(distinct(gives), _both_ways(asks), target)


def _pieces(view: View, budget: Budget) -> Iterator[Said]:
    """What one operation makes of the grid; where it paints nothing, the grid stays."""
    for piece in pieces(view.task, budget, depth=1)[:PIECES]:
        images = zip(piece.images, view.scenes, strict=True)
        values = [
            np.where(image == NOTHING, scene.grid, image) for image, scene in images
        ]
        yield Said(
            f"what is there after this: {piece.words}", piece.cost + PIECE, values
        )


def _asks(view: View, sights: list[Sight], colours: list[int]) -> Columns:
    """Conditions of cells, of cells and things, and of whole things by their cells."""
    cells = gather(conditions(sights, colours))
    simple = distinct(join([cells, *related(view, sights)]), MOST)
    cheap = simple.take(np.flatnonzero(simple.costs <= LIFTED)[:MOST_LIFTED])
    whole = [part for how in WHOLE for part in lifted(cheap, sights, how)]
    return distinct(join([simple, *whole]), MOST)


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
