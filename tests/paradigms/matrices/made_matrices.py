"""Matrices with one triple and nothing else that varies, made by hand; and drawn ones."""

from functools import cache

import numpy as np
from decoded_items import features, panel

from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    OR,
    POSITION,
    PROGRESSION,
    SIZE,
    TYPE,
    UNION,
    XOR,
)

GRIDS = {
    PROGRESSION: [{0}, {1}, {2}, {2}, {3}, {4}, {1}, {2}, {3}],
    XOR: [{0, 1}, {1, 2}, {0, 2}, {3}, {4}, {3, 4}, {0, 3}, {3, 4, 5}, {0, 4, 5}],
    OR: [{0, 1}, {1, 2}, {0, 1, 2}, {3}, {4, 5}, {3, 4, 5}, {0}, {3}, {0, 3}],
    AND: [{0, 1}, {1, 2}, {1}, {2, 3}, {2, 3, 4}, {2, 3}, {0, 1, 5}, {0, 4, 5}, {0, 5}],
    UNION: [{0}, {1}, {2}, {2}, {0}, {1}, {0}, {2}, {1}],
}
"""Sets along rows in reading order; the last is the answer's."""

SINGLES = [{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}]
MANY = [{0}, {3}, {1}, {0, 1}, {0, 3}, {0, 5}, {2, 4}, {0, 4, 5}, {1, 2, 3}]
"""What candidates may show."""


def show(attribute, values):
    """A panel that shows these values of one attribute, and else always the same."""
    ordered = sorted(values)
    spread = {at: ordered[at % len(ordered)] for at in range(6) if ordered}
    shapes, lines = dict.fromkeys(range(6), (0, 5, 5)), {0: 0}
    return {
        SIZE: lambda: panel({at: (0, one, 5) for at, one in spread.items()}, lines),
        COLOUR: lambda: panel({at: (0, 5, one) for at, one in spread.items()}, lines),
        NUMBER: lambda: panel(dict.fromkeys(range(min(values)), (0, 5, 5)), lines),
        POSITION: lambda: panel(dict.fromkeys(values, (0, 5, 5)), lines),
        TYPE: lambda: panel({at: (one, 5, 5) for at, one in spread.items()}, lines),
        LINE_COLOUR: lambda: panel(shapes, spread),
        LINE_TYPE: lambda: panel(shapes, dict.fromkeys(values, 0)),
    }[attribute]()


def matrix(triple, direction, label=0):
    """A matrix that follows one triple: its symbols, its label and its features."""
    grid = GRIDS[triple.relation]
    if direction == 1:
        grid = [grid[value] for value in (0, 3, 6, 1, 4, 7, 2, 5, 8)]
    *context, answer = grid
    single = triple.attribute == NUMBER
    foils = [one for one in (SINGLES if single else MANY) if one != answer][:7]
    sets = [*context, *foils[:label], answer, *foils[label:]]
    panels = [show(triple.attribute, one) for one in sets]
    return np.array(panels), label, features((triple, direction))


@cache
def drawn_items(regime="neutral", split="test", foils="exchangeable", many=4096):
    """Matrices with one to four triples, as often as one another where it can be."""
    from metamer.training.drawing import draw_items

    settings = Matrices(regimes=(regime,), foils=(foils,), mixture="uniform")
    source = settings.source(settings.conditions()[0], split)
    return draw_items(source, root(2018).stream(regime, split, foils), many)
