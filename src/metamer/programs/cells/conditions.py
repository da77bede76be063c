"""What can be asked of a cell: where it lies, and what of a colour it sees.

Adding a condition is adding one function below. Those of a mask are asked three times:
of whatever is not background, of the cell's own colour, and of every colour shown.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from metamer.programs.cells.columns import Said
from metamer.programs.cells.sight import (
    AXES,
    DIRECTIONS,
    STEPS,
    Sight,
    enclosed,
    neighbours,
    shifted,
    somewhere,
)

OfCell = Callable[[Sight], np.ndarray]
OfMask = Callable[[np.ndarray], np.ndarray]

EDGE = 254
"""Stands for the edge of the grid where colours do."""

CELL: list[tuple[str, float, OfCell]] = []
MASK: list[tuple[str, float, OfMask]] = []


def of_cell(words: str, cost: float) -> Callable[[OfCell], OfCell]:
    """Keep a question about cells."""

    def keep(asks: OfCell) -> OfCell:
        CELL.append((words, cost, asks))
        return asks

    return keep


def of_mask(words: str, cost: float) -> Callable[[OfMask], OfMask]:
    """Keep a question about cells and those of a kind; `{}` stands for the kind."""

    def keep(asks: OfMask) -> OfMask:
        MASK.append((words, cost, asks))
        return asks

    return keep


# --- where a cell lies


def _rows(sight: Sight) -> np.ndarray:
    return np.indices(sight.shape)[0]


def _columns(sight: Sight) -> np.ndarray:
    return np.indices(sight.shape)[1]


of_cell("it is background", 0.6)(lambda sight: ~sight.figure)
of_cell("its row is even", 1.6)(lambda sight: _rows(sight) % 2 == 1)
of_cell("its column is even", 1.6)(lambda sight: _columns(sight) % 2 == 1)
of_cell("its row and column are both odd or both even", 1.6)(
    lambda sight: np.indices(sight.shape).sum(0) % 2 == 0
)
of_cell("it lies in the upper half", 1.2)(
    lambda sight: 2 * _rows(sight) + 1 < sight.shape[0]
)
of_cell("it lies in the lower half", 1.2)(
    lambda sight: 2 * _rows(sight) + 1 > sight.shape[0]
)
of_cell("it lies in the left half", 1.2)(
    lambda sight: 2 * _columns(sight) + 1 < sight.shape[1]
)
of_cell("it lies in the right half", 1.2)(
    lambda sight: 2 * _columns(sight) + 1 > sight.shape[1]
)
of_cell("it lies on the diagonal", 1.4)(lambda sight: _rows(sight) == _columns(sight))
of_cell("it lies on the back diagonal", 1.4)(
    lambda sight: _rows(sight) + _columns(sight) == sight.shape[1] - 1
)


@of_cell("it lies in a middle row", 1.2)
def _middle_row(sight: Sight) -> np.ndarray:
    return np.abs(2 * _rows(sight) + 1 - sight.shape[0]) <= 1


@of_cell("it lies in a middle column", 1.2)
def _middle_column(sight: Sight) -> np.ndarray:
    return np.abs(2 * _columns(sight) + 1 - sight.shape[1]) <= 1


for _way, _name in enumerate(DIRECTIONS[:4]):
    of_cell(f"it is at the edge, looking {_name}", 1.2)(
        lambda sight, step=STEPS[_way].tolist(): ~shifted(
            np.ones(sight.shape, bool), -step[0], -step[1], False
        )
    )


@of_cell("it is at the edge", 1.0)
def _border(sight: Sight) -> np.ndarray:
    return neighbours(np.ones(sight.shape, bool), corners=False) < 4


@of_cell("it has the usual colour of its row", 1.3)
def _usual_in_row(sight: Sight) -> np.ndarray:
    return sight.grid == usual(sight.grid)[:, None]


@of_cell("it has the usual colour of its column", 1.3)
def _usual_in_column(sight: Sight) -> np.ndarray:
    return sight.grid == usual(sight.grid.T)[None, :]


of_cell("its mirror image left to right is background", 1.6)(
    lambda sight: ~sight.figure[:, ::-1]
)
of_cell("its mirror image up to down is background", 1.6)(
    lambda sight: ~sight.figure[::-1]
)


def usual(lines: np.ndarray) -> np.ndarray:
    """The most common colour of each row; of equals, the lowest."""
    counts = (lines[:, :, None] == np.arange(10)).sum(1)
    return counts.argmax(1)


# --- what a cell sees of a kind


def _spread(line: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.broadcast_to(line, mask.shape)


of_mask("its row has {}", 1.3)(lambda mask: _spread(mask.any(1)[:, None], mask))
of_mask("its column has {}", 1.3)(lambda mask: _spread(mask.any(0), mask))
of_mask("its row or column has {}", 1.5)(lambda mask: mask.any(1)[:, None] | mask.any(0))
of_mask("its row is all {}", 1.3)(lambda mask: _spread(mask.all(1)[:, None], mask))
of_mask("its column is all {}", 1.3)(lambda mask: _spread(mask.all(0), mask))
of_mask("its row or column is all {}", 1.4)(
    lambda mask: mask.all(1)[:, None] | mask.all(0)
)
of_mask("it is closed in by {}", 1.1)(lambda mask: enclosed(mask, corners=False))
of_mask("it is closed in by {} without gaps at corners", 1.3)(
    lambda mask: enclosed(mask, corners=True)
)
of_mask("it touches {} with a side", 1.3)(lambda mask: neighbours(mask, False) > 0)
of_mask("it touches {}", 1.3)(lambda mask: neighbours(mask, True) > 0)

for _way, _name in enumerate(DIRECTIONS):
    _down, _across = STEPS[_way].tolist()
    of_mask(f"the next cell {_name} is {{}}", 1.5)(
        lambda mask, down=_down, across=_across: shifted(mask, -down, -across, False)
    )
    of_mask(f"somewhere {_name} there is {{}}", 1.4)(
        lambda mask, way=_way: somewhere(mask, way)
    )

for _axis, _name in enumerate(AXES):
    of_mask(f"it has {{}} on both sides {_name}", 1.3)(
        lambda mask, way=2 * _axis: somewhere(mask, way) & somewhere(mask, way + 1)
    )
    of_mask(f"it is in a line of three {_name} of {{}}", 1.4)(
        lambda mask, step=STEPS[2 * _axis].tolist(): _in_line(mask, *step)
    )

for _least in (2, 3, 4):
    of_mask(f"at least {_least} of its sides touch {{}}", 1.6)(
        lambda mask, least=_least: neighbours(mask, False) >= least
    )
for _least in (2, 3, 4, 5, 6, 8):
    of_mask(f"at least {_least} of its neighbours are {{}}", 1.8)(
        lambda mask, least=_least: neighbours(mask, True) >= least
    )


def _in_line(mask: np.ndarray, down: int, across: int) -> np.ndarray:
    """Cells of the mask that stand in a row of three or more of it."""
    before = shifted(mask, down, across, False)
    after = shifted(mask, -down, -across, False)
    inner = mask & before & after
    ends = shifted(inner, down, across, False) | shifted(inner, -down, -across, False)
    return inner | ends


@of_mask("there is {} on at least three of its sides", 1.5)
def _three_sides(mask: np.ndarray) -> np.ndarray:
    return sum(somewhere(mask, way).astype(np.int8) for way in range(4)) >= 3


@of_mask("there is {} on all four of its sides", 1.4)
def _four_sides(mask: np.ndarray) -> np.ndarray:
    return np.logical_and.reduce([somewhere(mask, way) for way in range(4)])


@of_mask("it lies between {} in a straight line", 1.5)
def _straight(mask: np.ndarray) -> np.ndarray:
    sides = [somewhere(mask, way) for way in range(4)]
    return (sides[0] & sides[1]) | (sides[2] & sides[3])


@of_mask("it lies in a straight line with {}, diagonals too", 1.6)
def _in_line_with(mask: np.ndarray) -> np.ndarray:
    return np.logical_or.reduce([somewhere(mask, way) for way in range(8)])


@of_mask("it lies diagonally in line with {}", 1.5)
def _diagonal_with(mask: np.ndarray) -> np.ndarray:
    return np.logical_or.reduce([somewhere(mask, way) for way in range(4, 8)])


@of_mask("it lies in the box around all {}", 1.3)
def _in_box(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    inside = np.zeros_like(mask)
    if len(rows):
        inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return inside


def conditions(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """Everything that is asked of cells by themselves."""
    for words, cost, asks in CELL:
        yield Said(words, cost, [asks(sight) for sight in sights])
    for colour in colours:
        yield Said(f"it is {colour}", 1.0, [sight.grid == colour for sight in sights])
    for words, cost, of in MASK:
        something = [of(sight.figure) for sight in sights]
        yield Said(words.format("something"), cost, something)
        yield Said(
            words.format("its own colour"), cost + 0.2, [_own(it, of) for it in sights]
        )
        for colour in colours:
            masks = [of(sight.grid == colour) for sight in sights]
            yield Said(words.format(f"colour {colour}"), cost + 0.5, masks)
    yield from _looks(sights, colours)


def _own(sight: Sight, of: OfMask) -> np.ndarray:
    """What holds of a cell and those of its own colour."""
    holds = np.zeros(sight.shape, bool)
    for colour in np.unique(sight.grid):
        mask = sight.grid == colour
        holds |= mask & of(mask)
    return holds


def _looks(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """What is met first, looking from a cell over background."""
    for way, name in enumerate(DIRECTIONS):
        met = [sight.colours(sight.met[way], 255) for sight in sights]
        own = [
            it == sight.grid
            for it, sight in zip(met, sights, strict=True)
        ]
        yield Said(f"looking {name} it meets its own colour", 1.6, own)
        for colour in colours:
            of = [it == colour for it in met]
            yield Said(f"looking {name} it meets {colour}", 1.7, of)
    for axis, name in enumerate(AXES):
        ends = [_ends(sight, axis) for sight in sights]
        equal = [first == second for first, second in ends]
        yield Said(f"looking {name} it meets one colour on both sides", 1.3, equal)
    yield from _spans(sights, colours)


def _ends(sight: Sight, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """What is met one way and the other along an axis, as colours; the edge differs."""
    return (
        sight.colours(sight.met[2 * axis], EDGE),
        sight.colours(sight.met[2 * axis + 1], EDGE + 1),
    )


def _spans(sights: list[Sight], colours: list[int]) -> Iterator[Said]:
    """What a cell lies between, whichever way round: two colours, a colour and the edge."""
    for many, name in ((2, "straight"), (4, "straight or diagonally")):
        ends = [[_ends(sight, axis) for axis in range(many)] for sight in sights]
        for one, two in combinations(colours, 2):
            values = [_between(it, (one,), (two,)) for it in ends]
            yield Said(f"it lies {name} between {one} and {two}", 1.8, values)
        edge = (EDGE, EDGE + 1)
        for one in colours:
            values = [_between(it, (one,), edge) for it in ends]
            yield Said(f"it lies {name} between {one} and the edge", 1.7, values)
        values = [_between(it, tuple(range(10)), edge) for it in ends]
        yield Said(f"it lies {name} between something and the edge", 1.4, values)


def _between(
    ends: list[tuple[np.ndarray, np.ndarray]], one: tuple[int, ...], two: tuple[int, ...]
) -> np.ndarray:
    """Whether along some axis one end is in the one set and the other in the other."""
    holds = [
        (np.isin(first, one) & np.isin(second, two))
        | (np.isin(first, two) & np.isin(second, one))
        for first, second in ends
    ]
    return np.logical_or.reduce(holds)
