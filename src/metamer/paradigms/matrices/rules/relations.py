"""What each relation is, on plain sets of values: the definition that items are held to.

Nothing here is shared with the code that draws matrices or with the program that solves
them; tests compare the three.

Source: barrett2018, Sec. 2.1 and Fig. 1b.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import and_, or_, xor

from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    ATTRIBUTES,
    CELLS,
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

Values = frozenset[int]
"""What a panel shows of one attribute."""

OPERATIONS = {XOR: xor, OR: or_, AND: and_}
"""How the first two sets of a line make the third. Source: barrett2018, Sec. 2.1 and
Fig. 1b."""


def values_in(panel: Sequence[int]) -> list[Values]:
    """The set of values of each attribute in one panel, in the order of `ATTRIBUTES`.

    The number of shapes is a value as well: an empty panel shows 0.

    Source: barrett2018, App. A, for the attributes; the released files, for sets.
    """
    shapes = {cell: code - 1 for cell, code in enumerate(panel[:CELLS]) if code}
    lines = {line: code - 1 for line, code in enumerate(panel[CELLS:]) if code}
    found = {
        SIZE: (code // 10 % 10 for code in shapes.values()),
        COLOUR: (code % 10 for code in shapes.values()),
        NUMBER: (len(shapes),),
        POSITION: shapes,
        TYPE: (code // 100 for code in shapes.values()),
        LINE_COLOUR: lines.values(),
        LINE_TYPE: lines,
    }
    return [frozenset(found[attribute]) for attribute in range(len(ATTRIBUTES))]


def holds(relation: int, lines: Sequence[Sequence[Values]]) -> bool:
    """Whether all three lines follow a relation, and in the same way.

    Values rise by the same step in each line. The lines of a union contain the same three
    values, and at least two lines have them in different orders.

    Source: barrett2018, Sec. 2.1 and App. A.
    Unclear: Sec. 2.1 asks only that the values of a progression strictly increase, while
    Fig. 1 calls it arithmetic. The released items that could be read rise by 1; we ask for
    one step, of any size.
    Unstated: whether a union may have the same order in all lines. It may not.
    """
    if not all(follows(relation, line) for line in lines):
        return False
    if relation == PROGRESSION:
        return len({_step(line) for line in lines}) == 1
    if relation == UNION:
        orders = {tuple(line) for line in lines}
        return len({frozenset(line) for line in lines}) == 1 < len(orders)
    return True


def follows(relation: int, line: Sequence[Values]) -> bool:
    """Whether one line by itself follows a relation.

    Source: barrett2018, Sec. 2.1 and App. A; the released files, for sets.
    Unstated: whether sets may be empty, or the first two equal. They may not: the relation
    would then hold without being visible.
    """
    first, second, third = line
    if not (first and second and third):
        return False
    if relation in OPERATIONS:
        return first != second and third == OPERATIONS[relation](first, second)
    if not len(first) == len(second) == len(third) == 1:
        return False
    if relation == UNION:
        return len({first, second, third}) == 3
    return _step(line) == min(third) - min(second) >= 1


def _step(line: Sequence[Values]) -> int:
    """By how much the second single value exceeds the first."""
    return min(line[1]) - min(line[0])
