"""Whether a matrix is what it claims to be, proven from its panels alone.

Written to be read as the definition of a correct item: on plain sets, one matrix at a
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from jaxtyping import Integer

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices.rules.relations import (
    Values,
    follows,
    holds,
    values_in,
)
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    CELLS,
    COLOUR,
    CONTEXT,
    DIRECTIONS,
    LINE_COLOUR,
    NUMBER,
    PANELS,
    POSITION,
    SIZE,
    SLOTS,
    TRIPLES,
    TYPE,
    Facts,
    compatible,
    facts,
)

DirectedTriple = tuple[int, int]
"""A triple (its index in `TRIPLES`) and the direction along which it holds."""

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
PANEL_LINES = (ROWS, tuple(zip(*ROWS, strict=True)))
"""The panels of the three lines along each of `DIRECTIONS`; 8 is the missing one."""

PER_OBJECT = (SIZE, COLOUR, TYPE, LINE_COLOUR)
"""Attributes that a panel shows only if it has an object."""

CODE = "a code is out of range"
LABEL = "the label is not the index of a candidate"
UNKNOWN = "a triple or its direction does not exist"
NUMBER_AND_POSITION = "number and position both follow a relation"
INCOMPATIBLE = "two of its triples exclude each other"
EMPTY = "a panel has no object that could show a triple's attribute"
BROKEN = "a triple does not hold for the answer"
ACCIDENTAL = "another triple, or one in both directions, holds for the answer"
UNEXPLAINED = "an attribute varies that neither follows a triple nor distracts"
AMBIGUOUS = "another candidate is as good as the answer"


class Regularities(NamedTuple):
    """The regularities of the context together with one candidate."""

    triples: frozenset[DirectedTriple]
    """The triples that hold."""
    constants: frozenset[int]
    """Attributes that are constant in the context, and stay so with the candidate."""

    @property
    def total(self) -> int:
        return len(self.triples) + len(self.constants)


def check_items(items: Items) -> dict[str, int]:
    """How many items are wrong for each reason; empty if all are proven correct.

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
    """The reasons why an item is wrong; none if it is proven correct.

    An item whose triples are unknown (a released one without its labels) is correct if
    its answer is the only best candidate.

    Source: ours, after barrett2018, Sec. 2.1 and App. A.
    """
    if not in_range(symbols):
        return [CODE]
    if not 0 <= label < CANDIDATES:
        return [LABEL]
    panels = [values_in(panel) for panel in symbols.tolist()]
    found = regularities(panels)
    answer = found.pop(label)
    ambiguous = any(other.total >= answer.total for other in found)
    claim = facts(features[None])
    reasons = _wrong_structure(claim) or _wrong_panels(claim, panels, answer)
    return [*reasons, *([AMBIGUOUS] if ambiguous else [])]


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


def regularities(panels: Sequence[Sequence[Values]]) -> list[Regularities]:
    """The regularities with each of the candidates in the ninth place.

    Source: ours; barrett2018, Sec. 2.1, for triples along rows or columns.
    """
    context, candidates = panels[:CONTEXT], panels[CONTEXT:]
    triples: list[set[DirectedTriple]] = [set() for _ in candidates]
    constant = {}
    for attribute in range(len(ATTRIBUTES)):
        seen = [panel[attribute] for panel in context]
        different = set(seen) - {frozenset()}
        if len(different) <= 1:
            constant[attribute] = {*different, frozenset()}
            continue
        offered = [panel[attribute] for panel in candidates]
        for found, own in zip(_triples(attribute, seen, offered), triples, strict=True):
            own.update(found)
    return [
        Regularities(
            frozenset(own),
            frozenset(at for at in constant if panel[at] in constant[at]),
        )
        for own, panel in zip(triples, candidates, strict=True)
    ]


def _triples(
    attribute: int, seen: Sequence[Values], offered: Sequence[Values]
) -> list[set[DirectedTriple]]:
    """The triples of an attribute that hold with each value offered for the ninth place."""
    found: list[set[DirectedTriple]] = [set() for _ in offered]
    for index, triple in enumerate(TRIPLES):
        if triple.attribute != attribute:
            continue
        for direction, lines in enumerate(PANEL_LINES):
            # Most relations fail in the two complete lines, whatever is offered.
            complete = ([seen[panel] for panel in line] for line in lines[:2])
            if not all(follows(triple.relation, line) for line in complete):
                continue
            for values, own in zip(offered, found, strict=True):
                nine = [*seen, values]
                if holds(
                    triple.relation, [[nine[panel] for panel in line] for line in lines]
                ):
                    own.add((index, direction))
    return found


def _wrong_structure(claim: Facts) -> list[str]:
    """The reason why no matrix can have such triples, if there is one."""
    known = claim.triples[0] >= 0
    triples, directions = claim.triples[0][known], claim.directions[0][known]
    if (triples >= len(TRIPLES)).any() or not np.isin(
        directions, range(len(DIRECTIONS))
    ).all():
        return [UNKNOWN]
    structure = [TRIPLES[triple] for triple in triples]
    if {NUMBER, POSITION} <= {triple.attribute for triple in structure}:
        return [NUMBER_AND_POSITION]
    agree = all(compatible(*pair) for pair in combinations(structure, 2))
    return [] if agree else [INCOMPATIBLE]


def _wrong_panels(
    claim: Facts, panels: Sequence[Sequence[Values]], answer: Regularities
) -> list[str]:
    """The reasons why these panels are not a matrix with such triples."""
    known = claim.triples[0] >= 0
    if not known.any():
        return []
    triples = claim.triples[0][known].tolist()
    structure = set(zip(triples, claim.directions[0][known].tolist(), strict=True))
    attributes = {TRIPLES[triple].attribute for triple in triples}
    needed = attributes & {*PER_OBJECT}
    varying = attributes | {*np.flatnonzero(claim.distracting[0]).tolist()}
    # More shapes take more positions, so the two vary together, unless positions merely
    # distract: then the number of shapes stays.
    if NUMBER in varying or POSITION in attributes:
        varying |= {NUMBER, POSITION}
    found = {
        EMPTY: not all(panel[attribute] for panel in panels for attribute in needed),
        BROKEN: not structure <= answer.triples,
        ACCIDENTAL: not answer.triples <= structure,
        UNEXPLAINED: not {*range(len(ATTRIBUTES))} - varying <= answer.constants,
    }
    return [reason for reason, wrong in found.items() if wrong]
