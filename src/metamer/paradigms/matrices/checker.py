"""Whether a matrix is what it is said to be, proven from its panels alone.

This shares only the words (`vocabulary`) with what draws matrices and with what solves
them, and is written to be read as the definition of a right item: on plain sets, one
matrix at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from operator import and_, or_, xor
from typing import NamedTuple

import numpy as np
from jaxtyping import Integer

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.streams.matrices.vocabulary import (
    AND,
    ATTRIBUTES,
    CANDIDATES,
    CELLS,
    COLOUR,
    CONTEXT,
    DIRECTIONS,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    OR,
    PANELS,
    POSITION,
    PROGRESSION,
    SIZE,
    SLOTS,
    TRIPLES,
    TYPE,
    UNION,
    XOR,
    Facts,
    compatible,
    facts,
)

Values = frozenset[int]
"""What a panel shows of one attribute."""

Rule = tuple[int, int]
"""A triple (its place in `TRIPLES`) and the direction along which it holds."""

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES = (ROWS, tuple(zip(*ROWS, strict=True)))
"""The panels of the three lines along each of `DIRECTIONS`; 8 is the missing one."""

OPERATIONS = {XOR: xor, OR: or_, AND: and_}

ADORNING = (SIZE, COLOUR, TYPE, LINE_COLOUR)
"""Attributes that only show where there are objects to have them."""

CODE = "a code is out of range"
LABEL = "the label is not the place of a candidate"
WORDS = "a triple or its direction does not exist"
PLACES = "number and position both follow a relation"
EXCLUDED = "two of its triples exclude each other"
EMPTY = "a panel has no object that could show a triple's attribute"
BROKEN = "a triple does not hold for the answer"
ACCIDENTAL = "another triple, or one in both directions, holds for the answer"
RESTLESS = "an attribute varies that has neither a triple nor distracts"
RIVALLED = "another candidate is as good as the answer"


class Regularities(NamedTuple):
    """What the eight panels of the context make together with a candidate."""

    held: frozenset[Rule]
    kept: frozenset[int]
    """Attributes that are constant in the context, and that it leaves so."""

    @property
    def total(self) -> int:
        return len(self.held) + len(self.kept)


def check_items(items: Items) -> dict[str, int]:
    """How many items are wrong for each reason; nothing where all are proven.

    Source: ours; barrett2018 does not say how its items were checked.
    """
    symbols, labels = np.asarray(items.inputs), np.asarray(items.labels)
    if symbols.shape[1:] != (PANELS, SLOTS):
        raise Refusal(
            f"the checker reads symbols of {PANELS} panels with {SLOTS} numbers each, "
            f"not items of shape {symbols.shape[1:]}; read pixels with `reader.read` first"
        )
    features = np.asarray(items.features)
    rows = zip(symbols, labels.tolist(), features, strict=True)
    return dict(Counter(reason for row in rows for reason in check(*row)))


def check(
    symbols: Integer[np.ndarray, "panel slot"],
    label: int,
    features: Integer[np.ndarray, " feature"],
) -> list[str]:
    """Why an item is wrong; nothing if it is proven to be right.

    An item whose triples are unknown (a real one without its labels) is right if its
    answer is the only best candidate.

    Source: ours, after barrett2018, Sec. 2.1 and App. A.
    """
    if not in_range(symbols):
        return [CODE]
    if not 0 <= label < CANDIDATES:
        return [LABEL]
    panels = [values_seen(panel) for panel in symbols.tolist()]
    found = regularities(panels)
    answer = found.pop(label)
    rivalled = any(other.total >= answer.total for other in found)
    said = facts(features[None])
    reasons = _wrong_structure(said) or _wrong_panels(said, panels, answer)
    return [*reasons, *([RIVALLED] if rivalled else [])]


def in_range(symbols: Integer[np.ndarray, "panel slot"]) -> bool:
    """Whether every number stands for a shape, a line, or nothing."""
    types, sizes, colours, greys = (
        ATTRIBUTES[attribute].values for attribute in (TYPE, SIZE, COLOUR, LINE_COLOUR)
    )
    cells, lines = symbols[:, :CELLS], symbols[:, CELLS:]
    return bool(
        symbols.shape == (PANELS, SLOTS)
        and symbols.min() >= 0
        and cells.max() <= types * sizes * colours
        and lines.max() <= greys
    )


def values_seen(panel: Sequence[int]) -> list[Values]:
    """The set of values of each attribute in one panel, in the order of `ATTRIBUTES`.

    Of shapes, their number is a value as well: it is 0 where there are none.

    Source: barrett2018, App. A, for the attributes; the released files, for sets.
    """
    shapes = {cell: code - 1 for cell, code in enumerate(panel[:CELLS]) if code}
    lines = {line: code - 1 for line, code in enumerate(panel[CELLS:]) if code}
    seen = {
        SIZE: (code // 10 % 10 for code in shapes.values()),
        COLOUR: (code % 10 for code in shapes.values()),
        NUMBER: (len(shapes),),
        POSITION: shapes,
        TYPE: (code // 100 for code in shapes.values()),
        LINE_COLOUR: lines.values(),
        LINE_TYPE: lines,
    }
    return [frozenset(seen[attribute]) for attribute in range(len(ATTRIBUTES))]


def regularities(panels: Sequence[Sequence[Values]]) -> list[Regularities]:
    """What holds with each of the candidates in the ninth place.

    Source: ours; barrett2018, Sec. 2.1, for triples along rows or columns.
    """
    context, candidates = panels[:CONTEXT], panels[CONTEXT:]
    held: list[set[Rule]] = [set() for _ in candidates]
    constant = {}
    for attribute in range(len(ATTRIBUTES)):
        seen = [panel[attribute] for panel in context]
        different = set(seen) - {frozenset()}
        if len(different) <= 1:
            constant[attribute] = {*different, frozenset()}
            continue
        offered = [panel[attribute] for panel in candidates]
        for rule, rules in zip(_rules(attribute, seen, offered), held, strict=True):
            rules.update(rule)
    return [
        Regularities(
            frozenset(rules),
            frozenset(it for it in constant if panel[it] in constant[it]),
        )
        for rules, panel in zip(held, candidates, strict=True)
    ]


def _rules(
    attribute: int, seen: Sequence[Values], offered: Sequence[Values]
) -> list[set[Rule]]:
    """The rules of an attribute that hold with each value offered for the ninth place."""
    rules: list[set[Rule]] = [set() for _ in offered]
    for place, triple in enumerate(TRIPLES):
        if triple.attribute != attribute:
            continue
        for direction, lines in enumerate(LINES):
            # Most rules fail in the two complete lines, whatever is offered.
            complete = ([seen[panel] for panel in line] for line in lines[:2])
            if not all(follows(triple.relation, line) for line in complete):
                continue
            for values, found in zip(offered, rules, strict=True):
                nine = [*seen, values]
                if holds(
                    triple.relation, [[nine[it] for it in line] for line in lines]
                ):
                    found.add((place, direction))
    return rules


def holds(relation: int, lines: Sequence[Sequence[Values]]) -> bool:
    """Whether all three lines follow a relation, and in the same way.

    Values rise by the same step in each line; a union is of the same three values, and
    they do not stand in the same order everywhere.

    Source: barrett2018, Sec. 2.1 and App. A.
    Unstated: the step of a progression (1 in the released items that could be read), and
    whether the order of a consistent union may be the same in all lines.
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
    Unstated: whether sets may be empty or the first two the same. They may not: then a
    relation would hold where nothing is to be seen of it.
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
    """By how much the second of some single values is larger than the first."""
    return min(line[1]) - min(line[0])


def _wrong_structure(said: Facts) -> list[str]:
    """Why there can be no matrix with such triples."""
    known = said.triples[0] >= 0
    triples, directions = said.triples[0][known], said.directions[0][known]
    if (triples >= len(TRIPLES)).any() or not np.isin(
        directions, range(len(DIRECTIONS))
    ).all():
        return [WORDS]
    structure = [TRIPLES[triple] for triple in triples]
    if {NUMBER, POSITION} <= {triple.attribute for triple in structure}:
        return [PLACES]
    agree = all(compatible(*pair) for pair in combinations(structure, 2))
    return [] if agree else [EXCLUDED]


def _wrong_panels(
    said: Facts, panels: Sequence[Sequence[Values]], answer: Regularities
) -> list[str]:
    """Why these panels are not a matrix with such triples."""
    known = said.triples[0] >= 0
    if not known.any():
        return []
    triples = said.triples[0][known].tolist()
    structure = set(zip(triples, said.directions[0][known].tolist(), strict=True))
    attributes = {TRIPLES[triple].attribute for triple in triples}
    needed = attributes & {*ADORNING}
    moving = attributes | {*np.flatnonzero(said.distracting[0]).tolist()}
    # More shapes are in more places; other places are not more shapes unless by a rule.
    if NUMBER in moving or POSITION in attributes:
        moving |= {NUMBER, POSITION}
    found = {
        EMPTY: not all(panel[attribute] for panel in panels for attribute in needed),
        BROKEN: not structure <= answer.held,
        ACCIDENTAL: not answer.held <= structure,
        RESTLESS: not {*range(len(ATTRIBUTES))} - moving <= answer.kept,
    }
    return [reason for reason, wrong in found.items() if wrong]
